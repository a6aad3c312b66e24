import {
  type PlatformObject,
  isEmptyResult,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
} from './platformFields.ts';
import {
  countUnsupportedItem,
  findShallowestObject,
  type UpstreamPageBuilder,
  pushRecord,
  appendPathKey,
  type BodyPath,
  describeSkippedItems,
  addUpstreamWarning,
} from './readContext.ts';
import { toAudioSpace } from './readSpace.ts';
import { pushTweetOrAbsence, pushUser, readTimeline } from './readTimeline.ts';
import { toAboutAccountRecord, toCommunity, toJobListing, toListDetails, toLocationSuggestion } from './toRecords.ts';
import type { UpstreamOperation } from './upstreamPage.ts';

type ReadOne = (page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown) => void;
/** As ReadOne, and says which operation of the platform it is; undefined where nothing that is known stands there. */
type ReadRoot = (page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown) => UpstreamOperation | undefined;
type Roots = readonly (readonly [keyof PlatformObject, ReadRoot])[];

export const pushListRecord: ReadOne = (page, trail, value) =>
  pushRecord(page, trail, value, toListDetails(value), (record) => ({ kind: 'list', record }));
const pushCommunity: ReadOne = (page, trail, value) =>
  pushRecord(page, trail, value, toCommunity(value), (record) => ({ kind: 'community', record }));
const pushJob: ReadOne = (page, trail, value) =>
  pushRecord(page, trail, value, toJobListing(value), (record) => ({ kind: 'job', record }));
const pushAbout: ReadOne = (page, trail, value) =>
  pushRecord(page, trail, value, toAboutAccountRecord(value, page), (record) => ({ kind: 'about', record }));
const pushSpace: ReadOne = (page, trail, value) =>
  pushRecord(page, trail, value, toAudioSpace(value), (record) => ({ kind: 'space', record }));
const pushLocation: ReadOne = (page, trail, value) =>
  pushRecord(page, trail, value, toLocationSuggestion(value), (record) => ({ kind: 'location', record }));

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
      one('list', pushListRecord),
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
export function readDataRoot(
  page: UpstreamPageBuilder,
  trail: BodyPath | undefined,
  data: PlatformObject,
): UpstreamOperation | undefined {
  const keys = Object.keys(data);
  const [key = ''] = keys;
  const [value] = Object.values(data);
  const readOnly = keys.length === 1 ? dataRootsByKey.get(key) : undefined; // as in most bodies, and faster to find
  const operation = readOnly === undefined || value === undefined ? undefined : readOnly(page, appendPathKey(trail, key), value);
  return operation ?? readFirst(page, trail, data, dataRoots) ?? readOtherTimeline(page, trail, data);
}

function readFirst(
  page: UpstreamPageBuilder,
  trail: BodyPath | undefined,
  value: PlatformObject,
  roots: Roots,
): UpstreamOperation | undefined {
  for (const [key, readRoot] of roots) {
    const operation = value[key] === undefined ? undefined : readRoot(page, appendPathKey(trail, key), value[key]);
    if (operation !== undefined) {
      return operation;
    }
  }
  return undefined;
}

/** One of several roots, a timeline below another name, or what stands there itself. */
function firstOf(roots: Roots, otherwise: ReadRoot): ReadRoot {
  return (page, trail, value) => {
    const fields = readObjectOrEmpty(value);
    return readFirst(page, trail, fields, roots) ?? readOtherTimeline(page, trail, fields) ?? otherwise(page, trail, value);
  };
}

/** What stands below a key; an object without it is another one, unless it is empty: the platform sends that for nothing. */
function below(key: keyof PlatformObject, readRoot: ReadRoot): ReadRoot {
  return (page, trail, value) => {
    const inner = readObjectOrEmpty(value)[key];
    return inner === undefined && !isEmptyResult(value) ? undefined : readRoot(page, appendPathKey(trail, key), inner);
  };
}

/** What the platform sends for nothing, where only something else would be read. */
function emptyRoot(operation: UpstreamOperation): ReadRoot {
  return (page, trail, value) => {
    if (!isEmptyResult(value)) {
      return undefined;
    }
    addUpstreamWarning(page, 'empty', trail, 'The platform sent an empty result.');
    return operation;
  };
}

function one(operation: UpstreamOperation, readOne: ReadOne): ReadRoot {
  return (page, trail, value) => {
    readOne(page, trail, value);
    return operation;
  };
}

/** Most timelines stand in one more `timeline`. */
function timelineOf(operation: UpstreamOperation): ReadRoot {
  return below('timeline', instructionsOf(operation));
}

function instructionsOf(operation: UpstreamOperation): ReadRoot {
  return (page, trail, value) => {
    const fields = readObjectOrEmpty(value);
    const { instructions } = fields;
    if (Array.isArray(instructions)) {
      readTimeline(page, appendPathKey(trail, 'instructions'), instructions);
    } else if (isEmptyResult(value)) {
      addUpstreamWarning(page, 'empty', trail, 'The platform sent an empty result where a timeline belongs.');
    } else if (readOtherTimeline(page, trail, fields) === undefined) {
      addUpstreamWarning(
        page,
        'unreadable',
        appendPathKey(trail, 'instructions'),
        `A timeline without instructions${describeSkippedItems(value)}.`,
      );
    }
    return operation;
  };
}

