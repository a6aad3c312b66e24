import { type Fields, isEmpty, isObject, listIn, objectIn, textIn } from './node.ts';
import { findNearest, type PageBuilder, step, type Trail, warn } from './reading.ts';
import { pushTweet, pushUser, readTimeline } from './readTimeline.ts';
import { toAbout, toCommunity, toJob, toList, toLocation } from './toRecords.ts';
import type { Operation, UpstreamRecord } from './upstreamPage.ts';

/** Reads what stands at a place. */
type ReadOne = (page: PageBuilder, trail: Trail | undefined, value: unknown) => void;
/** As ReadOne, and says which operation of the platform it is. */
type ReadRoot = (page: PageBuilder, trail: Trail | undefined, value: unknown) => Operation;
type Roots = readonly (readonly [keyof Fields, ReadRoot])[];

export const pushList: ReadOne = (page, trail, value) =>
  push(page, trail, value, toList(value), (record) => ({ kind: 'list', record }));
const pushCommunity: ReadOne = (page, trail, value) =>
  push(page, trail, value, toCommunity(value), (record) => ({ kind: 'community', record }));
const pushJob: ReadOne = (page, trail, value) => push(page, trail, value, toJob(value), (record) => ({ kind: 'job', record }));
const pushAbout: ReadOne = (page, trail, value) =>
  push(page, trail, value, toAbout(value, page), (record) => ({ kind: 'about', record }));
const pushLocation: ReadOne = (page, trail, value) =>
  push(page, trail, value, toLocation(value), (record) => ({ kind: 'location', record }));

/** What may stand under `data`, one for each operation (upstream shapes, section 1). */
const dataRoots: Roots = [
  ['user', readUserRoot],
  ['threaded_conversation_with_injections_v2', instructionsOf('tweetDetail')],
  ['search_by_raw_query', below('search_timeline', timelineOf('search'))],
  [
    'list',
    firstOf(
      [
        ['tweets_timeline', timelineOf('listTimeline')],
        ['members_timeline', timelineOf('listMembers')],
        ['subscribers_timeline', timelineOf('listFollowers')],
      ],
      one('list', pushList),
    ),
  ],
  [
    'communityResults',
    below(
      'result',
      firstOf(
        [
          ['ranked_community_timeline', timelineOf('communityTimeline')],
          ['community_media_timeline', timelineOf('communityTimeline')],
          ['members_slice', sliceOf('communityMembers', pushUser)],
          ['moderators_slice', sliceOf('communityModerators', pushUser)],
        ],
        one('community', pushCommunity),
      ),
    ),
  ],
  ['retweeters_timeline', timelineOf('retweeters')],
  ['favoriters_timeline', timelineOf('favoriters')],
  ['bookmark_timeline_v2', timelineOf('bookmarks')],
  ['timeline', timelineOf('trends')],
  ['threaded_conversation_with_injections', instructionsOf('tweetDetail')],
  ['tweetResult', readTweets],
  ['tweet_results', readTweets],
  ['users', readUsers],
  ['user_results', below('result', one('user', pushUser))],
  ['user_result_by_screen_name', below('result', one('aboutAccount', pushAbout))],
  ['communities_search_slice', sliceOf('communitySearch', pushCommunity)],
  ['job_search', readJobs],
  ['jobData', one('job', pushJob)],
  ['location_type_ahead', readLocations],
];

const dataRootsByKey: ReadonlyMap<string, ReadRoot> = new Map(dataRoots);

/** Reads what stands under `data`; undefined where nothing of it is known. */
export function readData(page: PageBuilder, trail: Trail | undefined, data: Fields): Operation | undefined {
  const keys = Object.keys(data);
  const [key = ''] = keys;
  const [value] = Object.values(data);
  const readOnly = keys.length === 1 ? dataRootsByKey.get(key) : undefined; // as in most bodies, and faster to find
  if (readOnly !== undefined && value !== undefined) {
    return readOnly(page, step(trail, key), value);
  }
  return readFirst(page, trail, data, dataRoots) ?? readOtherTimeline(page, trail, data);
}

/** Reads the first of the roots that is there. */
function readFirst(page: PageBuilder, trail: Trail | undefined, value: Fields, roots: Roots): Operation | undefined {
  for (const [key, readRoot] of roots) {
    if (value[key] !== undefined) {
      return readRoot(page, step(trail, key), value[key]);
    }
  }
  return undefined;
}

