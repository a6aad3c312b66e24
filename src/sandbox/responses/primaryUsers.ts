import { RefusalError, throwRefusal } from '../refusals.ts';
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
  Responder,
  ResponderWithParams,
  ResponderParams,
  QueryWithParams,
  ResponderResult,
  SandboxRequest,
  EndpointResponder,
} from './response.ts';
import {
  toAccountCollectionResponse,
  toWholeBodyResponse,
  toServiceBuiltResponse,
  toCollectionResponse,
  toSingleResponse,
  toUnpagedCollectionResponse,
} from './collectionResponses.ts';
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

const requireAccountByPathId = ({ world, params }: SandboxRequest<'userId'>): Account => requireAccountById(world, params.userId);
const requireAccountByPathHandle = ({ world, params }: SandboxRequest<'username'>): Account =>
  requireAccountByHandle(world, params.username);

export const userByUsername: EndpointResponder<'userByUsername'> = (query) =>
  toUserResponse(query, requireAccountByPathHandle(query));

export const userById: EndpointResponder<'userById'> = (query) => toUserResponse(query, requireAccountByPathId(query));

export const usersByIds: EndpointResponder<'usersByIds'> = (query) => {
  const ids = requireCommaSeparatedParam(query, 'userIds', 100, 'ids');
  const invalid = ids.find((id) => !isNumericId(id));
  if (invalid !== undefined) return throwRefusal(422, `${JSON.stringify(invalid)} in userIds is not a numeric id`);
  const accounts = [...new Set(ids)].flatMap((id) => query.world.account(id) ?? []);
  if (query.format === 'raw') {
    const users = accounts.map((account) => ({ result: toUserResult(query, account) }));
    return toWholeBodyResponse({ data: { users } });
  }
  return toUnpagedCollectionResponse(
    accounts.filter((account) => account.state !== 'suspended').map((account) => account.record),
  );
};

/** Primary reference, index; assumption 3.9. */
export const userAbout: EndpointResponder<'userAbout'> = (query) => {
  const account = requireAccountByPathHandle(query);
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
  return toSingleResponse(query, about, () => toAboutAccount(account));
};

/** Primary reference, index. A protected user's timelines are empty (assumption 3.6). */
export const userTweets = createProfileTabResponder('posts', requireAccountByPathId);
export const userLikes = createProfileTabResponder('likes', requireAccountByPathId);
export const userArticles = createProfileTabResponder('articles', requireAccountByPathId);
export const userTweetsAndReplies = createProfileTabResponder('postsAndReplies', requireAccountByIdOrHandle);
export const userMedia = createProfileTabResponder('media', requireAccountByIdOrHandle);
export const userFollowers = createUserAccountsResponder((account, world) => world.followersOf(account.id, 'all'));
export const userFollowings = createUserAccountsResponder((account, world) => world.followingOf(account.id));
export const userVerifiedFollowers = createUserAccountsResponder((account, world) => world.followersOf(account.id, 'verified'));

/** Primary reference, index; upstream's schema (assumption 3.9). */
export const friendshipsShow: EndpointResponder<'friendshipsShow'> = (query) => {
  const { world } = query;
  const source = requireFriendshipAccount(query, 'source');
  const target = requireFriendshipAccount(query, 'target');
  const side = (one: Account, other: Account) => ({
    id_str: one.id,
    screen_name: one.record.username,
    following: world.isFollowing(one.id, other.id),
    followed_by: world.isFollowing(other.id, one.id),
  });
  const sourceSettings = {
    all_replies: false,
    blocking: false,
    marked_spam: false,
    muting: false,
    notifications_enabled: false,
    want_retweets: world.isFollowing(source.id, target.id),
  };
  const relationship = { source: { ...side(source, target), ...sourceSettings }, target: side(target, source) };
  return toServiceBuiltResponse(query, { relationship });
};

type FriendshipParamName = 'source_id' | 'source_screen_name' | 'target_id' | 'target_screen_name';

function requireFriendshipAccount({ world, params }: SandboxRequest<FriendshipParamName>, side: 'source' | 'target'): Account {
  const id = params[`${side}_id`];
  const handle = params[`${side}_screen_name`];
  if (handle !== undefined) return requireAccountByHandle(world, handle);
  return id === undefined ? throwRefusal(400, `${side}_screen_name or ${side}_id is missing`) : requireAccountById(world, id);
}

function toUserResponse(query: SandboxRequest, account: Account): ResponderResult {
  return toSingleResponse(query, account.record, () => ({ data: { user: { result: toUserResult(query, account) } } }));
}

