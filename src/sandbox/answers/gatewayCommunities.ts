import { eachOf } from '../world/lazy.ts';
import { byEngagement } from '../world/search/searchPosts.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Community, CommunityMember, CommunityRole } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { foundById } from './gatewayPages.ts';
import { gatewayUserOf, toGatewayTweet } from './gatewayRecords.ts';
import { body, choice, limitHint, refusal } from './hints.ts';

const roles: readonly CommunityRole[] = ['admin', 'moderator', 'member'];

/** Gateway reference, Communities. */
export const community: Answerer = (question) =>
  withCommunity(question, (found) =>
    body({
      id: found.id,
      name: found.name,
      description: found.description,
      created_at: toIsoSeconds(found.createdAtMs),
      admin: gatewayUserOf(question.world, found.adminId),
      member_count: found.memberCount,
      rules: found.rules,
      theme: { primary_color: found.primaryColor, banner_url: found.bannerUrl },
      purpose: found.purpose,
      invite_only: found.inviteOnly,
    }),
  );

/** Gateway reference, Communities; the totals are those of the whole community. */
export const communityMembers: Answerer = (question) =>
  withCommunity(question, (found) => {
    const role = choice(question, 'role', roles, undefined);
    const shown = question.world.communityMembers(found.id, role).slice(0, limitHint(question, 100, 1000));
    const [admins = 0, moderators = 0, members = 0] = roles.map((one) => question.world.communityMembers(found.id, one).length);
    return body({ data: shown.map(toMember), meta: { total_members: found.memberCount, admins, moderators, members } });
  });

/** Gateway reference, Communities. */
export const communityTweets: Answerer = (question) =>
  withCommunity(question, (found) => {
    const { world } = question;
    const posts = world.communityPosts(found.id);
    const ordered =
      choice(question, 'sort', ['recent', 'top'], 'recent') === 'top' ? byEngagement(world, [...eachOf(posts)]) : posts;
    const roleById = new Map(world.communityMembers(found.id).map((member) => [member.account.id, member.role]));
    const data = ordered.slice(0, limitHint(question, 20, 100)).map((post) => {
      const tweet = toGatewayTweet(world, post);
      const author = { ...tweet.author, community_role: roleById.get(post.authorId) ?? 'non_member' };
      return { ...tweet, author, community: { id: found.id, name: found.name } };
    });
    return body({ data });
  });

/** Gateway reference, Communities: the answer is not shown; a minimal one is assumed (decision 7.17). Invite-only ones stay hidden. */
export const userCommunities: Answerer = (question) => {
  const { world } = question;
  return foundById(question, 'user_id', world.account, (account) => {
    const role = choice(question, 'role', roles, undefined);
    const data = world
      .communities()
      .filter((found) => !found.inviteOnly)
      .flatMap((found) => {
        const member = world.communityMembers(found.id).find((one) => one.account.id === account.id);
        return member === undefined || (role !== undefined && member.role !== role)
          ? []
          : [
              {
                id: found.id,
                name: found.name,
                member_count: found.memberCount,
                role: member.role,
                joined_at: toIsoSeconds(member.joinedAtMs),
              },
            ];
      });
    return body({ data, meta: { result_count: data.length } });
  });
};

function toMember(member: CommunityMember) {
  const { id, username, name, avatarUrl } = member.account.record;
  return { id, username, name, role: member.role, joined_at: toIsoSeconds(member.joinedAtMs), profile_image_url: avatarUrl };
}

/** An invite-only community gives 403: nobody is a member here (decision 7.18). */
function withCommunity(question: Question, answer: (found: Community) => Answer): Answer {
  return foundById(question, 'community_id', question.world.community, (found) =>
    found.inviteOnly ? refusal(403, 'The community is by invitation only') : answer(found),
  );
}
