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

type RecordPusher = (page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown) => void;
/** As RecordPusher, and says which operation of the platform it is; undefined where nothing that is known stands there. */
type RootReader = (page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown) => UpstreamOperation | undefined;
type RootReadersByKey = readonly (readonly [keyof PlatformObject, RootReader])[];

export const pushListRecord: RecordPusher = (page, trail, value) =>
  pushRecord(page, trail, value, toListDetails(value), (record) => ({ kind: 'list', record }));
const pushCommunity: RecordPusher = (page, trail, value) =>
  pushRecord(page, trail, value, toCommunity(value), (record) => ({ kind: 'community', record }));
const pushJob: RecordPusher = (page, trail, value) =>
  pushRecord(page, trail, value, toJobListing(value), (record) => ({ kind: 'job', record }));
const pushAbout: RecordPusher = (page, trail, value) =>
  pushRecord(page, trail, value, toAboutAccountRecord(value, page), (record) => ({ kind: 'about', record }));
const pushSpace: RecordPusher = (page, trail, value) =>
  pushRecord(page, trail, value, toAudioSpace(value), (record) => ({ kind: 'space', record }));
const pushLocation: RecordPusher = (page, trail, value) =>
  pushRecord(page, trail, value, toLocationSuggestion(value), (record) => ({ kind: 'location', record }));

const readCommunityRoot: RootReader = createNestedRootReader(
  'result',
  createFirstRootReader(
    [
      ['ranked_community_timeline', createTimelineReader('communityTimeline')],
      ['community_media_timeline', createTimelineReader('communityTimeline')],
      ['members_slice', createSliceReader('communityMembers', pushUser)],
      ['moderators_slice', createSliceReader('communityModerators', pushUser)],
    ],
    createSingleRecordReader('community', pushCommunity),
  ),
);

/** What may stand under `data`, one for each operation (upstream shapes, section 1). */
const dataRootReaders: RootReadersByKey = [
  ['user', readUserRoot],
  ['threaded_conversation_with_injections_v2', createInstructionsReader('tweetDetail')],
  [
    'search_by_raw_query',
    createFirstRootReader(
      [
        ['search_timeline', createTimelineReader('search')],
        ['audio_spaces_grouped_by_section', readSpaceSections],
      ],
      createEmptyRootReader('search'),
    ),
  ],
  [
    'list',
    createFirstRootReader(
      [
        ['tweets_timeline', createTimelineReader('listTimeline')],
        ['members_timeline', createTimelineReader('listMembers')],
        ['subscribers_timeline', createTimelineReader('listFollowers')],
      ],
      createSingleRecordReader('list', pushListRecord),
    ),
  ],
  ['communityResults', readCommunityRoot],
  ['community_by_rest_id', readCommunityRoot],
  ['community_results_by_rest_id', readCommunityRoot],
  ['retweeters_timeline', createTimelineReader('retweeters')],
  ['favoriters_timeline', createTimelineReader('favoriters')],
  ['bookmark_timeline_v2', createTimelineReader('bookmarks')],
  ['timeline', createTimelineReader('trends')],
  ['threaded_conversation_with_injections', createInstructionsReader('tweetDetail')],
  ['tweetResult', readTweetsRoot],
  ['tweet_results', readTweetsRoot],
  ['users', readUsersRoot],
  ['user_results', createNestedRootReader('result', createSingleRecordReader('user', pushUser))],
  ['user_result_by_screen_name', createNestedRootReader('result', createSingleRecordReader('aboutAccount', pushAbout))],
  ['communities_search_slice', createSliceReader('communitySearch', pushCommunity)],
  ['job_search', readJobsRoot],
  ['jobData', createSingleRecordReader('job', pushJob)],
  ['location_type_ahead', readLocationsRoot],
  ['audioSpace', readSpaceRoot],
];

const dataRootReadersByKey: ReadonlyMap<string, RootReader> = new Map(dataRootReaders);

/** Reads what stands under `data`; undefined where nothing of it is known. */
export function readDataRoot(
  page: UpstreamPageBuilder,
  trail: BodyPath | undefined,
  data: PlatformObject,
): UpstreamOperation | undefined {
  const keys = Object.keys(data);
  const [key = ''] = keys;
  const [value] = Object.values(data);
  const readOnly = keys.length === 1 ? dataRootReadersByKey.get(key) : undefined; // as in most bodies, and faster to find
  const operation = readOnly === undefined || value === undefined ? undefined : readOnly(page, appendPathKey(trail, key), value);
  return operation ?? readFirstKnownRoot(page, trail, data, dataRootReaders) ?? readTimelineUnderUnknownRoot(page, trail, data);
}