function createProfileTabResponder<P>(
  tab: ProfileTab,
  find: (query: QueryWithParams<P>) => Account,
): ResponderWithParams<P & ResponderParams<'count'>> {
  return (query) => {
    const account = find(query);
    const posts = account.state === 'active' ? query.world.postsOf(account.id, tab) : [];
    const [pinnedId] = tab === 'posts' || tab === 'postsAndReplies' ? account.record.pinnedTweetIds : [];
    const toRecord = (post: WorldPost, index: number) => ({
      ...toTweetRecord(query.world, post),
      ...(index === 0 && post.id === pinnedId ? { isPinned: true } : {}),
    });
    return toCollectionResponse(query, posts, toRecord, (items, page) => {
      const instructions = toTabInstructions(query, tab, items, page, pinnedId);
      return wrapUserTimelineBody(instructions, query.rawUserLayout === 'legacy' ? 'timeline_v2' : 'timeline', pageByTab[tab]);
    });
  };
}

function createUserAccountsResponder(
  find: (account: Account, world: SandboxWorld) => readonly Account[],
): Responder<'userId' | 'username' | 'count'> {
  return (query) => {
    const account = requireAccountByIdOrHandle(query);
    const found = account.state === 'active' ? find(account, query.world) : [];
    return toAccountCollectionResponse(
      query,
      found,
      (items, page) => wrapUserTimelineBody(toFollowersTimeline(query, items, page), 'timeline', undefined),
      getFollowerPageSize(query, account.id),
    );
  };
}

/** Tab names in raw timelines. */
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

/** Post timelines have had both names, user timelines only `timeline`. */
function wrapUserTimelineBody(
  instructions: TimelineInstructions,
  root: 'timeline' | 'timeline_v2',
  page: string | undefined,
): unknown {
  const metadata = page === undefined ? {} : { metadata: { scribeConfig: { page } } };
  return { data: { user: { result: { __typename: 'User', [root]: { timeline: { instructions, ...metadata } } } } } };
}

/** The handle that simulates an upstream error (assumption 3.13). */
const handleWithUpstreamError = 'upstream_error';

type HandleError = Readonly<Record<'username' | 'error' | 'message', string>>;

export const usernameToId: EndpointResponder<'usernameToId'> = (query) =>
  toServiceBuiltResponse(query, { id: requireAccountByHandle(query.world, query.params.username).id });

export const usernamesToIds: EndpointResponder<'usernamesToIds'> = (query) => {
  const handles = requireDistinctHandles(query, 100);
  const handleErrors = handles.flatMap((handle) => findHandleError(handle, 2) ?? []);
  const error = handleErrors.find(({ status }) => status === 400) ?? handleErrors[0];
  if (error !== undefined) throw new RefusalError(error);
  const userIds: [string, string][] = [];
  const errors: HandleError[] = [];
  for (const handle of handles) {
    const account = query.world.accountByHandle(handle);
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
  return toServiceBuiltResponse(query, { userIds: Object.fromEntries(userIds), ...toErrorsField(errors) });
};

/** Primary reference, GET /user/usernames/status. An invalid handle is treated as not found (assumption 3.11). */
export const usernamesStatus: EndpointResponder<'usernamesStatus'> = (query) => {
  const handles = requireDistinctHandles(query, 500);
  const statuses = handles.map((handle) => [handle, getHandleStatus(query.world, handle)] as const);
  const errors = statuses.filter(([, status]) => status === 'error').map(([handle]) => toUpstreamHandleError(handle));
  return toServiceBuiltResponse(query, { usernamesStatus: Object.fromEntries(statuses), ...toErrorsField(errors) });
};

/** Handles without `@`; the first of several spellings (assumption 3.10). */
function requireDistinctHandles(query: SandboxRequest<'usernames'>, max: number): readonly string[] {
  const first = new Map<string, string>();
  for (const part of requireCommaSeparatedParam(query, 'usernames', max, 'handles')) {
    const handle = stripAtSign(part);
    first.set(handle.toLowerCase(), first.get(handle.toLowerCase()) ?? handle);
  }
  return [...first.values()];
}

function getHandleStatus(world: SandboxWorld, handle: string): HandleStatus {
  if (handle.toLowerCase() === handleWithUpstreamError) return 'error';
  return world.accountByHandle(handle)?.state ?? 'not-found';
}

function toUpstreamHandleError(username: string): HandleError {
  return { username, error: 'upstream_error', message: 'The platform could not be asked, try again later' };
}

function toErrorsField(errors: readonly HandleError[]): { readonly errors?: readonly HandleError[] } {
  return errors.length === 0 ? {} : { errors };
}