function sliceOf(operation: UpstreamOperation, readOne: ReadOne): ReadRoot {
  return (page, trail, value) => {
    readEach(page, appendPathKey(trail, 'items_results'), openSlice(page, value), readOne);
    return operation;
  };
}

/** The id of a job stands beside its result. */
function readJobs(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  const at = appendPathKey(trail, 'items_results');
  readArrayOrEmpty(openSlice(page, value)).forEach((item, index) => pushJob(page, appendPathKey(at, index), item));
  return 'jobSearch';
}

/** Takes the cursor of a slice and gives its items. */
function openSlice(page: UpstreamPageBuilder, value: unknown): unknown {
  const { slice_info, items_results } = readObjectOrEmpty(value);
  page.bottom = readString(readObjectOrEmpty(slice_info).next_cursor);
  return items_results;
}

function readUsers(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  readEach(page, trail, value, pushUser);
  return 'users';
}

function readLocations(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  readArrayOrEmpty(value).forEach((item, index) => pushLocation(page, appendPathKey(trail, index), item));
  return 'locations';
}

/** One result, or several in a list. */
function readTweets(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation | undefined {
  if (Array.isArray(value)) {
    readEach(page, trail, value, pushTweetOrAbsence);
    return 'tweets';
  }
  return below('result', one('tweet', pushTweetOrAbsence))(page, trail, value);
}

/** Items of the form `{ result }`. */
function readEach(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown, readOne: ReadOne): void {
  if (!Array.isArray(value)) {
    addUpstreamWarning(page, 'unreadable', trail, 'There is no list where one belongs.');
    return;
  }
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index];
    const { result } = readObjectOrEmpty(item);
    const at = appendPathKey(trail, index);
    if (result === undefined && !isEmptyResult(item)) {
      readOne(page, at, item);
    } else {
      readOne(page, appendPathKey(at, 'result'), result);
    }
  }
}

/**
 * A profile, or a timeline below one: under `timeline_v2` from 2023 to 2025, under `timeline` before and since, or under a name
 * of its own.
 */
function readUserRoot(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation | undefined {
  const { timeline_v2 } = readObjectOrEmpty(readObjectOrEmpty(value).result);
  const key = isPlatformObject(timeline_v2) ? 'timeline_v2' : 'timeline';
  const operation = below('result', firstOf([[key, timelineOf('userTimeline')]], one('user', pushUser)))(page, trail, value);
  if (operation === undefined || operation === 'user') {
    return operation;
  }
  const isOfPeople = page.records[0]?.kind === 'user' || (page.records.length === 0 && page.bottom?.includes('|') === true);
  return isOfPeople ? 'userList' : 'userTimeline';
}

/** Rooms that were searched for, in sections. */
function readSpaceSections(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  const sections = appendPathKey(trail, 'sections');
  readArrayOrEmpty(readObjectOrEmpty(value).sections).forEach((section, index) => {
    readArrayOrEmpty(readObjectOrEmpty(section).items).forEach((item, at) => {
      const { space } = readObjectOrEmpty(item);
      const place = appendPathKey(sections, `${index}.items.${at}`);
      if (space === undefined) {
        countUnsupportedItem(page, place, 'a room that was searched for');
      } else {
        pushSpace(page, appendPathKey(place, 'space'), space);
      }
    });
  });
  return 'spaceSearch';
}

/** An audio room with the posts that were shared in it. */
function readSpaceRoot(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  pushSpace(page, trail, value);
  readArrayOrEmpty(readObjectOrEmpty(readObjectOrEmpty(value).sharings).items).forEach((item, index) => {
    const { shared_item } = readObjectOrEmpty(item);
    const { __typename, tweet_results } = readObjectOrEmpty(shared_item);
    const place = appendPathKey(trail, `sharings.items.${index}.shared_item`);
    if (tweet_results === undefined) {
      countUnsupportedItem(page, place, readString(__typename) ?? 'what was shared in a room');
    } else {
      pushTweetOrAbsence(page, appendPathKey(place, 'tweet_results.result'), readObjectOrEmpty(tweet_results).result);
    }
  });
  return 'space';
}

/**
 * Reads a timeline whose root has a name that is not known: the platform adds operations, the items of their timelines stay
 * the same.
 */
function readOtherTimeline(
  page: UpstreamPageBuilder,
  trail: BodyPath | undefined,
  data: PlatformObject,
): UpstreamOperation | undefined {
  const found = findShallowestObject(data, trail, ({ instructions }) => Array.isArray(instructions));
  if (found === undefined) {
    return undefined;
  }
  readTimeline(page, appendPathKey(found.trail, 'instructions'), readArrayOrEmpty(found.node.instructions));
  return 'otherTimeline';
}
