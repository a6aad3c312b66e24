import { throwRefusal } from '../reserved/refusals.ts';
import { hashText } from '../world/random.ts';
import { createTextMatcher, toSearchableText, sortByEngagement } from '../world/search/searchPosts.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldList, SandboxWorld, WorldCommunity, CommunityMember, CommunityRole } from '../world/world.ts';
import type { SandboxQuestion, EndpointAnswerer } from './answer.ts';
import { toWholeBodyAnswer, toFirstResultsAnswer, toGatewayPageAnswer } from './collectionAnswers.ts';
import { toGatewayList, toGatewayUser, toTweetPageAnswer, toGatewayUserById, toGatewayTweet } from './gatewayRecords.ts';
import { requireItemByIdParam, requireTextParam } from './params.ts';

export const gatewayList: EndpointAnswerer<'gatewayList'> = (question) =>
  toWholeBodyAnswer(toGatewayList(question.world, requirePublicList(question)));

export const gatewayListMembers: EndpointAnswerer<'gatewayListMembers'> = (question) => {
  const list = requirePublicList(question);
  const members = question.world.listMembers(list.id);
  return toGatewayPageAnswer(members, question.params.limit, (account) => toMember(account, list));
};

export const gatewayListTweets: EndpointAnswerer<'gatewayListTweets'> = (question) =>
  toTweetPageAnswer(question, question.world.listPosts(requirePublicList(question).id));

/** Gateway reference, Lists: both kinds unless `type` names one (assumption 7.15). */
export const gatewayUserLists: EndpointAnswerer<'gatewayUserLists'> = (question) => {
  const { world } = question;
  const account = requireItemByIdParam(question, 'user_id', world.account);
  const type = question.params.type;
  const limit = question.params.limit;
  const records = (without: string, isWanted: (list: WorldList) => boolean) =>
    (type === without ? [] : listPublicLists(world).filter(isWanted)).slice(0, limit).map((list) => toGatewayList(world, list));
  return toWholeBodyAnswer({
    owned_lists: records('subscribed', (list) => list.ownerId === account.id),
    subscribed_lists: records('owned', (list) => world.listFollowers(list.id).some(({ id }) => id === account.id)),
  });
};

export const gatewayListsSearch: EndpointAnswerer<'gatewayListsSearch'> = (question) => {
  const { world } = question;
  const holds = createTextMatcher(requireTextParam(question, 'q'));
  const found = listPublicLists(world).filter(({ name, description }) => holds(toSearchableText(`${name}\n${description}`)));
  return toFirstResultsAnswer(question, found, (list) => toGatewayList(world, list));
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
function requirePublicList(question: SandboxQuestion<'list_id'>): WorldList {
  const list = requireItemByIdParam(question, 'list_id', question.world.list);
  return list.private ? throwRefusal(403, 'The list is private') : list;
}

const roles: readonly CommunityRole[] = ['admin', 'moderator', 'member'];

export const gatewayCommunity: EndpointAnswerer<'gatewayCommunity'> = (question) => {
  const community = requireOpenCommunity(question);
  return toWholeBodyAnswer({
    id: community.id,
    name: community.name,
    description: community.description,
    created_at: toIsoSeconds(community.createdAtMs),
    admin: toGatewayUserById(question.world, community.adminId),
    member_count: community.memberCount,
    rules: community.rules,
    theme: { primary_color: community.primaryColor, banner_url: community.bannerUrl },
    purpose: community.purpose,
    invite_only: community.inviteOnly,
  });
};

/** Gateway reference, Communities; the totals are those of the whole community. */
export const gatewayCommunityMembers: EndpointAnswerer<'gatewayCommunityMembers'> = (question) => {
  const { id, memberCount } = requireOpenCommunity(question);
  const role = question.params.role;
  const shown = question.world.communityMembers(id, role).slice(0, question.params.limit);
  const [admins = 0, moderators = 0, members = 0] = roles.map((one) => question.world.communityMembers(id, one).length);
  return toWholeBodyAnswer({
    data: shown.map(toGatewayCommunityMember),
    meta: { total_members: memberCount, admins, moderators, members },
  });
};

export const gatewayCommunityTweets: EndpointAnswerer<'gatewayCommunityTweets'> = (question) => {
  const { world } = question;
  const { id, name } = requireOpenCommunity(question);
  const posts = world.communityPosts(id);
  const isTop = question.params.sort === 'top';
  const ordered = isTop ? sortByEngagement(world, posts) : posts;
  const roleById = new Map(world.communityMembers(id).map((member) => [member.account.id, member.role]));
  const data = ordered.slice(0, question.params.limit).map((post) => {
    const tweet = toGatewayTweet(world, post);
    const author = { ...tweet.author, community_role: roleById.get(post.authorId) ?? 'non_member' };
    return { ...tweet, author, community: { id, name } };
  });
  return toWholeBodyAnswer({ data });
};

/** Gateway reference, Communities: the answer is not shown; a minimal one is assumed (assumption 7.17). Invite-only ones stay hidden. */
export const gatewayUserCommunities: EndpointAnswerer<'gatewayUserCommunities'> = (question) => {
  const { world } = question;
  const account = requireItemByIdParam(question, 'user_id', world.account);
  const role = question.params.role;
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
  return toWholeBodyAnswer({ data, meta: { result_count: data.length } });
};

function toGatewayCommunityMember(member: CommunityMember) {
  const { id, username, name, avatarUrl } = member.account.record;
  return { id, username, name, role: member.role, joined_at: toIsoSeconds(member.joinedAtMs), profile_image_url: avatarUrl };
}

/** An invite-only community gives 403: nobody is a member here (assumption 7.18). */
function requireOpenCommunity(question: SandboxQuestion<'community_id'>): WorldCommunity {
  const community = requireItemByIdParam(question, 'community_id', question.world.community);
  return community.inviteOnly ? throwRefusal(403, 'The community is by invitation only') : community;
}
