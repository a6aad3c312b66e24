import type { Community as CommunityRecord, User } from '../../client/schemas/primary.ts';
import { tweetLines, tweetTimeline } from '../upstream/timeline.ts';
import { joinPolicyOf, toUpstreamCommunity } from '../upstream/upstreamGroups.ts';
import { globalId } from '../upstream/upstreamText.ts';
import { toMemberStub } from '../upstream/upstreamUser.ts';
import type { Community } from '../world/groupEntities.ts';
import { eachOf, sequenceOf } from '../world/sequence.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, CommunityMember, CommunityRole, Sequence } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { collection, single, type ToRawPage } from './collection.ts';
import { countHint, isNumericId, refusal } from './hints.ts';
import { toTweet } from '../world/tweetRecord.ts';

/** Primary reference, index: search communities by keyword (decision 6.5). */
export const communitiesSearch: Answerer = (question) => {
  const term = (question.texts['searchTerm'] ?? '').trim().toLowerCase();
  if (term === '') {
    return refusal(400, 'searchTerm is missing');
  }
  const found = [...eachOf(question.world.communities())].filter((community) =>
    `${community.name}\n${community.description}`.toLowerCase().includes(term),
  );
  return collection(question, sequenceOf(found), countHint(question), toCommunity, (items, page) => {
    const items_results = items.map((found) => ({
      id: globalId('CommunityResults', found.id),
      result: toUpstreamCommunity(question, found),
    }));
    return { data: { communities_search_slice: { items_results, slice_info: page.isEnd ? {} : { next_cursor: page.bottom } } } };
  });
};

/** Primary reference, index: community details (decision 6.4). */
export const community: Answerer = (question) =>
  withCommunity(question, (found) =>
    single(question, toCommunity(found), () => inCommunity(found.id, toUpstreamCommunity(question, found))),
  );

/** Primary reference, Community endpoints. */
export const communityTweets: Answerer = (question) =>
  withCommunity(question, ({ id }) =>
    collection(
      question,
      question.world.communityPosts(id),
      countHint(question),
      (post) => toTweet(question.world, post),
      (items, page) => {
        const instructions = tweetTimeline(question, tweetLines(question, items), page);
        const timeline = { instructions, metadata: { scribeConfig: { page: 'top' } } };
        return inCommunity(id, { __typename: 'Community', ranked_community_timeline: { timeline } });
      },
    ),
  );

/** Primary reference, index: community members (decision 6.6). As of the moderators, upstream sends stubs. */
export const communityMembers: Answerer = (question) =>
  withCommunity(question, ({ id }) =>
    members(question, question.world.communityMembers(id), slicePage(question, id, 'members_slice')),
  );

/** Primary reference, index: members whose handle matches a text (decision 6.7). */
export const communityMembersSearch: Answerer = (question) =>
  withCommunity(question, ({ id }) => {
    const text = (question.texts['query'] ?? '').trim().toLowerCase();
    if (text === '') {
      return refusal(400, 'query is missing');
    }
    const found = [...eachOf(question.world.communityMembers(id))].filter((member) =>
      member.account.record.username.toLowerCase().includes(text),
    );
    return members(question, sequenceOf(found), undefined);
  });

/** Primary reference, Community endpoints: admins, then moderators. Upstream sends stubs, so what is unknown is 0 or null (primary reference, User). */
export const communityModerators: Answerer = (question) =>
  withCommunity(question, ({ id }) => {
    const admins = question.world.communityMembers(id, 'admin');
    const moderators = question.world.communityMembers(id, 'moderator');
    const both: Sequence<CommunityMember> = {
      length: admins.length + moderators.length,
      slice: (start, end) => [
        ...admins.slice(Math.min(start, admins.length), Math.min(end, admins.length)),
        ...moderators.slice(Math.max(start - admins.length, 0), Math.max(end - admins.length, 0)),
      ],
    };
    return members(question, both, slicePage(question, id, 'moderators_slice'));
  });

function members(question: Question, found: Sequence<CommunityMember>, toRaw: ToRawPage<CommunityMember> | undefined): Answer {
  return collection(question, found, countHint(question), (member) => toStub(member.account), toRaw);
}

/** A slice of people: only where another page exists is there a cursor (primary reference, Community endpoints). */
function slicePage(
  question: Question,
  communityId: string,
  slice: 'members_slice' | 'moderators_slice',
): ToRawPage<CommunityMember> {
  return (found, page) => {
    const items_results = found.map(({ account, role }) => ({
      id: globalId('UserResults', account.id),
      result: toMemberStub(question, account, roleNames[role]),
    }));
    const slice_info = page.isEnd ? {} : { next_cursor: page.bottom };
    const id = globalId('Community', communityId);
    return inCommunity(communityId, { __typename: 'Community', id, [slice]: { items_results, slice_info } });
  };
}

const roleNames: Readonly<Record<CommunityRole, string>> = { admin: 'Admin', moderator: 'Moderator', member: 'Member' };

function inCommunity(id: string, result: unknown): unknown {
  return { data: { communityResults: { id: globalId('CommunityResults', id), result } } };
}

/** The simple record of a user of whom upstream sends little more than the name. */
function toStub(account: Account): User {
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

function toCommunity(found: Community): CommunityRecord {
  return {
    id: found.id,
    name: found.name,
    description: found.description,
    createdAt: toIsoSeconds(found.createdAtMs),
    memberCount: found.memberCount,
    moderatorCount: found.moderatorCount,
    joinPolicy: joinPolicyOf(found),
    bannerUrl: found.bannerUrl,
    rules: [...found.rules],
    isNsfw: found.isNsfw,
  };
}

function withCommunity(question: Question, answer: (found: Community) => Answer): Answer {
  const id = question.texts['communityId'];
  if (!isNumericId(id)) {
    return refusal(422, 'communityId takes digits only, at most 30');
  }
  const found = question.world.community(id);
  return found === undefined ? refusal(400, `Community ${id} was not found`) : answer(found);
}
