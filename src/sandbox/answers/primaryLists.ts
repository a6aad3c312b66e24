import type { List } from '../../client/schemas/primary.ts';
import { followTimeline, plainTimeline, tweetLines } from '../upstream/timeline.ts';
import { listErrors, toUpstreamList } from '../upstream/upstreamGroups.ts';
import type { ListEntry } from '../world/groupEntities.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, Sequence, World } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { collection, single } from './collection.ts';
import { countHint, isNumericId, refusal } from './hints.ts';
import { toTweet } from '../world/tweetRecord.ts';

/** Primary reference, List endpoints. */
export const listDetails: Answerer = (question) =>
  withList(question, (list) =>
    single(question, toList(question.world, list), () => ({
      data: { list: toUpstreamList(question, list) },
      ...(list.rawHasErrors ? { errors: listErrors } : {}),
    })),
  );

/** Primary reference, List endpoints: tweets of list members, newest first. */
export const listTweets: Answerer = (question) =>
  withList(question, (list) =>
    collection(
      question,
      question.world.listPosts(list.id),
      countHint(question),
      (post) => toTweet(question.world, post),
      (items, page) => {
        const instructions = plainTimeline(question, tweetLines(question, items), page);
        const metadata = { scribeConfig: { page: 'list_tweets' } };
        return { data: { list: { tweets_timeline: { timeline: { instructions, metadata } } } } };
      },
    ),
  );

/** Primary reference, List endpoints. */
export const listMembers = people('members_timeline', (world, list) => world.listMembers(list.id));

/** Primary reference, index: list subscribers (decision 6.1). */
export const listFollowers = people('subscribers_timeline', (world, list) => world.listFollowers(list.id));

function people(
  root: 'members_timeline' | 'subscribers_timeline',
  find: (world: World, list: ListEntry) => Sequence<Account>,
): Answerer {
  return (question) =>
    withList(question, (list) =>
      collection(
        question,
        find(question.world, list),
        countHint(question),
        (account) => account.record,
        (items, page) => ({ data: { list: { [root]: { timeline: { instructions: followTimeline(question, items, page) } } } } }),
      ),
    );
}

function toList(world: World, list: ListEntry): List {
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

/** A private list is not found: only public data is reachable (decision 6.2). */
function withList(question: Question, answer: (list: ListEntry) => Answer): Answer {
  const id = question.texts['listId'];
  if (!isNumericId(id)) {
    return refusal(400, id === undefined ? 'listId is missing' : 'listId takes digits only, at most 30');
  }
  const list = question.world.list(id);
  return list === undefined || list.private ? refusal(400, `List ${id} was not found`) : answer(list);
}
