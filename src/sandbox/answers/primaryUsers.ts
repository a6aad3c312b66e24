import { throwRefusal } from '../reserved/refusals.ts';
import type { UpstreamContext } from '../upstream/rawUserLayout.ts';
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
import type { Account, WorldPost, ProfileTab, SandboxWorld } from '../world/world.ts';
import type {
  Answerer,
  AnswererWithParams,
  AnswererParams,
  QuestionWithParams,
  AnswererResult,
  SandboxQuestion,
  EndpointAnswerer,
} from './answer.ts';
import {
  toAccountCollectionAnswer,
  toWholeBodyAnswer,
  toServiceBuiltAnswer,
  toCollectionAnswer,
  toSingleAnswer,
  toUnpagedCollectionAnswer,
} from './collectionAnswers.ts';
import {
  getFollowerPageSize,
  isNumericId,
  requireCommaSeparatedParam,
  requireAccountByHandle,
  requireAccountById,
  requireAccountByIdOrHandle,
  findHandleError,
  stripAtSign,
} from './params.ts';
import type { HandleStatus } from '../../client/schemas/primary.ts';

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
    return toWholeBodyAnswer({ data: { users } });
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
    const [pinnedId] = what === 'posts' || what === 'postsAndReplies' ? account.record.pinnedTweetIds : [];
    const toRecord = (post: WorldPost, index: number) => ({
      ...toTweetRecord(question.world, post),
      ...(index === 0 && post.id === pinnedId ? { isPinned: true } : {}),
    });
    return toCollectionAnswer(question, posts, toRecord, (items, page) => {
      const instructions = toTabInstructions(question, what, items, page, pinnedId);
      return wrapUserTimelineBody(
        instructions,
        question.rawUserLayout === 'legacy' ? 'timeline_v2' : 'timeline',
        pageByTab[what],
      );
    });
  };
}

function createUserAccountsAnswerer(
  find: (account: Account, world: SandboxWorld) => readonly Account[],
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

/** The tabs of a profile as raw timelines name them. */
const pageByTab: Readonly<Record<ProfileTab, string>> = {
  posts: 'profileBest',
  postsAndReplies: 'profileAll',
  media: 'media',
  likes: 'favorites',
  articles: 'profileArticles',
};

function toTabInstructions(
  context: UpstreamContext,
  tab: ProfileTab,
  items: readonly WorldPost[],
  page: PageBounds,
  pinnedId: string | undefined,
): TimelineInstructions {
  if (tab === 'media') return toMediaTimeline(context, items, page);
  return tab === 'likes' || tab === 'articles'
    ? toTweetTimeline(context, toTweetEntries(context, items), page)
    : toProfileTimeline(context, items, page, pinnedId);
}

/** The timelines of posts moved twice between the two names; those of people never did. */
function wrapUserTimelineBody(
  instructions: TimelineInstructions,
  root: 'timeline' | 'timeline_v2',
  page: string | undefined,
): unknown {
  const metadata = page === undefined ? {} : { metadata: { scribeConfig: { page } } };
  return { data: { user: { result: { __typename: 'User', [root]: { timeline: { instructions, ...metadata } } } } } };
}

/** The handle for which upstream cannot be asked (assumption 3.13). */
const handleWithUpstreamError = 'upstream_error';

type HandleError = Readonly<Record<'username' | 'error' | 'message', string>>;

export const usernameToId: EndpointAnswerer<'usernameToId'> = (question) =>
  toServiceBuiltAnswer(question, { id: requireAccountByHandle(question.world, question.params.username).id });

export const usernamesToIds: EndpointAnswerer<'usernamesToIds'> = (question) => {
  const handles = requireDistinctHandles(question, 100);
  const faults = handles.flatMap((handle) => findHandleError(handle, 2) ?? []);
  const fault = faults.find((one) => one.status === 400) ?? faults[0];
  if (fault !== undefined) {
    return throwRefusal(fault.status, fault.message);
  }
  const userIds: [string, string][] = [];
  const errors: HandleError[] = [];
  for (const handle of handles) {
    const account = question.world.accountByHandle(handle);
    if (handle.toLowerCase() === handleWithUpstreamError) {
      errors.push(toUpstreamHandleError(handle));
    } else if (account === undefined) {
      errors.push({ username: handle, error: 'not_found', message: 'There is no account with this handle' });
    } else if (account.state === 'suspended') {
      errors.push({ username: handle, error: 'suspended', message: 'The account is suspended' });
    } else {
      userIds.push([handle, account.id]);
    }
  }
  return toServiceBuiltAnswer(question, { userIds: Object.fromEntries(userIds), ...toErrorsField(errors) });
};

/** Primary reference, GET /user/usernames/status; a badly formed handle is not found (assumption 3.11). */
export const usernamesStatus: EndpointAnswerer<'usernamesStatus'> = (question) => {
  const handles = requireDistinctHandles(question, 500);
  const statuses = handles.map((handle) => [handle, getHandleStatus(question.world, handle)] as const);
  const errors = statuses.filter(([, status]) => status === 'error').map(([handle]) => toUpstreamHandleError(handle));
  return toServiceBuiltAnswer(question, { usernamesStatus: Object.fromEntries(statuses), ...toErrorsField(errors) });
};

/** The first spelling of each handle, without `@` (assumption 3.10). */
function requireDistinctHandles(question: SandboxQuestion<'usernames'>, max: number): readonly string[] {
  const first = new Map<string, string>();
  for (const part of requireCommaSeparatedParam(question, 'usernames', max, 'handles')) {
    const handle = stripAtSign(part);
    first.set(handle.toLowerCase(), first.get(handle.toLowerCase()) ?? handle);
  }
  return [...first.values()];
}

function getHandleStatus(world: SandboxWorld, handle: string): HandleStatus {
  if (handle.toLowerCase() === handleWithUpstreamError) {
    return 'error';
  }
  return world.accountByHandle(handle)?.state ?? 'not-found';
}

function toUpstreamHandleError(username: string): HandleError {
  return { username, error: 'upstream_error', message: 'The platform could not be asked, try again later' };
}

function toErrorsField(errors: readonly HandleError[]): { readonly errors?: readonly HandleError[] } {
  return errors.length === 0 ? {} : { errors };
}
