import { isEmpty, isObject, listIn, objectIn, textIn } from './node.ts';
import { type PageBuilder, placeAbsent, placeTweet } from './pageBuilder.ts';
import { toAbout } from './readAbout.ts';
import { toCommunity, toList } from './readGroups.ts';
import { toJob } from './readJob.ts';
import { step, type Trail, warn } from './reading.ts';
import { readTimeline } from './readTimeline.ts';
import { readOtherTimeline } from './readOtherTimeline.ts';
import { readTweet } from './readTweet.ts';
import { toLocation } from './readTrends.ts';
import { readUser } from './readUser.ts';
import type { Operation, UpstreamRecord } from './upstreamPage.ts';

/** What may stand under `data`, one for each operation (upstream shapes, section 1). */
interface RawData {
  readonly user?: unknown;
  readonly threaded_conversation_with_injections_v2?: unknown;
  readonly threaded_conversation_with_injections?: unknown;
  readonly search_by_raw_query?: unknown;
  readonly list?: unknown;
  readonly communityResults?: unknown;
  readonly retweeters_timeline?: unknown;
  readonly favoriters_timeline?: unknown;
  readonly bookmark_timeline_v2?: unknown;
  readonly tweetResult?: unknown;
  readonly tweet_results?: unknown;
  readonly users?: unknown;
  readonly user_results?: unknown;
  readonly user_result_by_screen_name?: unknown;
  readonly timeline?: unknown;
  readonly communities_search_slice?: unknown;
  readonly job_search?: unknown;
  readonly jobData?: unknown;
  readonly location_type_ahead?: unknown;
}

/** The steps between an operation and its instructions. */
interface RawRoot {
  readonly __typename?: unknown;
  readonly result?: unknown;
  readonly timeline?: unknown;
  readonly timeline_v2?: unknown;
  readonly instructions?: unknown;
  readonly search_timeline?: unknown;
  readonly tweets_timeline?: unknown;
  readonly members_timeline?: unknown;
  readonly subscribers_timeline?: unknown;
  readonly ranked_community_timeline?: unknown;
  readonly community_media_timeline?: unknown;
  readonly members_slice?: unknown;
  readonly moderators_slice?: unknown;
}

interface RawSlice {
  readonly items_results?: unknown;
  readonly slice_info?: unknown;
  readonly next_cursor?: unknown;
  readonly result?: unknown;
}

type ReadOne = (page: PageBuilder, trail: Trail | undefined, value: unknown) => void;

/** Reads what stands under `data`; undefined where nothing of it is known. */
export function readData(page: PageBuilder, trail: Trail | undefined, value: object): Operation | undefined {
  const data: RawData = value;
  if (data.user !== undefined) {
    return readUserRoot(page, step(trail, 'user'), data.user);
  }
  if (data.threaded_conversation_with_injections_v2 !== undefined) {
    const key = 'threaded_conversation_with_injections_v2';
    return readInstructions(page, step(trail, key), data[key], 'tweetDetail');
  }
  if (data.search_by_raw_query !== undefined) {
    const { search_timeline }: RawRoot = objectIn(data.search_by_raw_query);
    return readInner(page, step(trail, 'search_by_raw_query.search_timeline'), search_timeline, 'search');
  }
  if (data.list !== undefined) {
    return readListRoot(page, step(trail, 'list'), data.list);
  }
  if (data.communityResults !== undefined) {
    const { result }: RawRoot = objectIn(data.communityResults);
    return readCommunityRoot(page, step(trail, 'communityResults.result'), result);
  }
  return readTimelineData(page, trail, data) ?? readObjectData(page, trail, data) ?? readOtherTimeline(page, trail, data);
}

function readTimelineData(page: PageBuilder, trail: Trail | undefined, data: RawData): Operation | undefined {
  if (data.retweeters_timeline !== undefined) {
    return readInner(page, step(trail, 'retweeters_timeline'), data.retweeters_timeline, 'retweeters');
  }
  if (data.favoriters_timeline !== undefined) {
    return readInner(page, step(trail, 'favoriters_timeline'), data.favoriters_timeline, 'favoriters');
  }
  if (data.bookmark_timeline_v2 !== undefined) {
    return readInner(page, step(trail, 'bookmark_timeline_v2'), data.bookmark_timeline_v2, 'bookmarks');
  }
  if (data.timeline !== undefined) {
    return readInner(page, step(trail, 'timeline'), data.timeline, 'trends');
  }
  if (data.threaded_conversation_with_injections !== undefined) {
    const key = 'threaded_conversation_with_injections';
    return readInstructions(page, step(trail, key), data[key], 'tweetDetail');
  }
  return undefined;
}

