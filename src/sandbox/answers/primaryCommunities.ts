import type { Community as CommunityRecord } from '../../client/records/community.ts';
import type { User } from '../../client/records/user.ts';
import type { Community } from '../world/groupEntities.ts';
import { eachOf, madeSequence, sequenceOf } from '../world/sequence.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { collection, single } from './collection.ts';
import { countHint, isNumericId, refusal } from './hints.ts';
import { toTweet } from './tweetRecord.ts';

/** Primary reference, index: search communities by keyword (decision 6.5). */
export const communitiesSearch: Answerer = (question) => {
  const term = (question.texts['searchTerm'] ?? '').trim().toLowerCase();
  if (term === '') {
    return refusal(400, 'searchTerm is missing');
  }
  const found = [...eachOf(question.world.communities())].filter((community) =>
    `${community.name}\n${community.description}`.toLowerCase().includes(term),
  );
  return collection(question, sequenceOf(found), countHint(question), toCommunity);
};

/** Primary reference, index: community details (decision 6.4). */
export const community: Answerer = (question) => withCommunity(question, (found) => single(question, toCommunity(found)));

/** Primary reference, Community endpoints. */
export const communityTweets: Answerer = (question) =>
  withCommunity(question, ({ id }) =>
    collection(question, question.world.communityPosts(id), countHint(question), (post) => toTweet(question.world, post)),
  );

/** Primary reference, index: community members (decision 6.6). */
export const communityMembers: Answerer = (question) =>
  withCommunity(question, ({ id }) =>
    collection(question, question.world.communityMembers(id), countHint(question), (member) => member.account.record),
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
    return collection(question, sequenceOf(found), countHint(question), (member) => member.account.record);
  });

/** Primary reference, Community endpoints: admins, then moderators. Upstream sends stubs, so what is unknown is 0 or null (primary reference, User). */
export const communityModerators: Answerer = (question) =>
  withCommunity(question, ({ id }) => {
    const admins = question.world.communityMembers(id, 'admin');
    const moderators = question.world.communityMembers(id, 'moderator');
    const both = madeSequence(admins.length + moderators.length, (position) =>
      position < admins.length
        ? admins.slice(position, position + 1)
        : moderators.slice(position - admins.length, position - admins.length + 1),
    );
    return collection(question, both, countHint(question), (cut) => cut.map((member) => toStub(member.account))[0]);
  });

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
    joinPolicy: found.inviteOnly ? 'RestrictedJoinRequestsRequireModeratorApproval' : 'Open',
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
