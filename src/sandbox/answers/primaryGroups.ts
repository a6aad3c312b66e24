import type { List, Community as CommunityRecord, User } from '../../client/schemas/primary.ts';
import { throwRefusal } from '../reserved/refusals.ts';
import type { UpstreamContext } from '../upstream/rawUserLayout.ts';
import { toFollowersTimeline, toBareTimeline, toTweetEntries, toTweetTimeline } from '../upstream/timeline.ts';
import { sampleListErrors, toUpstreamList, toJoinPolicy, toUpstreamCommunity } from '../upstream/upstreamGroups.ts';
import { toGlobalId } from '../upstream/upstreamText.ts';
import { toMemberStub } from '../upstream/upstreamUser.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldList, SandboxWorld, WorldCommunity, CommunityMember, CommunityRole } from '../world/world.ts';
import type { Answerer, SandboxQuestion, EndpointAnswerer, AnswererResult } from './answer.ts';
import {
  toAccountCollectionAnswer,
  toPostCollectionAnswer,
  toSingleAnswer,
  toCollectionAnswer,
  type RawPageFormatter,
} from './collectionAnswers.ts';
import { isNumericId, requireNumericIdParam, requireTextParam } from './params.ts';

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

export const communitiesSearch: EndpointAnswerer<'communitiesSearch'> = (question) => {
  const term = requireTextParam(question, 'searchTerm').toLowerCase();
  const found = question.world
    .communities()
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(term));
  return toCollectionAnswer(question, found, toCommunity, (items, page) => {
    const items_results = items.map((one) => ({
      id: toGlobalId('CommunityResults', one.id),
      result: toUpstreamCommunity(question, one),
    }));
    return { data: { communities_search_slice: { items_results, slice_info: page.isEnd ? {} : { next_cursor: page.bottom } } } };
  });
};

export const community: EndpointAnswerer<'community'> = (question) => {
  const found = requireCommunity(question);
  return toSingleAnswer(question, toCommunity(found), () => wrapCommunityBody(found.id, toUpstreamCommunity(question, found)));
};

export const communityTweets: EndpointAnswerer<'communityTweets'> = (question) => {
  const { world } = question;
  const { id } = requireCommunity(question);
  return toPostCollectionAnswer(question, world.communityPosts(id), (items, page) => {
    const instructions = toTweetTimeline(question, toTweetEntries(question, items), page);
    const timeline = { instructions, metadata: { scribeConfig: { page: 'top' } } };
    return wrapCommunityBody(id, { __typename: 'Community', ranked_community_timeline: { timeline } });
  });
};

/** Primary reference, index: community members (assumption 6.6). As of the moderators, upstream sends stubs. */
export const communityMembers: EndpointAnswerer<'communityMembers'> = (question) => {
  const { id } = requireCommunity(question);
  return toMembersAnswer(
    question,
    question.world.communityMembers(id),
    createMemberSliceFormatter(question, id, 'members_slice'),
  );
};

export const communityMembersSearch: EndpointAnswerer<'communityMembersSearch'> = (question) => {
  const { id } = requireCommunity(question);
  const text = requireTextParam(question, 'query').toLowerCase();
  const found = question.world.communityMembers(id).filter(({ account }) => account.record.username.toLowerCase().includes(text));
  return toMembersAnswer(question, found, undefined);
};

/** Primary reference, Community endpoints: admins, then moderators. Upstream sends stubs, so what is unknown is 0 or null (primary reference, User). */
export const communityModerators: EndpointAnswerer<'communityModerators'> = (question) => {
  const { id } = requireCommunity(question);
  const found = question.world.communityMembers(id).filter(({ role }) => role !== 'member');
  return toMembersAnswer(question, found, createMemberSliceFormatter(question, id, 'moderators_slice'));
};

function toMembersAnswer(
  question: SandboxQuestion<'count'>,
  found: readonly CommunityMember[],
  toRaw: RawPageFormatter<CommunityMember> | undefined,
): AnswererResult {
  return toCollectionAnswer(question, found, (member) => toUserWithoutDetails(member.account), toRaw);
}

/** A slice of people: only where another page exists is there a cursor (primary reference, Community endpoints). */
function createMemberSliceFormatter(
  question: UpstreamContext,
  communityId: string,
  slice: 'members_slice' | 'moderators_slice',
): RawPageFormatter<CommunityMember> {
  return (found, page) => {
    const items_results = found.map(({ account, role }) => ({
      id: toGlobalId('UserResults', account.id),
      result: toMemberStub(question, account, roleNames[role]),
    }));
    const slice_info = page.isEnd ? {} : { next_cursor: page.bottom };
    const id = toGlobalId('Community', communityId);
    return wrapCommunityBody(communityId, { __typename: 'Community', id, [slice]: { items_results, slice_info } });
  };
}

const roleNames: Readonly<Record<CommunityRole, string>> = { admin: 'Admin', moderator: 'Moderator', member: 'Member' };

function wrapCommunityBody(id: string, result: unknown): unknown {
  return { data: { communityResults: { id: toGlobalId('CommunityResults', id), result } } };
}

function toUserWithoutDetails(account: Account): User {
  return {
    ...account.record,
    description: '',
    location: '',
    url: null,
    createdAt: null,
    bannerUrl: null,
    counts: { followers: 0, following: 0, tweets: 0, likes: 0, media: 0, listed: 0 },
    pinnedTweetIds: [],
  };
}

function toCommunity(found: WorldCommunity): CommunityRecord {
  return {
    id: found.id,
    name: found.name,
    description: found.description,
    createdAt: toIsoSeconds(found.createdAtMs),
    memberCount: found.memberCount,
    moderatorCount: found.moderatorCount,
    joinPolicy: toJoinPolicy(found),
    bannerUrl: found.bannerUrl,
    rules: [...found.rules],
    isNsfw: found.isNsfw,
  };
}

function requireCommunity(question: SandboxQuestion<'communityId'>): WorldCommunity {
  const id = requireNumericIdParam(question, 'communityId');
  return question.world.community(id) ?? throwRefusal(400, `Community ${id} was not found`);
}
