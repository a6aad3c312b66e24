import {
  type PlatformObject,
  isEmptyResult,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
  readCount,
  readNonEmptyString,
  readNumericId,
} from './platformFields.ts';
import {
  countUnsupportedItem,
  findObjects,
  findShallowestObject,
  type UpstreamPageBuilder,
  pushRecord,
  appendPathKey,
  type BodyPath,
  describeSkippedItems,
  addUpstreamWarning,
} from './readContext.ts';
import { pushTweetOrAbsence, pushUser, readTimeline } from './readTimeline.ts';
import { isRestTweet } from './unwrapTweet.ts';
import { toAboutAccountRecord, toCommunity, toJobListing, toListDetails, toLocationSuggestion } from './toRecords.ts';
import type { UpstreamOperation } from './upstreamPage.ts';
import type { UndocumentedRecord } from '../schemas/primary.ts';
import { formatIsoSecondsFromMsText, formatIsoSeconds } from './readEntities.ts';
import { toUser } from './readUser.ts';

type RecordPusher = (page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown) => void;
/** @returns the operation; undefined without a known root */
type RootReader = (page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown) => UpstreamOperation | undefined;
type RootReadersByKey = readonly (readonly [keyof PlatformObject, RootReader])[];

export const pushListRecord: RecordPusher = (page, path, value) =>
  pushRecord(page, path, value, toListDetails(value), (record) => ({ kind: 'list', record }));
const pushCommunity: RecordPusher = (page, path, value) =>
  pushRecord(page, path, value, toCommunity(value), (record) => ({ kind: 'community', record }));
const pushJob: RecordPusher = (page, path, value) =>
  pushRecord(page, path, value, toJobListing(value), (record) => ({ kind: 'job', record }));
const pushAbout: RecordPusher = (page, path, value) =>
  pushRecord(page, path, value, toAboutAccountRecord(value, page), (record) => ({ kind: 'about', record }));
const pushSpace: RecordPusher = (page, path, value) =>
  pushRecord(page, path, value, toAudioSpace(value), (record) => ({ kind: 'space', record }));
const pushLocation: RecordPusher = (page, path, value) =>
  pushRecord(page, path, value, toLocationSuggestion(value), (record) => ({ kind: 'location', record }));

const readMembersRoot = createSliceReader('communityMembers', pushMember);
const readModeratorsRoot = createSliceReader('communityModerators', pushMember);

const readCommunity: RootReader = createKnownRootsReader(
  [
    ['ranked_community_timeline', createTimelineReader('communityTimeline')],
    ['community_media_timeline', createTimelineReader('communityTimeline')],
    ['members_slice', readMembersRoot],
    ['moderators_slice', readModeratorsRoot],
    ['member_relationship_typeahead', createResultsReader('communityMembers', pushMember)],
  ],
  createSingleRecordReader('community', pushCommunity),
);

/** Mobile queries don't have a `result` around a community. */
const readCommunityRoot: RootReader = (page, path, value) =>
  (isEmptyResult(value) || readObjectOrEmpty(value).result !== undefined
    ? createNestedRootReader('result', readCommunity)
    : readCommunity)(page, path, value);

