import { throwRefusal } from '../reserved/refusals.ts';
import { toUpstreamKeyOrder, type UpstreamContext } from '../upstream/rawUserLayout.ts';
import {
  toFollowersTimeline,
  type TimelineInstructions,
  toMediaTimeline,
  type PageBounds,
  toProfileTimeline,
  toTweetEntries,
  toTweetTimeline,
} from '../upstream/timeline.ts';
import { toAppStoreName, toAboutAccount, getVerifiedSinceMs, toUserResult } from '../upstream/upstreamUser.ts';
import { deriveHandleChangeCountAndTime } from '../world/extras.ts';
import { syntheticPlatformUrl } from '../world/landmarks.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import { toTweetRecord } from '../world/toTweetRecord.ts';
import type { Account, WorldPost, ProfileTab, SliceableSequence, SandboxWorld } from '../world/world.ts';
import type {
  Answerer,
  AnswererWithParams,
  AnswererParams,
  QuestionWithParams,
  AnswererResult,
  SandboxQuestion,
} from './answer.ts';
import {
  toAccountCollectionAnswer,
  toWholeBodyAnswer,
  toServiceBuiltAnswer,
  toCollectionAnswer,
  toSingleAnswer,
  toUnpagedCollectionAnswer,
} from './collectionAnswers.ts';
import { getFollowerPageSize, isNumericId, requireCommaSeparatedParam } from './params.ts';
import { requireAccountByHandle, requireAccountById, requireAccountByIdOrHandle } from './accountParams.ts';
import type { EndpointAnswerer } from './rows.ts';

const requireAccountByPathId = ({ world, params }: SandboxQuestion<'userId'>): Account =>
  requireAccountById(world, params.userId);
const requireAccountByPathHandle = ({ world, params }: SandboxQuestion<'username'>): Account =>
  requireAccountByHandle(world, params.username);

export const userByUsername: EndpointAnswerer<'userByUsername'> = (question) =>
  toUserAnswer(question, requireAccountByPathHandle(question));

export const userById: EndpointAnswerer<'userById'> = (question) => toUserAnswer(question, requireAccountByPathId(question));

export const usersByIds: EndpointAnswerer<'usersByIds'> = (question) => {
  const ids = requireCommaSeparatedParam(question, 'userIds', 100, 'ids');
  const odd = ids.find((id) => !isNumericId(id));
  if (odd !== undefined) {
    return throwRefusal(422, `${JSON.stringify(odd)} in userIds is not a numeric id`);
  }
  const accounts = [...new Set(ids)].flatMap((id) => question.world.account(id) ?? []);
  if (question.format === 'raw') {
    const users = accounts.map((account) => ({ result: toUserResult(question, account) }));
    return toWholeBodyAnswer(toUpstreamKeyOrder(question, { data: { users } }));
  }
  return toUnpagedCollectionAnswer(accounts.filter((account) => account.state !== 'suspended').map((account) => account.record));
};

/** Primary reference, index: data of the about-this-account panel (assumption 3.9: an opaque record). */
export const userAbout: EndpointAnswerer<'userAbout'> = (question) => {
  const account = requireAccountByPathHandle(question);
  const { id, username, name, createdAt, location, verified } = account.record;
  const { count, lastAtMs } = deriveHandleChangeCountAndTime(account);
  const about = {
    id,
    username,
    name,
    createdAt,
    verified,
    profileUrl: `${syntheticPlatformUrl}/${username}`,
    accountBasedIn: location === '' ? null : location,
    source: toAppStoreName(account),
    locationAccurate: account.state === 'active',
    usernameChanges: { count: String(count), lastChangedAt: lastAtMs === undefined ? null : toIsoSeconds(lastAtMs) },
    verifiedSince: verified ? toIsoSeconds(getVerifiedSinceMs(account)) : null,
    affiliateUsername: null,
    isIdentityVerified: false,
  };
  return toSingleAnswer(question, about, () => toAboutAccount(account));
};

/** Primary reference, index: the timelines of a user; a protected one is empty (assumption 3.6). */
export const userTweets = createProfileTabAnswerer('posts', requireAccountByPathId);
export const userLikes = createProfileTabAnswerer('likes', requireAccountByPathId);
export const userArticles = createProfileTabAnswerer('articles', requireAccountByPathId);
export const userTweetsAndReplies = createProfileTabAnswerer('postsAndReplies', requireAccountByIdOrHandle);
export const userMedia = createProfileTabAnswerer('media', requireAccountByIdOrHandle);
export const userFollowers = createUserAccountsAnswerer((account, world) => world.followersOf(account.id, 'all'));
export const userFollowings = createUserAccountsAnswerer((account, world) => world.followingOf(account.id));
export const userVerifiedFollowers = createUserAccountsAnswerer((account, world) => world.followersOf(account.id, 'verified'));