function readFirstKnownRoot(
  page: UpstreamPageBuilder,
  trail: BodyPath | undefined,
  value: PlatformObject,
  roots: RootReadersByKey,
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
function createFirstRootReader(roots: RootReadersByKey, otherwise: RootReader): RootReader {
  return (page, trail, value) => {
    const fields = readObjectOrEmpty(value);
    return (
      readFirstKnownRoot(page, trail, fields, roots) ??
      readTimelineUnderUnknownRoot(page, trail, fields) ??
      otherwise(page, trail, value)
    );
  };
}

/** What stands below a key; an object without it is another one, unless it is empty: the platform sends that for nothing. */
function createNestedRootReader(key: keyof PlatformObject, readRoot: RootReader): RootReader {
  return (page, trail, value) => {
    const inner = readObjectOrEmpty(value)[key];
    return inner === undefined && !isEmptyResult(value) ? undefined : readRoot(page, appendPathKey(trail, key), inner);
  };
}

/** What the platform sends for nothing, where only something else would be read. */
function createEmptyRootReader(operation: UpstreamOperation): RootReader {
  return (page, trail, value) => {
    if (!isEmptyResult(value)) {
      return undefined;
    }
    addUpstreamWarning(page, 'empty', trail, 'The platform sent an empty result.');
    return operation;
  };
}

function createSingleRecordReader(operation: UpstreamOperation, readOne: RecordPusher): RootReader {
  return (page, trail, value) => {
    readOne(page, trail, value);
    return operation;
  };
}

/** Most timelines stand in one more `timeline`. */
function createTimelineReader(operation: UpstreamOperation): RootReader {
  return createNestedRootReader('timeline', createInstructionsReader(operation));
}

function createInstructionsReader(operation: UpstreamOperation): RootReader {
  return (page, trail, value) => {
    const fields = readObjectOrEmpty(value);
    const { instructions } = fields;
    if (Array.isArray(instructions)) {
      readTimeline(page, appendPathKey(trail, 'instructions'), instructions);
    } else if (isEmptyResult(value)) {
      addUpstreamWarning(page, 'empty', trail, 'The platform sent an empty result where a timeline belongs.');
    } else if (readTimelineUnderUnknownRoot(page, trail, fields) === undefined) {
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

function createSliceReader(operation: UpstreamOperation, readOne: RecordPusher): RootReader {
  return (page, trail, value) => {
    pushEachResult(page, appendPathKey(trail, 'items_results'), takeCursorAndGetItems(page, value), readOne);
    return operation;
  };
}

/** The id of a job stands beside its result. */
function readJobsRoot(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  const at = appendPathKey(trail, 'items_results');
  readArrayOrEmpty(takeCursorAndGetItems(page, value)).forEach((item, index) => pushJob(page, appendPathKey(at, index), item));
  return 'jobSearch';
}

/** Takes the cursor of a slice and gives its items. */
function takeCursorAndGetItems(page: UpstreamPageBuilder, value: unknown): unknown {
  const { slice_info, items_results } = readObjectOrEmpty(value);
  page.bottom = readString(readObjectOrEmpty(slice_info).next_cursor);
  return items_results;
}

function readUsersRoot(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  pushEachResult(page, trail, value, pushUser);
  return 'users';
}

function readLocationsRoot(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation {
  readArrayOrEmpty(value).forEach((item, index) => pushLocation(page, appendPathKey(trail, index), item));
  return 'locations';
}

/** One result, or several in a list. */
function readTweetsRoot(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown): UpstreamOperation | undefined {
  if (Array.isArray(value)) {
    pushEachResult(page, trail, value, pushTweetOrAbsence);
    return 'tweets';
  }
  return createNestedRootReader('result', createSingleRecordReader('tweet', pushTweetOrAbsence))(page, trail, value);
}

/** Items of the form `{ result }`. */
function pushEachResult(page: UpstreamPageBuilder, trail: BodyPath | undefined, value: unknown, readOne: RecordPusher): void {
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
  const operation = createNestedRootReader(
    'result',
    createFirstRootReader([[key, createTimelineReader('userTimeline')]], createSingleRecordReader('user', pushUser)),
  )(page, trail, value);
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
function readTimelineUnderUnknownRoot(
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