function readObjectData(page: PageBuilder, trail: Trail | undefined, data: RawData): Operation | undefined {
  if (data.tweetResult !== undefined) {
    return readTweets(page, step(trail, 'tweetResult'), data.tweetResult);
  }
  if (data.tweet_results !== undefined) {
    return readTweets(page, step(trail, 'tweet_results'), data.tweet_results);
  }
  if (data.users !== undefined) {
    readEach(page, step(trail, 'users'), data.users, pushUser);
    return 'users';
  }
  if (data.user_results !== undefined) {
    const { result }: RawRoot = objectIn(data.user_results);
    pushUser(page, step(trail, 'user_results.result'), result);
    return 'user';
  }
  if (data.user_result_by_screen_name !== undefined) {
    const { result }: RawRoot = objectIn(data.user_result_by_screen_name);
    push(page, step(trail, 'user_result_by_screen_name.result'), result, toAbout(result, page.site), (record) => ({
      kind: 'about',
      record,
    }));
    return 'aboutAccount';
  }
  if (data.communities_search_slice !== undefined) {
    return readSlice(
      page,
      step(trail, 'communities_search_slice'),
      data.communities_search_slice,
      pushCommunity,
      'communitySearch',
    );
  }
  if (data.job_search !== undefined) {
    return readJobs(page, step(trail, 'job_search'), data.job_search);
  }
  if (data.jobData !== undefined) {
    pushJob(page, step(trail, 'jobData'), data.jobData);
    return 'job';
  }
  if (data.location_type_ahead !== undefined) {
    const at = step(trail, 'location_type_ahead');
    listIn(data.location_type_ahead).forEach((one, index) =>
      push(page, step(at, index), one, toLocation(one), (record) => ({ kind: 'location', record })),
    );
    return 'locations';
  }
  return undefined;
}

/** A profile, or a timeline below one: under `timeline_v2` from 2023 to 2025, under `timeline` before and since. */
function readUserRoot(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const { result }: RawRoot = objectIn(value);
  const root: RawRoot = objectIn(result);
  if (root.timeline_v2 === undefined && root.timeline === undefined) {
    pushUser(page, step(trail, 'result'), result);
    return 'user';
  }
  const key = isObject(root.timeline_v2) ? 'timeline_v2' : 'timeline';
  readInner(page, step(trail, `result.${key}`), root[key], 'userTimeline');
  const isOfPeople = page.records[0]?.kind === 'user' || (page.records.length === 0 && page.bottom?.includes('|') === true);
  return isOfPeople ? 'userList' : 'userTimeline';
}

function readListRoot(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const root: RawRoot = objectIn(value);
  if (root.tweets_timeline !== undefined) {
    return readInner(page, step(trail, 'tweets_timeline'), root.tweets_timeline, 'listTimeline');
  }
  if (root.members_timeline !== undefined) {
    return readInner(page, step(trail, 'members_timeline'), root.members_timeline, 'listMembers');
  }
  if (root.subscribers_timeline !== undefined) {
    return readInner(page, step(trail, 'subscribers_timeline'), root.subscribers_timeline, 'listFollowers');
  }
  push(page, trail, value, toList(value), (record) => ({ kind: 'list', record }));
  return 'list';
}

function readCommunityRoot(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const root: RawRoot = objectIn(value);
  if (root.ranked_community_timeline !== undefined) {
    return readInner(page, step(trail, 'ranked_community_timeline'), root.ranked_community_timeline, 'communityTimeline');
  }
  if (root.community_media_timeline !== undefined) {
    return readInner(page, step(trail, 'community_media_timeline'), root.community_media_timeline, 'communityTimeline');
  }
  if (root.members_slice !== undefined) {
    return readSlice(page, step(trail, 'members_slice'), root.members_slice, pushUser, 'communityMembers');
  }
  if (root.moderators_slice !== undefined) {
    return readSlice(page, step(trail, 'moderators_slice'), root.moderators_slice, pushUser, 'communityModerators');
  }
  push(page, trail, value, toCommunity(value), (record) => ({ kind: 'community', record }));
  return 'community';
}