/** Primary reference, index: follow relationship between two accounts (assumption 3.9: shaped like the upstream call of that name). */
export const friendshipsShow: EndpointAnswerer<'friendshipsShow'> = (question) => {
  const { world } = question;
  const source = requireFriendshipAccount(question, 'source');
  const target = requireFriendshipAccount(question, 'target');
  const side = (one: Account, other: Account) => ({
    id_str: one.id,
    screen_name: one.record.username,
    following: world.isFollowing(one.id, other.id),
    followed_by: world.isFollowing(other.id, one.id),
  });
  // only of the source does upstream say how it set up the relationship
  const setUp = {
    all_replies: false,
    blocking: false,
    marked_spam: false,
    muting: false,
    notifications_enabled: false,
    want_retweets: world.isFollowing(source.id, target.id),
  };
  const relationship = { source: { ...side(source, target), ...setUp }, target: side(target, source) };
  return toServiceBuiltAnswer(question, { relationship });
};

type FriendshipParamName = 'source_id' | 'source_screen_name' | 'target_id' | 'target_screen_name';

function requireFriendshipAccount({ world, params }: SandboxQuestion<FriendshipParamName>, side: 'source' | 'target'): Account {
  const id = params[`${side}_id`];
  const handle = params[`${side}_screen_name`];
  if (handle !== undefined) {
    return requireAccountByHandle(world, handle);
  }
  return id === undefined ? throwRefusal(400, `${side}_screen_name or ${side}_id is missing`) : requireAccountById(world, id);
}

function toUserAnswer(question: SandboxQuestion, account: Account): AnswererResult {
  return toSingleAnswer(question, account.record, () => ({ data: { user: { result: toUserResult(question, account) } } }));
}

function createProfileTabAnswerer<P>(
  what: ProfileTab,
  find: (question: QuestionWithParams<P>) => Account,
): AnswererWithParams<P & AnswererParams<'count'>> {
  return (question) => {
    const account = find(question);
    const posts = account.state === 'active' ? question.world.postsOf(account.id, what) : [];
    const tab = profileTabTimelines[what];
    const [pinnedId] = tab.toInstructions === toTimelineWithPinnedPost ? account.record.pinnedTweetIds : [];
    const toRecord = (post: WorldPost, index: number) => ({
      ...toTweetRecord(question.world, post),
      ...(index === 0 && post.id === pinnedId ? { isPinned: true } : {}),
    });
    return toCollectionAnswer(question, posts, toRecord, (items, page) => {
      const instructions = tab.toInstructions(question, items, page, account);
      return wrapUserTimelineBody(instructions, question.rawUserLayout === 'legacy' ? 'timeline_v2' : 'timeline', tab.page);
    });
  };
}

function createUserAccountsAnswerer(
  find: (account: Account, world: SandboxWorld) => SliceableSequence<Account>,
): Answerer<'userId' | 'username' | 'count'> {
  return (question) => {
    const account = requireAccountByIdOrHandle(question);
    const found = account.state === 'active' ? find(account, question.world) : [];
    return toAccountCollectionAnswer(
      question,
      found,
      (items, page) => wrapUserTimelineBody(toFollowersTimeline(question, items, page), 'timeline', undefined),
      getFollowerPageSize(question, account.id),
    );
  };
}

type TabTimelineFormatter = (
  question: UpstreamContext,
  items: readonly WorldPost[],
  page: PageBounds,
  account: Account,
) => TimelineInstructions;

/** Only these two tabs lead with the pinned post. */
const toTimelineWithPinnedPost: TabTimelineFormatter = (question, items, page, account) =>
  toProfileTimeline(question, items, page, account.record.pinnedTweetIds[0]);
const toTimelineWithoutPinnedPost: TabTimelineFormatter = (question, items, page) =>
  toTweetTimeline(question, toTweetEntries(question, items), page);

/** The tabs of a profile in raw answers: the name of the page, as the timeline says it, and what is on it. */
const profileTabTimelines: Readonly<
  Record<ProfileTab, { readonly page: string; readonly toInstructions: TabTimelineFormatter }>
> = {
  posts: { page: 'profileBest', toInstructions: toTimelineWithPinnedPost },
  postsAndReplies: { page: 'profileAll', toInstructions: toTimelineWithPinnedPost },
  media: { page: 'media', toInstructions: toMediaTimeline },
  likes: { page: 'favorites', toInstructions: toTimelineWithoutPinnedPost },
  articles: { page: 'profileArticles', toInstructions: toTimelineWithoutPinnedPost },
};

/** The timelines of posts moved twice between the two names; those of people never did. */
function wrapUserTimelineBody(
  instructions: TimelineInstructions,
  root: 'timeline' | 'timeline_v2',
  page: string | undefined,
): unknown {
  const metadata = page === undefined ? {} : { metadata: { scribeConfig: { page } } };
  return { data: { user: { result: { __typename: 'User', [root]: { timeline: { instructions, ...metadata } } } } } };
}
