import { inWireOrder } from '../upstream/rawUser.ts';
import {
  followTimeline,
  type Instructions,
  mediaTimeline,
  type PageEdges,
  profileTimeline,
  tweetLines,
  tweetTimeline,
} from '../upstream/timeline.ts';
import { storeOf, toAboutAccount, verifiedSinceMs } from '../upstream/upstreamAbout.ts';
import { toUserResult } from '../upstream/upstreamUser.ts';
import { renamesOf } from '../world/extras.ts';
import { siteUrl } from '../world/landmarks.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import { toTimelineTweet, toTweet } from '../world/tweetRecord.ts';
import type { Account, Post, PostsOf, Sequence } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { built, collection, single, wholeCollection } from './collection.ts';
import { body, countHint, crowdedPageSize, isNumericId, refusal, type Refusal } from './hints.ts';
import { accountOfHandle, accountOfId, accountOfIdOrHandle, isRefusal } from './people.ts';

type FindAccount = (question: Question) => Account | Refusal;

const byPathId: FindAccount = (question) => accountOfId(question.world, question.texts['userId']);
const byPathHandle: FindAccount = (question) => accountOfHandle(question.world, question.texts['username'] ?? '');

/** Primary reference, index: profile by handle. */
export const userByUsername: Answerer = (question) =>
  withAccount(question, byPathHandle, (account) => profile(question, account));

/** Primary reference, index: profile by id. */
export const userById: Answerer = (question) => withAccount(question, byPathId, (account) => profile(question, account));

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
  const accounts = [...new Set(ids)].flatMap((id) => question.world.account(id) ?? []);
  if (question.format === 'raw') {
    const users = accounts.map((account) => ({ result: toUserResult(question, account) }));
    return body(inWireOrder(question, { data: { users } }));
  }
  return wholeCollection(accounts.filter((account) => account.state !== 'suspended').map((account) => account.record));
};

/** Primary reference, index: data of the about-this-account panel (decision 3.9: an opaque record). */
export const userAbout: Answerer = (question) =>
  withAccount(question, byPathHandle, (account) => {
    const { id, username, name, createdAt, location, verified } = account.record;
    const { count, lastAtMs } = renamesOf(account);
    const about = {
      id,
      username,
      name,
      createdAt,
      verified,
      profileUrl: `${siteUrl}/${username}`,
      accountBasedIn: location === '' ? null : location,
      source: storeOf(account),
      locationAccurate: account.state === 'active',
      usernameChanges: { count: String(count), lastChangedAt: lastAtMs === undefined ? null : toIsoSeconds(lastAtMs) },
      verifiedSince: verified ? toIsoSeconds(verifiedSinceMs(account)) : null,
    };
    return single(question, about, () => toAboutAccount(account));
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
  // only of the source does upstream say how it set up the relationship
  const setUp = {
    all_replies: false,
    blocking: false,
    marked_spam: false,
    muting: false,
    notifications_enabled: false,
    want_retweets: world.follows(source.id, target.id),
  };
  const relationship = { source: { ...side(source, target), ...setUp }, target: side(target, source) };
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

function profile(question: Question, account: Account): Answer {
  return single(question, account.record, () => ({ data: { user: { result: toUserResult(question, account) } } }));
}

function timeline(what: PostsOf, find: FindAccount): Answerer {
  return (question) =>
    withAccount(question, find, (account) => {
      const posts = account.state === 'active' ? question.world.postsOf(account.id, what) : [];
      const toRecord = (post: Post) =>
        isProfile(what) ? toTimelineTweet(question.world, post, account.id) : toTweet(question.world, post);
      return collection(question, posts, countHint(question), toRecord, (items, page) => {
        const instructions = postInstructions(question, what, items, page, account);
        return inTimeline(instructions, question.rawUser === 'legacy' ? 'timeline_v2' : 'timeline', pages[what]);
      });
    });
}

function people(find: (account: Account, question: Question) => Sequence<Account>): Answerer {
  return (question) =>
    withAccount(question, accountOfIdOrHandle, (account) => {
      const found = account.state === 'active' ? find(account, question) : [];
      return collection(
        question,
        found,
        crowdedPageSize(question, account.id),
        (person) => person.record,
        (items, page) => inTimeline(followTimeline(question, items, page), 'timeline', undefined),
      );
    });
}

/** The names of the pages, as the timelines say them. */
const pages: Readonly<Record<PostsOf, string>> = {
  posts: 'profileBest',
  postsAndReplies: 'profileAll',
  media: 'media',
  likes: 'favorites',
  articles: 'profileArticles',
};

/** Only these two tabs lead with the pinned post. */
function isProfile(what: PostsOf): boolean {
  return what === 'posts' || what === 'postsAndReplies';
}

function postInstructions(
  question: Question,
  what: PostsOf,
  items: readonly Post[],
  page: PageEdges,
  account: Account,
): Instructions {
  switch (what) {
    case 'posts':
    case 'postsAndReplies':
      return profileTimeline(question, items, page, account.record.pinnedTweetIds[0]);
    case 'media':
      return mediaTimeline(question, items, page);
    case 'likes':
    case 'articles':
      return tweetTimeline(question, tweetLines(question, items), page);
  }
}

/** The timelines of posts moved twice between the two names; those of people never did. */
function inTimeline(instructions: Instructions, root: 'timeline' | 'timeline_v2', page: string | undefined): unknown {
  const metadata = page === undefined ? {} : { metadata: { scribeConfig: { page } } };
  return { data: { user: { result: { __typename: 'User', [root]: { timeline: { instructions, ...metadata } } } } } };
}

function withAccount(question: Question, find: FindAccount, answer: (account: Account) => Answer): Answer {
  const account = find(question);
  return isRefusal(account) ? account : answer(account);
}