/** Most timelines stand in one more `timeline`. */
function readInner(page: PageBuilder, trail: Trail | undefined, value: unknown, operation: Operation): Operation {
  const { timeline }: RawRoot = objectIn(value);
  return readInstructions(page, step(trail, 'timeline'), timeline, operation);
}

function readInstructions(page: PageBuilder, trail: Trail | undefined, value: unknown, operation: Operation): Operation {
  const { instructions }: RawRoot = objectIn(value);
  if (Array.isArray(instructions)) {
    readTimeline(page, step(trail, 'instructions'), instructions);
  } else if (isEmpty(value)) {
    warn(page, 'empty', trail, 'The platform sent an empty result where a timeline belongs.');
  } else {
    warn(page, 'unreadable', step(trail, 'instructions'), 'A timeline without instructions.');
  }
  return operation;
}

function readSlice(
  page: PageBuilder,
  trail: Trail | undefined,
  value: unknown,
  readOne: ReadOne,
  operation: Operation,
): Operation {
  readEach(page, step(trail, 'items_results'), openSlice(page, value), readOne);
  return operation;
}

/** The id of a job stands beside its result. */
function readJobs(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const at = step(trail, 'items_results');
  listIn(openSlice(page, value)).forEach((item, index) => pushJob(page, step(at, index), item));
  return 'jobSearch';
}

/** Takes the cursor of a slice and gives its items. */
function openSlice(page: PageBuilder, value: unknown): unknown {
  const slice: RawSlice = objectIn(value);
  const info: RawSlice = objectIn(slice.slice_info);
  page.bottom = textIn(info.next_cursor);
  return slice.items_results;
}

/** One result, or several in a list. */
function readTweets(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  if (Array.isArray(value)) {
    readEach(page, trail, value, pushTweet);
    return 'tweets';
  }
  const { result }: RawRoot = objectIn(value);
  pushTweet(page, step(trail, 'result'), result);
  return 'tweet';
}

/** Items of the form `{ result }`. */
function readEach(page: PageBuilder, trail: Trail | undefined, value: unknown, readOne: ReadOne): void {
  if (!Array.isArray(value)) {
    warn(page, 'unreadable', trail, 'There is no list where one belongs.');
    return;
  }
  for (let index = 0; index < value.length; index += 1) {
    const item: RawSlice = objectIn(value[index]);
    readOne(page, step(step(trail, index), 'result'), item.result);
  }
}

export const pushUser: ReadOne = (page, trail, value) => {
  const user = readUser(page, trail, value);
  if (user !== undefined) {
    page.records.push(user);
  }
};

export const pushTweet: ReadOne = (page, trail, value) => {
  const tweet = readTweet(page, trail, value);
  if (tweet?.kind === 'tweet') {
    page.records.push(tweet);
    placeTweet(page, tweet, undefined);
  } else if (tweet !== undefined) {
    placeAbsent(page, tweet, undefined, undefined);
  }
};

const pushCommunity: ReadOne = (page, trail, value) =>
  push(page, trail, value, toCommunity(value), (record) => ({ kind: 'community', record }));
const pushJob: ReadOne = (page, trail, value) => push(page, trail, value, toJob(value), (record) => ({ kind: 'job', record }));

/** Adds a record that has no extras, or says that there is none. */
export function push<T>(
  page: PageBuilder,
  trail: Trail | undefined,
  value: unknown,
  record: T | undefined,
  toRecord: (record: T) => UpstreamRecord,
): void {
  if (record !== undefined) {
    page.records.push(toRecord(record));
  } else if (isEmpty(value)) {
    warn(page, 'empty', trail, 'The platform sent an empty result.');
  } else if (isUnavailable(value)) {
    warn(page, 'unavailable', trail, 'The platform says that it is not available.');
  } else {
    warn(page, 'unreadable', trail, 'The record has no id or no name.');
  }
}

/** `UserUnavailable`, `CommunityUnavailable` and their like. */
function isUnavailable(value: unknown): boolean {
  const { __typename }: RawRoot = objectIn(value);
  return typeof __typename === 'string' && __typename.endsWith('Unavailable');
}
