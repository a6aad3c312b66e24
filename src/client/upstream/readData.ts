import { type PlatformFields, isEmpty, isNode, listIn, objectIn, textIn } from './node.ts';
import { countUnread, findNearest, type PageBuilder, push, step, type Trail, unreadItems, warn } from './reading.ts';
import { toSpace } from './readSpace.ts';
import { pushTweet, pushUser, readTimeline } from './readTimeline.ts';
import { toAbout, toCommunity, toJob, toList, toLocation } from './toRecords.ts';
import type { Operation } from './upstreamPage.ts';

type ReadOne = (page: PageBuilder, trail: Trail | undefined, value: unknown) => void;
/** As ReadOne, and says which operation of the platform it is; undefined where nothing that is known stands there. */
type ReadRoot = (page: PageBuilder, trail: Trail | undefined, value: unknown) => Operation | undefined;
type Roots = readonly (readonly [keyof PlatformFields, ReadRoot])[];

export const pushList: ReadOne = (page, trail, value) =>
  push(page, trail, value, toList(value), (record) => ({ kind: 'list', record }));
const pushCommunity: ReadOne = (page, trail, value) =>
  push(page, trail, value, toCommunity(value), (record) => ({ kind: 'community', record }));
const pushJob: ReadOne = (page, trail, value) => push(page, trail, value, toJob(value), (record) => ({ kind: 'job', record }));
const pushAbout: ReadOne = (page, trail, value) =>
  push(page, trail, value, toAbout(value, page), (record) => ({ kind: 'about', record }));
const pushSpace: ReadOne = (page, trail, value) =>
  push(page, trail, value, toSpace(value), (record) => ({ kind: 'space', record }));
const pushLocation: ReadOne = (page, trail, value) =>
  push(page, trail, value, toLocation(value), (record) => ({ kind: 'location', record }));

const readCommunityRoot: ReadRoot = below(
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
);

/** What may stand under `data`, one for each operation (upstream shapes, section 1). */
const dataRoots: Roots = [
  ['user', readUserRoot],
  ['threaded_conversation_with_injections_v2', instructionsOf('tweetDetail')],
  [
    'search_by_raw_query',
    firstOf(
      [
        ['search_timeline', timelineOf('search')],
        ['audio_spaces_grouped_by_section', readSpaceSections],
      ],
      emptyRoot('search'),
    ),
  ],
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
  ['communityResults', readCommunityRoot],
  ['community_by_rest_id', readCommunityRoot],
  ['community_results_by_rest_id', readCommunityRoot],
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
  ['audioSpace', readSpaceRoot],
];

const dataRootsByKey: ReadonlyMap<string, ReadRoot> = new Map(dataRoots);

/** Reads what stands under `data`; undefined where nothing of it is known. */
export function readData(page: PageBuilder, trail: Trail | undefined, data: PlatformFields): Operation | undefined {
  const keys = Object.keys(data);
  const [key = ''] = keys;
  const [value] = Object.values(data);
  const readOnly = keys.length === 1 ? dataRootsByKey.get(key) : undefined; // as in most bodies, and faster to find
  const operation = readOnly === undefined || value === undefined ? undefined : readOnly(page, step(trail, key), value);
  return operation ?? readFirst(page, trail, data, dataRoots) ?? readOtherTimeline(page, trail, data);
}

function readFirst(page: PageBuilder, trail: Trail | undefined, value: PlatformFields, roots: Roots): Operation | undefined {
  for (const [key, readRoot] of roots) {
    const operation = value[key] === undefined ? undefined : readRoot(page, step(trail, key), value[key]);
    if (operation !== undefined) {
      return operation;
    }
  }
  return undefined;
}

/** One of several roots, a timeline below another name, or what stands there itself. */
function firstOf(roots: Roots, otherwise: ReadRoot): ReadRoot {
  return (page, trail, value) => {
    const fields = objectIn(value);
    return readFirst(page, trail, fields, roots) ?? readOtherTimeline(page, trail, fields) ?? otherwise(page, trail, value);
  };
}

/** What stands below a key; an object without it is another one, unless it is empty: the platform sends that for nothing. */
function below(key: keyof PlatformFields, readRoot: ReadRoot): ReadRoot {
  return (page, trail, value) => {
    const inner = objectIn(value)[key];
    return inner === undefined && !isEmpty(value) ? undefined : readRoot(page, step(trail, key), inner);
  };
}