/** "Where a response starts" in docs/upstream.md. */
const dataRootReaders: RootReadersByKey = [
  ['user', readUserRoot],
  ['threaded_conversation_with_injections_v2', createInstructionsReader('tweetDetail')],
  [
    'search_by_raw_query',
    createKnownRootsReader(
      [
        ['search_timeline', createTimelineReader('search')],
        ['audio_spaces_grouped_by_section', readSpaceSections],
      ],
      createEmptyRootReader('search'),
    ),
  ],
  [
    'list',
    createKnownRootsReader(
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
  ['members_slice', readMembersRoot],
  ['moderators_slice', readModeratorsRoot],
  ['retweeters_timeline', createTimelineReader('retweeters')],
  ['favoriters_timeline', createTimelineReader('favoriters')],
  ['bookmark_timeline_v2', createTimelineReader('bookmarks')],
  ['timeline', createTimelineReader('trends')],
  ['threaded_conversation_with_injections', createInstructionsReader('tweetDetail')],
  ['tweetResult', readTweetsRoot],
  ['tweet_results', readTweetsRoot],
  ['users', createResultsReader('users', pushUser)],
  ['user_results', createNestedRootReader('result', createSingleRecordReader('user', pushUser))],
  ['user_result_by_screen_name', createNestedRootReader('result', createSingleRecordReader('aboutAccount', pushAbout))],
  ['communities_search_slice', createSliceReader('communitySearch', pushCommunity)],
  ['job_search', readJobsRoot],
  ['jobData', createSingleRecordReader('job', pushJob)],
  ['location_type_ahead', readLocationsRoot],
  ['audioSpace', readSpaceRoot],
];

const dataRootReadersByKey: ReadonlyMap<string, RootReader> = new Map(dataRootReaders);

/** @returns undefined if it is all unknown */
export function readDataRoot(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  data: PlatformObject,
): UpstreamOperation | undefined {
  return readKnownRoots(page, path, data, dataRootReadersByKey) ?? readUnknownRoots(page, path, data, isListOrResult);
}

function readKnownRoots(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  value: PlatformObject,
  roots: ReadonlyMap<string, RootReader>,
): UpstreamOperation | undefined {
  const fields: Readonly<Record<string, unknown>> = value;
  let operation: UpstreamOperation | undefined;
  for (const key in fields) {
    const readRoot = fields[key] === undefined ? undefined : roots.get(key);
    if (readRoot !== undefined) {
      const read = keepUnlessAllUnreadable(page, () => readRoot(page, appendPathKey(path, key), fields[key]));
      operation ??= read;
    }
  }
  return operation;
}

/** Names such as `list` and `users` are common: if nothing below one can be read, it isn't from the platform. */
function keepUnlessAllUnreadable(
  page: UpstreamPageBuilder,
  readRoot: () => UpstreamOperation | undefined,
): UpstreamOperation | undefined {
  const { records, slots, warnings } = page;
  const [recordCount, slotCount, warningCount] = [records.length, slots.length, warnings.length];
  const operation = readRoot();
  const isNothingRead = records.length === recordCount && slots.length === slotCount && warnings.length > warningCount;
  if (isNothingRead && warnings.slice(warningCount).every(({ kind }) => kind === 'unreadable')) {
    warnings.length = warningCount;
    return undefined;
  }
  return operation;
}

function createKnownRootsReader(roots: RootReadersByKey, otherwise: RootReader): RootReader {
  const rootsByKey = new Map<string, RootReader>(roots);
  return (page, path, value) => {
    const fields = readObjectOrEmpty(value);
    return (
      readKnownRoots(page, path, fields, rootsByKey) ??
      readUnknownRoots(page, path, fields, isTimelineOrSlice) ??
      otherwise(page, path, value)
    );
  };
}

/**
 * Reads below a key. Returns undefined for an object without the key, unless it is empty: the platform sends that for an absent
 * value.
 */
function createNestedRootReader(key: keyof PlatformObject, readRoot: RootReader): RootReader {
  return (page, path, value) => {
    const inner = readObjectOrEmpty(value)[key];
    return inner === undefined && !isEmptyResult(value) ? undefined : readRoot(page, appendPathKey(path, key), inner);
  };
}

/** Reads an empty object, which the platform sends for an absent value. */
function createEmptyRootReader(operation: UpstreamOperation): RootReader {
  return (page, path, value) => {
    if (!isEmptyResult(value)) {
      return undefined;
    }
    addUpstreamWarning(page, 'empty', path, 'The platform sent an empty result.');
    return operation;
  };
}

function createSingleRecordReader(operation: UpstreamOperation, readOne: RecordPusher): RootReader {
  return (page, path, value) => {
    readOne(page, path, value);
    return operation;
  };
}

/** Most timelines have an outer `timeline` around them. */
function createTimelineReader(operation: UpstreamOperation): RootReader {
  return createNestedRootReader('timeline', createInstructionsReader(operation));
}

function createInstructionsReader(operation: UpstreamOperation): RootReader {
  return (page, path, value) => {
    const fields = readObjectOrEmpty(value);
    const { instructions } = fields;
    if (Array.isArray(instructions)) {
      readTimeline(page, appendPathKey(path, 'instructions'), instructions);
    } else if (isEmptyResult(value)) {
      addUpstreamWarning(page, 'empty', path, 'The platform sent an empty result instead of a timeline.');
    } else if (readUnknownRoots(page, path, fields, isTimelineOrSlice) === undefined) {
      addUpstreamWarning(
        page,
        'unreadable',
        appendPathKey(path, 'instructions'),
        `The timeline has no instructions${describeSkippedItems(value)}.`,
      );
    }
    return operation;
  };
}

function createSliceReader(operation: UpstreamOperation, readOne: RecordPusher): RootReader {
  return (page, path, value) => {
    const [key, items] = takeCursorAndGetItems(page, value);
    pushEachResult(page, appendPathKey(path, key), items, readOne);
    return operation;
  };
}

/** A job's id is next to its result. */
function readJobsRoot(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): UpstreamOperation {
  const [key, items] = takeCursorAndGetItems(page, value);
  const at = appendPathKey(path, key);
  readArrayOrEmpty(items).forEach((item, index) => pushJob(page, appendPathKey(at, index), item));
  return 'jobSearch';
}

/** Stores a slice's cursor and returns its items, which mobile queries name like a module's. */
function takeCursorAndGetItems(page: UpstreamPageBuilder, value: unknown): readonly [key: string, items: unknown] {
  const { slice_info, items_results, items } = readObjectOrEmpty(value);
  page.bottom = readString(readObjectOrEmpty(slice_info).next_cursor) ?? page.bottom;
  return items_results === undefined && items !== undefined ? ['items', items] : ['items_results', items_results];
}

function createResultsReader(operation: UpstreamOperation, pushOne: RecordPusher): RootReader {
  return (page, path, value) => {
    pushEachResult(page, path, value, pushOne);
    return operation;
  };
}

function pushMember(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown, outerRole?: unknown): void {
  const { community_relationship, user_results, role = outerRole } = readObjectOrEmpty(value);
  if (community_relationship !== undefined) {
    pushMember(page, appendPathKey(path, 'community_relationship'), community_relationship, role);
  } else if (user_results !== undefined) {
    pushMember(page, appendPathKey(path, 'user_results.result'), readObjectOrEmpty(user_results).result, role);
  } else {
    pushUser(
      page,
      path,
      role === undefined || isEmptyResult(value) ? value : { community_role: role, ...readObjectOrEmpty(value) },
    );
  }
}

function readLocationsRoot(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): UpstreamOperation {
  readArrayOrEmpty(value).forEach((item, index) => pushLocation(page, appendPathKey(path, index), item));
  return 'locations';
}

function readTweetsRoot(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): UpstreamOperation | undefined {
  if (Array.isArray(value)) {
    pushEachResult(page, path, value, pushTweetOrAbsence);
    return 'tweets';
  }
  return createNestedRootReader('result', createSingleRecordReader('tweet', pushTweetOrAbsence))(page, path, value);
}

function pushEachResult(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown, readOne: RecordPusher): void {
  if (!Array.isArray(value)) {
    addUpstreamWarning(page, 'unreadable', path, 'A list is missing.');
    return;
  }
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index];
    const { result } = readObjectOrEmpty(item);
    const at = appendPathKey(path, index);
    if (result === undefined && !isEmptyResult(item)) {
      readOne(page, at, item);
    } else {
      readOne(page, appendPathKey(at, 'result'), result);
    }
  }
}

