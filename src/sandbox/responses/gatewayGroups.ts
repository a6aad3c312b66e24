import { throwRefusal } from '../refusals.ts';
import { hashText } from '../world/random.ts';
import { createTextMatcher, toSearchableText, sortByEngagement } from '../world/searchPosts.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldList, SandboxWorld, WorldCommunity, CommunityMember, CommunityRole } from '../world/world.ts';
import type { SandboxRequest, EndpointResponder } from './response.ts';
import { toWholeBodyResponse, toFirstResultsResponse, toGatewayPageResponse } from './collectionResponses.ts';
import { toGatewayList, toGatewayUser, toTweetPageResponse, toGatewayUserById, toGatewayTweet } from './gatewayRecords.ts';
import { requireItemByIdParam, requireTextParam } from './params.ts';

export const gatewayList: EndpointResponder<'gatewayList'> = (query) =>
  toWholeBodyResponse(toGatewayList(query.world, requirePublicList(query)));

export const gatewayListMembers: EndpointResponder<'gatewayListMembers'> = (query) => {
  const list = requirePublicList(query);
  const members = query.world.listMembers(list.id);
  return toGatewayPageResponse(members, query.params.limit, (account) => toMember(account, list));
};

export const gatewayListTweets: EndpointResponder<'gatewayListTweets'> = (query) =>
  toTweetPageResponse(query, query.world.listPosts(requirePublicList(query).id));

/** Gateway reference, Lists; assumption 7.15. */
export const gatewayUserLists: EndpointResponder<'gatewayUserLists'> = (query) => {
  const { world } = query;
  const account = requireItemByIdParam(query, 'user_id', world.account);
  const type = query.params.type;
  const limit = query.params.limit;
  const records = (without: string, isWanted: (list: WorldList) => boolean) =>
    (type === without ? [] : listPublicLists(world).filter(isWanted)).slice(0, limit).map((list) => toGatewayList(world, list));
  return toWholeBodyResponse({
    owned_lists: records('subscribed', (list) => list.ownerId === account.id),
    subscribed_lists: records('owned', (list) => world.listFollowers(list.id).some(({ id }) => id === account.id)),
  });
};

export const gatewayListsSearch: EndpointResponder<'gatewayListsSearch'> = (query) => {
  const { world } = query;
  const holds = createTextMatcher(requireTextParam(query, 'q'));
  const found = listPublicLists(world).filter(({ name, description }) => holds(toSearchableText(`${name}\n${description}`)));
  return toFirstResultsResponse(query, found, (list) => toGatewayList(world, list));
};

function listPublicLists(world: SandboxWorld): readonly WorldList[] {
  return world.lists().filter((list) => !list.private);
}

function toMember(account: Account, list: WorldList) {
  const { counts } = account.record;
  const { followers_count: _, ...user } = toGatewayUser(account);
  return {
    ...user,
    added_at: toIsoSeconds(list.createdAtMs + (hashText(`${list.id} ${account.id}`) % 20_000_000) * 1000),
    metrics: { followers_count: counts.followers, following_count: counts.following },
  };
}

/** A private list gives 403 (assumption 7.18). */
function requirePublicList(query: SandboxRequest<'list_id'>): WorldList {
  const list = requireItemByIdParam(query, 'list_id', query.world.list);
  return list.private ? throwRefusal(403, 'The list is private') : list;
}

const roles: readonly CommunityRole[] = ['admin', 'moderator', 'member'];

export const gatewayCommunity: EndpointResponder<'gatewayCommunity'> = (query) => {
  const community = requireOpenCommunity(query);
  return toWholeBodyResponse({
    id: community.id,
    name: community.name,
    description: community.description,
    created_at: toIsoSeconds(community.createdAtMs),
    admin: toGatewayUserById(query.world, community.adminId),
    member_count: community.memberCount,
    rules: community.rules,
    theme: { primary_color: community.primaryColor, banner_url: community.bannerUrl },
    purpose: community.purpose,
    invite_only: community.inviteOnly,
  });
};

/** Gateway reference, Communities. The totals count the whole community. */
export const gatewayCommunityMembers: EndpointResponder<'gatewayCommunityMembers'> = (query) => {
  const { id, memberCount } = requireOpenCommunity(query);
  const role = query.params.role;
  const shown = query.world.communityMembers(id, role).slice(0, query.params.limit);
  const [admins = 0, moderators = 0, members = 0] = roles.map((name) => query.world.communityMembers(id, name).length);
  return toWholeBodyResponse({
    data: shown.map(toGatewayCommunityMember),
    meta: { total_members: memberCount, admins, moderators, members },
  });
};

export const gatewayCommunityTweets: EndpointResponder<'gatewayCommunityTweets'> = (query) => {
  const { world } = query;
  const { id, name } = requireOpenCommunity(query);
  const posts = world.communityPosts(id);
  const isTop = query.params.sort === 'top';
  const ordered = isTop ? sortByEngagement(world, posts) : posts;
  const roleById = new Map(world.communityMembers(id).map((member) => [member.account.id, member.role]));
  const data = ordered.slice(0, query.params.limit).map((post) => {
    const tweet = toGatewayTweet(world, post);
    const author = { ...tweet.author, community_role: roleById.get(post.authorId) ?? 'non_member' };
    return { ...tweet, author, community: { id, name } };
  });
  return toWholeBodyResponse({ data });
};

/** A minimal response, because the reference shows none (assumption 7.17). Leaves out invite-only communities. */
export const gatewayUserCommunities: EndpointResponder<'gatewayUserCommunities'> = (query) => {
  const { world } = query;
  const account = requireItemByIdParam(query, 'user_id', world.account);
  const role = query.params.role;
  const data = world
    .communities()
    .filter(({ inviteOnly }) => !inviteOnly)
    .flatMap(({ id, name, memberCount }) =>
      world
        .communityMembers(id, role)
        .filter((member) => member.account.id === account.id)
        .map((member) => ({
          id,
          name,
          member_count: memberCount,
          role: member.role,
          joined_at: toIsoSeconds(member.joinedAtMs),
        })),
    );
  return toWholeBodyResponse({ data, meta: { result_count: data.length } });
};

function toGatewayCommunityMember(member: CommunityMember) {
  const { id, username, name, avatarUrl } = member.account.record;
  return { id, username, name, role: member.role, joined_at: toIsoSeconds(member.joinedAtMs), profile_image_url: avatarUrl };
}

/** An invite-only community gives 403, because no caller is a member (assumption 7.18). */
function requireOpenCommunity(query: SandboxRequest<'community_id'>): WorldCommunity {
  const community = requireItemByIdParam(query, 'community_id', query.world.community);
  return community.inviteOnly ? throwRefusal(403, 'The community is invite-only') : community;
}