/** What the platform sends for nothing, where only something else would be read. */
function emptyRoot(operation: Operation): ReadRoot {
  return (page, trail, value) => {
    if (!isEmpty(value)) {
      return undefined;
    }
    warn(page, 'empty', trail, 'The platform sent an empty result.');
    return operation;
  };
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
    const fields = objectIn(value);
    const { instructions } = fields;
    if (Array.isArray(instructions)) {
      readTimeline(page, step(trail, 'instructions'), instructions);
    } else if (isEmpty(value)) {
      warn(page, 'empty', trail, 'The platform sent an empty result where a timeline belongs.');
    } else if (readOtherTimeline(page, trail, fields) === undefined) {
      warn(page, 'unreadable', step(trail, 'instructions'), `A timeline without instructions${unreadItems(value)}.`);
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
function readTweets(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation | undefined {
  if (Array.isArray(value)) {
    readEach(page, trail, value, pushTweet);
    return 'tweets';
  }
  return below('result', one('tweet', pushTweet))(page, trail, value);
}

/** Items of the form `{ result }`. */
function readEach(page: PageBuilder, trail: Trail | undefined, value: unknown, readOne: ReadOne): void {
  if (!Array.isArray(value)) {
    warn(page, 'unreadable', trail, 'There is no list where one belongs.');
    return;
  }
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index];
    const { result } = objectIn(item);
    const at = step(trail, index);
    if (result === undefined && !isEmpty(item)) {
      readOne(page, at, item);
    } else {
      readOne(page, step(at, 'result'), result);
    }
  }
}

/**
 * A profile, or a timeline below one: under `timeline_v2` from 2023 to 2025, under `timeline` before and since, or under a name
 * of its own.
 */
function readUserRoot(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation | undefined {
  const { timeline_v2 } = objectIn(objectIn(value).result);
  const key = isNode(timeline_v2) ? 'timeline_v2' : 'timeline';
  const operation = below('result', firstOf([[key, timelineOf('userTimeline')]], one('user', pushUser)))(page, trail, value);
  if (operation === undefined || operation === 'user') {
    return operation;
  }
  const isOfPeople = page.records[0]?.kind === 'user' || (page.records.length === 0 && page.bottom?.includes('|') === true);
  return isOfPeople ? 'userList' : 'userTimeline';
}

/** Rooms that were searched for, in sections. */
function readSpaceSections(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  const sections = step(trail, 'sections');
  listIn(objectIn(value).sections).forEach((section, index) => {
    listIn(objectIn(section).items).forEach((item, at) => {
      const { space } = objectIn(item);
      const place = step(sections, `${index}.items.${at}`);
      if (space === undefined) {
        countUnread(page, place, 'a room that was searched for');
      } else {
        pushSpace(page, step(place, 'space'), space);
      }
    });
  });
  return 'spaceSearch';
}

/** An audio room with the posts that were shared in it. */
function readSpaceRoot(page: PageBuilder, trail: Trail | undefined, value: unknown): Operation {
  pushSpace(page, trail, value);
  listIn(objectIn(objectIn(value).sharings).items).forEach((item, index) => {
    const { shared_item } = objectIn(item);
    const { __typename, tweet_results } = objectIn(shared_item);
    const place = step(trail, `sharings.items.${index}.shared_item`);
    if (tweet_results === undefined) {
      countUnread(page, place, textIn(__typename) ?? 'what was shared in a room');
    } else {
      pushTweet(page, step(place, 'tweet_results.result'), objectIn(tweet_results).result);
    }
  });
  return 'space';
}

/**
 * Reads a timeline whose root has a name that is not known: the platform adds operations, the items of their timelines stay
 * the same.
 */
function readOtherTimeline(page: PageBuilder, trail: Trail | undefined, data: PlatformFields): Operation | undefined {
  const found = findNearest(data, trail, ({ instructions }) => Array.isArray(instructions));
  if (found === undefined) {
    return undefined;
  }
  readTimeline(page, step(found.trail, 'instructions'), listIn(found.node.instructions));
  return 'otherTimeline';
}