/**
 * Reads a profile, or a timeline below it: in `timeline_v2` from 2023 to 2025, in `timeline` before and since, or under a
 * different name.
 */
function readUserRoot(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): UpstreamOperation | undefined {
  const { timeline_v2 } = readObjectOrEmpty(readObjectOrEmpty(value).result);
  const key = isPlatformObject(timeline_v2) ? 'timeline_v2' : 'timeline';
  const operation = createNestedRootReader(
    'result',
    createKnownRootsReader([[key, createTimelineReader('userTimeline')]], createSingleRecordReader('user', pushUser)),
  )(page, path, value);
  if (operation === undefined || operation === 'user') {
    return operation;
  }
  const isOfPeople = page.records[0]?.kind === 'user' || (page.records.length === 0 && page.bottom?.includes('|') === true);
  return isOfPeople ? 'userList' : 'userTimeline';
}

function readSpaceSections(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): UpstreamOperation {
  const sections = appendPathKey(path, 'sections');
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

function readSpaceRoot(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): UpstreamOperation {
  pushSpace(page, path, value);
  readArrayOrEmpty(readObjectOrEmpty(readObjectOrEmpty(value).sharings).items).forEach((item, index) => {
    const { shared_item } = readObjectOrEmpty(item);
    const { __typename, tweet_results } = readObjectOrEmpty(shared_item);
    const place = appendPathKey(path, `sharings.items.${index}.shared_item`);
    if (tweet_results === undefined) {
      countUnsupportedItem(page, place, readString(__typename) ?? 'what was shared in a room');
    } else {
      pushTweetOrAbsence(page, appendPathKey(place, 'tweet_results.result'), readObjectOrEmpty(tweet_results).result);
    }
  });
  return 'space';
}

/**
 * Reads everything below unknown names: the platform adds operations, but their timelines, slices, and results keep their
 * structure.
 */
function readUnknownRoots(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  data: PlatformObject,
  fits: (node: PlatformObject) => boolean,
): UpstreamOperation | undefined {
  const operations = findObjects(data, path, fits).map(({ node, path: at }) => readListOrResult(page, at, node));
  const [first] = operations;
  if (first === undefined || operations.every((one) => one === first)) {
    return operations.length > 1 && first === 'tweet' ? 'tweets' : operations.length > 1 && first === 'user' ? 'users' : first;
  }
  return 'otherTimeline';
}

function readListOrResult(page: UpstreamPageBuilder, path: BodyPath | undefined, node: PlatformObject): UpstreamOperation {
  if (Array.isArray(node.instructions)) {
    readTimeline(page, appendPathKey(path, 'instructions'), node.instructions);
    return 'otherTimeline';
  }
  if (Array.isArray(node.items_results)) {
    readOtherSlice(page, path, node);
    return 'otherTimeline';
  }
  if (isUserResult(node)) {
    pushUser(page, path, node);
    return 'user';
  }
  // an embedded post contains the post that it replies to
  if (isRestTweet(node.parent)) {
    pushTweetOrAbsence(page, appendPathKey(path, 'parent'), node.parent);
  }
  pushTweetOrAbsence(page, path, node);
  return 'tweet';
}

const readOtherSlice = createSliceReader('otherTimeline', (page, path, value) => {
  const { __typename } = readObjectOrEmpty(value);
  const push =
    __typename === 'Community' ? pushCommunity : isTweetResult(readObjectOrEmpty(value)) ? pushTweetOrAbsence : pushMember;
  push(page, path, value);
});

function isTimelineOrSlice({ instructions, items_results }: PlatformObject): boolean {
  return Array.isArray(instructions) || Array.isArray(items_results);
}

/** A timeline, a slice, a post, or an account that doesn't contain a timeline. */
function isListOrResult(node: PlatformObject): boolean {
  return (
    isTimelineOrSlice(node) ||
    ((isTweetResult(node) || isUserResult(node)) && findShallowestObject(node, undefined, isTimelineOrSlice) === undefined)
  );
}

const tweetTypes: ReadonlySet<unknown> = new Set([
  'Tweet',
  'TweetWithVisibilityResults',
  'TweetTombstone',
  'TweetUnavailable',
  'TweetPreviewDisplay',
]);

function isTweetResult(node: PlatformObject): boolean {
  return tweetTypes.has(node.__typename) || typeof readObjectOrEmpty(node.legacy).full_text === 'string' || isRestTweet(node);
}

function isUserResult({ __typename, rest_id, legacy, core }: PlatformObject): boolean {
  return (
    (__typename === 'User' && rest_id !== undefined) ||
    __typename === 'UserUnavailable' ||
    (typeof rest_id === 'string' && (readObjectOrEmpty(legacy).screen_name ?? readObjectOrEmpty(core).screen_name) !== undefined)
  );
}

const gatewaySpaceStateByUpstreamState: ReadonlyMap<string, string> = new Map([
  ['NotStarted', 'scheduled'],
  ['Running', 'live'],
  ['Ended', 'ended'],
  ['TimedOut', 'ended'],
  ['Canceled', 'cancelled'],
]);

/**
 * Converts a Space to the gateway's names; a search result has only its id. Missing fields are left out.
 * @returns undefined without an id
 */
function toAudioSpace(value: unknown): UndocumentedRecord | undefined {
  const raw = readObjectOrEmpty(value);
  const metadata = isPlatformObject(raw.metadata) ? raw.metadata : raw;
  const id = readNonEmptyString(metadata.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const { admins, speakers, listeners, total } = readObjectOrEmpty(raw.participants);
  const state = readNonEmptyString(metadata.state);
  const facts = {
    id,
    title: readNonEmptyString(metadata.title),
    state: state === undefined ? undefined : (gatewaySpaceStateByUpstreamState.get(state) ?? state),
    creator: toUser(readObjectOrEmpty(metadata.creator_results).result)?.record,
    participant_count: readCount(total),
    total_live_listeners: readCount(metadata.total_live_listeners),
    total_replay_watched: readCount(metadata.total_replay_watched),
    has_replay: metadata.is_space_available_for_replay,
    created_at: formatIsoSeconds(metadata.created_at),
    updated_at: formatIsoSeconds(metadata.updated_at),
    scheduled_start: formatIsoSeconds(metadata.scheduled_start),
    started_at: formatIsoSeconds(metadata.started_at),
    ended_at: formatIsoSecondsFromMsText(metadata.ended_at),
    host_ids: admins === undefined ? undefined : readArrayOrEmpty(admins).flatMap((one) => readParticipantId(one) ?? []),
    speaker_ids: speakers === undefined ? undefined : readArrayOrEmpty(speakers).flatMap((one) => readParticipantId(one) ?? []),
    hosts: toParticipants(admins),
    speakers: toParticipants(speakers),
    listeners: toParticipants(listeners),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

/** Under `user` until 2023. */
function readParticipantId(value: unknown): string | undefined {
  const { user_results, user } = readObjectOrEmpty(value);
  return readNumericId(readObjectOrEmpty(user_results ?? user).rest_id);
}

function toParticipants(value: unknown): readonly object[] | undefined {
  return value === undefined ? undefined : readArrayOrEmpty(value).map((one) => toParticipant(readObjectOrEmpty(one)));
}

/** In a Space, a participant's names are next to the account. */
function toParticipant(one: PlatformObject): object {
  return {
    id: readParticipantId(one) ?? null,
    username: readNonEmptyString(one.twitter_screen_name) ?? null,
    name: readNonEmptyString(one.display_name) ?? null,
    avatarUrl: readNonEmptyString(one.avatar_url) ?? null,
  };
}
