import type { List } from '../../client/schemas/primary.ts';
import { throwRefusal } from '../reserved/refusals.ts';
import { toFollowersTimeline, toBareTimeline, toTweetEntries } from '../upstream/timeline.ts';
import { sampleListErrors, toUpstreamList } from '../upstream/upstreamGroups.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldList, SandboxWorld } from '../world/world.ts';
import type { Answerer, SandboxQuestion, EndpointAnswerer } from './answer.ts';
import { toAccountCollectionAnswer, toPostCollectionAnswer, toSingleAnswer } from './collectionAnswers.ts';
import { isNumericId } from './params.ts';

export const listDetails: EndpointAnswerer<'listDetails'> = (question) => {
  const list = requirePublicList(question);
  return toSingleAnswer(question, toList(question.world, list), () => ({
    data: { list: toUpstreamList(question, list) },
    ...(list.rawHasErrors ? { errors: sampleListErrors } : {}),
  }));
};

/** Primary reference, List endpoints: tweets of list members, newest first. */
export const listTweets: EndpointAnswerer<'listTweets'> = (question) => {
  const { world } = question;
  const posts = world.listPosts(requirePublicList(question).id);
  return toPostCollectionAnswer(question, posts, (items, page) => {
    const instructions = toBareTimeline(question, toTweetEntries(question, items), page);
    const metadata = { scribeConfig: { page: 'list_tweets' } };
    return { data: { list: { tweets_timeline: { timeline: { instructions, metadata } } } } };
  });
};

export const listMembers = createListAccountsAnswerer('members_timeline', (world, list) => world.listMembers(list.id));

export const listFollowers = createListAccountsAnswerer('subscribers_timeline', (world, list) => world.listFollowers(list.id));

function createListAccountsAnswerer(
  root: 'members_timeline' | 'subscribers_timeline',
  find: (world: SandboxWorld, list: WorldList) => readonly Account[],
): Answerer<'listId' | 'count'> {
  return (question) => {
    const found = find(question.world, requirePublicList(question));
    return toAccountCollectionAnswer(question, found, (items, page) => ({
      data: { list: { [root]: { timeline: { instructions: toFollowersTimeline(question, items, page) } } } },
    }));
  };
}

function toList(world: SandboxWorld, list: WorldList): List {
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    createdAt: toIsoSeconds(list.createdAtMs),
    memberCount: list.memberCount,
    followerCount: list.followerCount,
    private: list.private,
    bannerUrl: list.bannerUrl,
    owner: { id: list.ownerId, username: world.account(list.ownerId)?.record.username ?? '' },
  };
}

/** A private list is not found: only public data is reachable (assumption 6.2). */
function requirePublicList({ world, params }: SandboxQuestion<'listId'>): WorldList {
  const { listId } = params;
  if (!isNumericId(listId)) {
    return throwRefusal(400, listId === undefined ? 'listId is missing' : 'listId takes digits only, at most 30');
  }
  const list = world.list(listId);
  return list === undefined || list.private ? throwRefusal(400, `List ${listId} was not found`) : list;
}
