import type { List, Community as CommunityRecord, User } from '../../client/schemas/primary.ts';
import { throwRefusal } from '../refusals.ts';
import type { UpstreamContext } from '../upstream/rawUserLayout.ts';
import { toFollowersTimeline, toBareTimeline, toTweetEntries, toTweetTimeline } from '../upstream/timeline.ts';
import { sampleListErrors, toUpstreamList, toJoinPolicy, toUpstreamCommunity } from '../upstream/upstreamGroups.ts';
import { toGlobalId } from '../upstream/upstreamText.ts';
import { toMemberStub } from '../upstream/upstreamUser.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldList, SandboxWorld, WorldCommunity, CommunityMember, CommunityRole } from '../world/world.ts';
import type { Responder, SandboxRequest, EndpointResponder, ResponderResult } from './response.ts';
import {
  toAccountCollectionResponse,
  toPostCollectionResponse,
  toSingleResponse,
  toCollectionResponse,
  type RawPageFormatter,
} from './collectionResponses.ts';
import { isNumericId, requireNumericIdParam, requireTextParam } from './params.ts';

export const listDetails: EndpointResponder<'listDetails'> = (query) => {
  const list = requirePublicList(query);
  return toSingleResponse(query, toList(query.world, list), () => ({
    data: { list: toUpstreamList(query, list) },
    ...(list.rawHasErrors ? { errors: sampleListErrors } : {}),
  }));
};

/** Primary reference, List endpoints: newest first. */
export const listTweets: EndpointResponder<'listTweets'> = (query) => {
  const { world } = query;
  const posts = world.listPosts(requirePublicList(query).id);
  return toPostCollectionResponse(query, posts, (items, page) => {
    const instructions = toBareTimeline(query, toTweetEntries(query, items), page);
    const metadata = { scribeConfig: { page: 'list_tweets' } };
    return { data: { list: { tweets_timeline: { timeline: { instructions, metadata } } } } };
  });
};

export const listMembers = createListAccountsResponder('members_timeline', (world, list) => world.listMembers(list.id));

export const listFollowers = createListAccountsResponder('subscribers_timeline', (world, list) => world.listFollowers(list.id));

function createListAccountsResponder(
  root: 'members_timeline' | 'subscribers_timeline',
  find: (world: SandboxWorld, list: WorldList) => readonly Account[],
): Responder<'listId' | 'count'> {
  return (query) => {
    const found = find(query.world, requirePublicList(query));
    return toAccountCollectionResponse(query, found, (items, page) => ({
      data: { list: { [root]: { timeline: { instructions: toFollowersTimeline(query, items, page) } } } },
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

/** A private list is treated as not found (assumption 6.2). */
function requirePublicList({ world, params }: SandboxRequest<'listId'>): WorldList {
  const { listId } = params;
  if (!isNumericId(listId)) {
    return throwRefusal(400, listId === undefined ? 'listId is missing' : 'listId takes digits only, at most 30');
  }
  const list = world.list(listId);
  return list === undefined || list.private ? throwRefusal(400, `List ${listId} was not found`) : list;
}

export const communitiesSearch: EndpointResponder<'communitiesSearch'> = (query) => {
  const term = requireTextParam(query, 'searchTerm').toLowerCase();
  const found = query.world
    .communities()
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(term));
  return toCollectionResponse(query, found, toCommunity, (items, page) => {
    const items_results = items.map((item) => ({
      id: toGlobalId('CommunityResults', item.id),
      result: toUpstreamCommunity(query, item),
    }));
    return { data: { communities_search_slice: { items_results, slice_info: page.isEnd ? {} : { next_cursor: page.bottom } } } };
  });
};

export const community: EndpointResponder<'community'> = (query) => {
  const found = requireCommunity(query);
  return toSingleResponse(query, toCommunity(found), () => wrapCommunityBody(found.id, toUpstreamCommunity(query, found)));
};

export const communityTweets: EndpointResponder<'communityTweets'> = (query) => {
  const { world } = query;
  const { id } = requireCommunity(query);
  return toPostCollectionResponse(query, world.communityPosts(id), (items, page) => {
    const instructions = toTweetTimeline(query, toTweetEntries(query, items), page);
    const timeline = { instructions, metadata: { scribeConfig: { page: 'top' } } };
    return wrapCommunityBody(id, { __typename: 'Community', ranked_community_timeline: { timeline } });
  });
};

/** Primary reference, index; assumption 6.6. Upstream sends stubs, as it does for moderators. */
export const communityMembers: EndpointResponder<'communityMembers'> = (query) => {
  const { id } = requireCommunity(query);
  return toMembersResponse(query, query.world.communityMembers(id), createMemberSliceFormatter(query, id, 'members_slice'));
};

export const communityMembersSearch: EndpointResponder<'communityMembersSearch'> = (query) => {
  const { id } = requireCommunity(query);
  const text = requireTextParam(query, 'query').toLowerCase();
  const found = query.world.communityMembers(id).filter(({ account }) => account.record.username.toLowerCase().includes(text));
  return toMembersResponse(query, found, undefined);
};

/** Primary reference, Community endpoints: admins, then moderators, both as stubs (primary reference, User). */
export const communityModerators: EndpointResponder<'communityModerators'> = (query) => {
  const { id } = requireCommunity(query);
  const found = query.world.communityMembers(id).filter(({ role }) => role !== 'member');
  return toMembersResponse(query, found, createMemberSliceFormatter(query, id, 'moderators_slice'));
};

function toMembersResponse(
  query: SandboxRequest<'count'>,
  found: readonly CommunityMember[],
  toRaw: RawPageFormatter<CommunityMember> | undefined,
): ResponderResult {
  return toCollectionResponse(query, found, (member) => toUserWithoutDetails(member.account), toRaw);
}

/** Only a slice with a next page has a cursor (primary reference, Community endpoints). */
function createMemberSliceFormatter(
  query: UpstreamContext,
  communityId: string,
  slice: 'members_slice' | 'moderators_slice',
): RawPageFormatter<CommunityMember> {
  return (found, page) => {
    const items_results = found.map(({ account, role }) => ({
      id: toGlobalId('UserResults', account.id),
      result: toMemberStub(query, account, roleNames[role]),
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

function requireCommunity(query: SandboxRequest<'communityId'>): WorldCommunity {
  const id = requireNumericIdParam(query, 'communityId');
  return query.world.community(id) ?? throwRefusal(400, `Community ${id} was not found`);
}
