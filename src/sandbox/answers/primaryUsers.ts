import { siteUrl } from '../world/landmarks.ts';
import { sequenceOf } from '../world/sequence.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, PostsOf, Sequence } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { built, collection, single, wholeCollection } from './collection.ts';
import { countHint, crowdedPageSize, isNumericId, refusal, type Refusal } from './hints.ts';
import { accountOfHandle, accountOfId, accountOfIdOrHandle, isRefusal } from './people.ts';
import { toTimelineTweet } from './tweetRecord.ts';

type FindAccount = (question: Question) => Account | Refusal;

const byPathId: FindAccount = (question) => accountOfId(question.world, question.texts['userId']);
const byPathHandle: FindAccount = (question) => accountOfHandle(question.world, question.texts['username'] ?? '');

/** Primary reference, index: profile by handle. */
export const userByUsername: Answerer = (question) =>
  withAccount(question, byPathHandle, (account) => single(question, account.record));

/** Primary reference, index: profile by id. */
export const userById: Answerer = (question) => withAccount(question, byPathId, (account) => single(question, account.record));

/** Primary reference, index: profiles of up to 100 accounts (decision 3.7). */
export const usersByIds: Answerer = (question) => {
  const ids = (question.texts['userIds'] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length === 0 || ids.length > 100) {
    return refusal(400, ids.length === 0 ? 'userIds is missing' : 'userIds takes at most 100 ids');
  }
  const odd = ids.find((id) => !isNumericId(id));
  if (odd !== undefined) {
    return refusal(422, `${JSON.stringify(odd)} in userIds is not a numeric id`);
  }
  const accounts = [...new Set(ids)]
    .flatMap((id) => question.world.account(id) ?? [])
    .filter((account) => account.state !== 'suspended');
  return wholeCollection(
    question,
    accounts.map((account) => account.record),
  );
};

/** Primary reference, index: data of the about-this-account panel (decision 3.9: an opaque record). */
export const userAbout: Answerer = (question) =>
  withAccount(question, byPathHandle, (account) => {
    const { id, username, name, createdAt, location, verified } = account.record;
    return single(question, {
      id,
      username,
      name,
      createdAt,
      verified,
      profileUrl: `${siteUrl}/${username}`,
      accountBasedIn: location === '' ? null : location,
      source: `${account.lang.toUpperCase()} App Store`,
      locationAccurate: account.state === 'active',
      usernameChanges: { count: '0', lastChangedAt: null },
      verifiedSince: verified ? toIsoSeconds(account.createdAtMs + 86_400_000) : null,
    });
  });

/** Primary reference, index: the timelines of a user; a protected one is empty (decision 3.6). */
export const userTweets = timeline('posts', byPathId);
export const userLikes = timeline('likes', byPathId);
export const userArticles = timeline('articles', byPathId);
/** Primary reference, User-scoped endpoints with shared parameters. */
export const userTweetsAndReplies = timeline('postsAndReplies', accountOfIdOrHandle);
export const userMedia = timeline('media', accountOfIdOrHandle);
export const userFollowers = people((account, { world }) => world.followersOf(account.id, 'all'));
export const userFollowings = people((account, { world }) => world.followingOf(account.id));
export const userVerifiedFollowers = people((account, { world }) => world.followersOf(account.id, 'verified'));

/** Primary reference, index: follow relationship between two accounts (decision 3.9: shaped like the upstream call of that name). */
export const friendshipsShow: Answerer = (question) => {
  const source = eitherAccount(question, 'source_id', 'source_screen_name');
  if (isRefusal(source)) {
    return source;
  }
  const target = eitherAccount(question, 'target_id', 'target_screen_name');
  if (isRefusal(target)) {
    return target;
  }
  const { world } = question;
  const side = (one: Account, other: Account) => ({
    id_str: one.id,
    screen_name: one.record.username,
    following: world.follows(one.id, other.id),
    followed_by: world.follows(other.id, one.id),
  });
  const relationship = { source: side(source, target), target: side(target, source) };
  return built(question, { relationship });
};

function eitherAccount(question: Question, idName: string, handleName: string): Account | Refusal {
  const id = question.texts[idName];
  const handle = question.texts[handleName];
  if (handle !== undefined) {
    return accountOfHandle(question.world, handle);
  }
  return id === undefined ? refusal(400, `${handleName} or ${idName} is missing`) : accountOfId(question.world, id);
}

function timeline(what: PostsOf, find: FindAccount): Answerer {
  return (question) =>
    withAccount(question, find, (account) => {
      const posts = account.state === 'active' ? question.world.postsOf(account.id, what) : sequenceOf([]);
      return collection(question, posts, countHint(question), (post) => toTimelineTweet(question.world, post, account.id));
    });
}

function people(find: (account: Account, question: Question) => Sequence<Account>): Answerer {
  return (question) =>
    withAccount(question, accountOfIdOrHandle, (account) => {
      const found = account.state === 'active' ? find(account, question) : sequenceOf([]);
      return collection(question, found, crowdedPageSize(question, account.id), (person) => person.record);
    });
}

function withAccount(question: Question, find: FindAccount, answer: (account: Account) => Answer): Answer {
  const account = find(question);
  return isRefusal(account) ? account : answer(account);
}