/** One of several roots, or what stands there itself. */
function firstOf(roots: Roots, otherwise: ReadRoot): ReadRoot {
  return (page, trail, value) => readFirst(page, trail, objectIn(value), roots) ?? otherwise(page, trail, value);
}

function below(key: keyof Fields, readRoot: ReadRoot): ReadRoot {
  return (page, trail, value) => readRoot(page, step(trail, key), objectIn(value)[key]);
}

function one(operation: Operation, readOne: ReadOne): ReadRoot {
  return (page, trail, value) => {
    readOne(page, trail, value);
    return operation;
  };
}

/** Most timelines stand in one more `timeline`. */
function timelineOf(operation: Operation): ReadRoot {
  return below('timeline', instructionsOf(operation));
}

function instructionsOf(operation: Operation): ReadRoot {
  return (page, trail, value) => {
    const { instructions } = objectIn(value);
    if (Array.isArray(instructions)) {
      readTimeline(page, step(trail, 'instructions'), instructions);
    } else if (isEmpty(value)) {
      warn(page, 'empty', trail, 'The platform sent an empty result where a timeline belongs.');
    } else {
      warn(page, 'unreadable', step(trail, 'instructions'), 'A timeline without instructions.');
    }
    return operation;
  };
}

function sliceOf(operation: Operation, readOne: ReadOne): ReadRoot {
  return (page, trail, value) => {
    readEach(page, step(trail, 'items_results'), openSlice(page, value), readOne);
    return operation;
  };
}

/** The id of a job stands beside its result. */
function readJobs(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const at = step(trail, 'items_results');
  listIn(openSlice(page, value)).forEach((item, index) => pushJob(page, step(at, index), item));
  return 'jobSearch';
}

/** Takes the cursor of a slice and gives its items. */
function openSlice(page: PageBuilder, value: unknown): unknown {
  const { slice_info, items_results } = objectIn(value);
  page.bottom = textIn(objectIn(slice_info).next_cursor);
  return items_results;
}

function readUsers(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  readEach(page, trail, value, pushUser);
  return 'users';
}

function readLocations(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  listIn(value).forEach((item, index) => pushLocation(page, step(trail, index), item));
  return 'locations';
}

/** One result, or several in a list. */
function readTweets(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  if (Array.isArray(value)) {
    readEach(page, trail, value, pushTweet);
    return 'tweets';
  }
  pushTweet(page, step(trail, 'result'), objectIn(value).result);
  return 'tweet';
}

/** Items of the form `{ result }`. */
function readEach(page: PageBuilder, trail: Trail | undefined, value: unknown, readOne: ReadOne): void {
  if (!Array.isArray(value)) {
    warn(page, 'unreadable', trail, 'There is no list where one belongs.');
    return;
  }
  for (let index = 0; index < value.length; index += 1) {
    readOne(page, step(step(trail, index), 'result'), objectIn(value[index]).result);
  }
}

/** A profile, or a timeline below one: under `timeline_v2` from 2023 to 2025, under `timeline` before and since. */
function readUserRoot(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const { result } = objectIn(value);
  const { timeline_v2, timeline } = objectIn(result);
  if (timeline_v2 === undefined && timeline === undefined) {
    pushUser(page, step(trail, 'result'), result);
    return 'user';
  }
  below('result', below(isObject(timeline_v2) ? 'timeline_v2' : 'timeline', timelineOf('userTimeline')))(page, trail, value);
  const isOfPeople = page.records[0]?.kind === 'user' || (page.records.length === 0 && page.bottom?.includes('|') === true);
  return isOfPeople ? 'userList' : 'userTimeline';
}

/**
 * Reads a timeline whose root has a name that is not known: the platform adds operations, the items of their timelines stay
 * the same.
 */
function readOtherTimeline(page: PageBuilder, trail: Trail | undefined, data: Fields): Operation | undefined {
  const found = findNearest(data, trail, ({ instructions }) => Array.isArray(instructions));
  if (found === undefined) {
    return undefined;
  }
  readTimeline(page, step(found.trail, 'instructions'), listIn(found.node.instructions));
  return 'otherTimeline';
}

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
  const { __typename } = objectIn(value);
  return typeof __typename === 'string' && __typename.endsWith('Unavailable');
}
