import { isValueDeeperThan, maxJsonDepth } from '../response.ts';
import {
  readNonEmptyString,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
  type PlatformObject,
} from './platformFields.ts';
import { readDataRoot, pushListRecord } from './readDataRoot.ts';
import {
  pushRecord,
  appendPathKey,
  type BodyPath,
  describeSkippedItems,
  addUpstreamWarning,
  warnOfUnsupportedItems,
  type UpstreamPageBuilder,
  createUpstreamPageBuilder,
  type ReadUpstreamOptions,
  countUnsupportedItem,
  appendFinalWarningPathKey,
} from './readContext.ts';
import {
  pushTweetOrAbsence,
  pushUser,
  pushTimelineEntries,
  pushTimelineEntry,
  readTimeline,
  isUnrelatedEntry,
  pushTimelineTrend,
} from './readTimeline.ts';
import { toHashflag, toTrendPlaceRecord, toTrend } from './toRecords.ts';
import type { UpstreamOperation, UpstreamPage } from './upstreamPage.ts';

interface LegacyReadContext {
  readonly page: UpstreamPageBuilder;
  readonly tweets: object;
  readonly users: object;
}

/**
 * Reads a timeline with entries that refer to `globalObjects` ("Oldest interface" in docs/upstream.md), by converting posts and
 * people to the newer layout.
 */
function readLegacyTimeline(
  page: UpstreamPageBuilder,
  outer: BodyPath | undefined,
  { globalObjects, timeline }: PlatformObject,
): UpstreamOperation {
  const { tweets, users } = readObjectOrEmpty(globalObjects);
  const rest: LegacyReadContext = {
    page,
    tweets: readObjectOrEmpty(tweets),
    users: readObjectOrEmpty(users),
  };
  if (!isPlatformObject(timeline)) {
    return readObjectsWithoutTimeline(rest, appendPathKey(outer, 'globalObjects'));
  }
  readArrayOrEmpty(timeline.instructions).forEach((one, index) => {
    const instruction = readObjectOrEmpty(one);
    const path = appendPathKey(outer, `timeline.instructions.${index}`);
    readArrayOrEmpty(readObjectOrEmpty(instruction.addEntries).entries).forEach((entry, at) =>
      pushLegacyEntry(rest, appendPathKey(path, `addEntries.entries.${at}`), entry),
    );
    for (const key of ['pinEntry', 'replaceEntry'] as const) {
      const { entry } = readObjectOrEmpty(instruction[key]);
      if (entry !== undefined) pushLegacyEntry(rest, appendPathKey(path, `${key}.entry`), entry);
    }
  });
  return page.records.some(({ kind }) => kind === 'trend') ? 'trends' : 'search';
}

/** Without entries, reads all posts that other posts don't repeat or quote. Without posts, reads the people. */
function readObjectsWithoutTimeline(rest: LegacyReadContext, path: BodyPath): UpstreamOperation {
  const inner = new Set(
    Object.values(rest.tweets).flatMap((tweet: unknown) => {
      const { quoted_status_id_str, retweeted_status_id_str } = readObjectOrEmpty(tweet);
      return [quoted_status_id_str, retweeted_status_id_str];
    }),
  );
  const ids = Object.keys(rest.tweets).filter((id) => !inner.has(id));
  for (const id of ids) {
    pushTweetOrAbsence(rest.page, appendFinalWarningPathKey(path, `tweets.${id}`), convertLegacyTweetById(rest, id, true));
  }
  if (ids.length > 0) {
    return 'tweets';
  }
  for (const id of Object.keys(rest.users)) {
    pushUser(rest.page, appendFinalWarningPathKey(path, `users.${id}`), convertLegacyUserById(rest, id));
  }
  return 'users';
}

function pushLegacyEntry(rest: LegacyReadContext, path: BodyPath, value: unknown): void {
  const entry = readObjectOrEmpty(value);
  const { operation, timelineModule, item: single } = readObjectOrEmpty(entry.content);
  const { cursor } = readObjectOrEmpty(operation);
  if (isPlatformObject(cursor)) {
    if (cursor.cursorType === 'Top') rest.page.top = readString(cursor.value);
    if (cursor.cursorType === 'Bottom') rest.page.bottom = readString(cursor.value);
    return;
  }
  if (isUnrelatedEntry(readString(entry.entryId) ?? '')) {
    return;
  }
  if (timelineModule === undefined) {
    pushLegacyItem(rest, appendPathKey(path, 'content.item.content'), single, undefined);
  }
  readArrayOrEmpty(readObjectOrEmpty(timelineModule).items).forEach((part, at) => {
    const { item } = readObjectOrEmpty(part);
    pushLegacyItem(rest, appendPathKey(path, `content.timelineModule.items.${at}.item.content`), item, readString(entry.entryId));
  });
}

function pushLegacyItem(rest: LegacyReadContext, path: BodyPath, item: unknown, moduleId: string | undefined): void {
  const content = readObjectOrEmpty(readObjectOrEmpty(item).content);
  const { tweet, user, trend } = content;
  if (trend !== undefined) {
    pushTimelineTrend(rest.page, appendPathKey(path, 'trend'), trend);
  } else if (tweet !== undefined) {
    const { id, promotedMetadata } = readObjectOrEmpty(tweet);
    if (promotedMetadata === undefined) {
      pushTweetOrAbsence(rest.page, appendFinalWarningPathKey(path, 'tweet'), convertLegacyTweetById(rest, id, true), {
        entryId: readNumericId(id) ?? '',
        moduleId,
      });
    }
  } else if (user !== undefined) {
    pushUser(rest.page, appendFinalWarningPathKey(path, 'user'), convertLegacyUserById(rest, readObjectOrEmpty(user).id));
  } else {
    const [type] = Object.keys(content);
    if (type !== undefined && type !== 'tombstone') countUnsupportedItem(rest.page, appendPathKey(path, type), type);
  }
}

/** @param isOuter whether to include the post that it quotes or repeats */
function convertLegacyTweetById(rest: LegacyReadContext, id: unknown, isOuter: boolean): unknown {
  const tweet = findObjectById(rest.tweets, id);
  if (tweet === undefined) {
    return undefined;
  }
  const quotedId = isOuter ? readString(tweet.quoted_status_id_str) : undefined;
  const originalId = isOuter ? readString(tweet.retweeted_status_id_str) : undefined;
  const original = originalId === undefined ? undefined : convertLegacyTweetById(rest, originalId, false);
  return {
    rest_id: tweet.id_str,
    core: { user_results: { result: convertLegacyUserById(rest, tweet.user_id_str) } },
    views: tweet.ext_views,
    card: tweet.card,
    ...(quotedId === undefined ? {} : { quoted_status_result: { result: convertLegacyTweetById(rest, quotedId, false) } }),
    legacy: original === undefined ? tweet : { ...tweet, retweeted_status_result: { result: original } },
  };
}

function convertLegacyUserById(rest: LegacyReadContext, id: unknown): unknown {
  const legacy = findObjectById(rest.users, id);
  return legacy && { rest_id: legacy.id_str, is_blue_verified: legacy.ext_is_blue_verified, legacy };
}

function findObjectById(objects: object, id: unknown): PlatformObject | undefined {
  const found: unknown = typeof id === 'string' && Object.hasOwn(objects, id) ? Reflect.get(objects, id) : undefined;
  return isPlatformObject(found) ? found : undefined;
}

const byteOrderMark = '\ufeff';

/**
 * Reads upstream JSON, recognized by its content (docs/upstream.md). Never throws: parts that can't be read become warnings
 * with their path.
 */
export function readUpstream(text: string, options: ReadUpstreamOptions = {}): UpstreamPage {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch (error) {
    const page = createUpstreamPageBuilder(options.site);
    const why = error instanceof Error ? error.message : "it couldn't be parsed";
    addUpstreamWarning(page, 'notJson', undefined, `The body isn't JSON: ${why}`);
    return buildUpstreamPage(page, 'unknown');
  }
  return readParsedUpstream(value, options);
}

/** Reads a parsed body, without changing it. */
export function readParsedUpstream(value: unknown, options: ReadUpstreamOptions = {}): UpstreamPage {
  const page = createUpstreamPageBuilder(options.site);
  const operation = Array.isArray(value)
    ? keepOperationIfProven(page, () => readBodyArray(page, value) ?? readBodies(page, undefined, value))
    : isPlatformObject(value)
      ? readBodyObject(page, undefined, value)
      : undefined;
  if (operation === undefined && page.warnings.length === 0) {
    warnOfUnknownShape(page, undefined, value);
  }
  return buildUpstreamPage(page, operation ?? 'unknown');
}

function buildUpstreamPage(page: UpstreamPageBuilder, operation: UpstreamOperation): UpstreamPage {
  warnOfUnsupportedItems(page);
  const { era, records, top, bottom, more, slots, warnings } = page;
  return { operation, era, records, cursor: { top, bottom, more }, slots, warnings };
}

function readBodyObject(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  body: PlatformObject,
): UpstreamOperation | undefined {
  if (body.errors !== undefined) {
    warnOfPlatformErrors(page, appendPathKey(path, 'errors'), body.errors);
  }
  if (isPlatformObject(body.data)) {
    const operation = readDataRoot(page, appendPathKey(path, 'data'), body.data);
    if (body.cursor !== undefined && operation !== undefined) {
      setOuterCursors(page, body.cursor);
    }
    return operation;
  }
  if (isFriendship(body.relationship)) {
    pushFriendship(page, appendPathKey(path, 'relationship'), body.relationship);
    return 'friendship';
  }
  if (body.globalObjects !== undefined) {
    return keepOperationIfProven(page, () => readLegacyTimeline(page, path, body));
  }
  if (Array.isArray(body.entries)) {
    const { entries } = body;
    return keepOperationIfProven(page, () => readBareEntries(page, appendPathKey(path, 'entries'), body, entries));
  }
  const bodies = Object.values(body);
  const isOfBodies = bodies.length > 0 && bodies.every((one) => isPlatformObject(readObjectOrEmpty(one).data));
  return keepOperationIfProven(page, () =>
    isOfBodies ? readBodies(page, path, body) : (readFragment(page, path, body) ?? readDataRoot(page, path, body)),
  );
}

/** Reads several bodies in one file, with a warning for each that can't be read. */
function readBodies(page: UpstreamPageBuilder, path: BodyPath | undefined, bodies: object): UpstreamOperation | undefined {
  let operation: UpstreamOperation | undefined;
  for (const [key, body] of Object.entries(bodies)) {
    const at = appendPathKey(path, key);
    const warningCount = page.warnings.length;
    const read = isPlatformObject(body) && !Array.isArray(body) ? readBodyObject(page, at, body) : undefined;
    if (read === undefined && page.warnings.length === warningCount) {
      warnOfUnknownShape(page, at, body);
    }
    operation ??= read;
  }
  return operation;
}

/**
 * Many files have `entries`, `instructions`, `users`, or `content`. Without the platform's envelope, a body is recognized only
 * if something was found in it or the platform explained why it is empty.
 */
function keepOperationIfProven(
  page: UpstreamPageBuilder,
  read: () => UpstreamOperation | undefined,
): UpstreamOperation | undefined {
  const { records, slots, warnings, top, bottom, more } = page;
  const [recordCount, slotCount, warningCount] = [records.length, slots.length, warnings.length];
  const operation = read();
  const isPlaced = slots.slice(slotCount).some((slot) => slot.kind !== 'absent' || slot.absence.kind !== 'unreadable');
  const isPaged = page.top !== top || page.bottom !== bottom || page.more !== more;
  const isExplained = warnings.slice(warningCount).some(({ kind }) => kind === 'error' || kind === 'unavailable');
  if (records.length > recordCount || isPlaced || isPaged || isExplained) {
    return operation;
  }
  warnings.length = warningCount;
  slots.length = slotCount;
  page.unsupportedItems.clear();
  return undefined;
}

/** Many files have a `relationship`; in the platform's, both sides are accounts. */
function isFriendship(relationship: unknown): boolean {
  const { source, target } = readObjectOrEmpty(relationship);
  return [source, target].every((side) => typeof readObjectOrEmpty(side).screen_name === 'string');
}

/** Both sides are passed on unchanged (assumption 3.9), so they must not nest too deep. */
function pushFriendship(page: UpstreamPageBuilder, path: BodyPath, relationship: unknown): void {
  const { source, target } = readObjectOrEmpty(relationship);
  if (isFriendshipSideNotTooDeep(source) && isFriendshipSideNotTooDeep(target)) {
    page.records.push({
      kind: 'friendship',
      record: { relationship: { source: repairFriendshipSideId(source), target: repairFriendshipSideId(target) } },
    });
  } else {
    addUpstreamWarning(page, 'unreadable', path, 'A side of the relationship is nested too deeply.');
  }
}

/** The oldest interface has ids as numbers and strings; the string replaces a number that has lost digits. */
function repairFriendshipSideId(side: object): object {
  const { id, id_str }: PlatformObject = side;
  return typeof id === 'number' && !Number.isSafeInteger(id) ? { ...side, id: readNumericId(id_str) ?? null } : side;
}

function isFriendshipSideNotTooDeep(value: unknown): value is PlatformObject {
  return isPlatformObject(value) && !isValueDeeperThan(value, maxJsonDepth);
}

/**
 * In a search, `entries` are instructions (primary reference, GET /search); in the gateway's list of reposters, they are
 * people.
 */
function readBareEntries(
  page: UpstreamPageBuilder,
  path: BodyPath,
  body: PlatformObject,
  entries: readonly unknown[],
): UpstreamOperation {
  const first = readObjectOrEmpty(entries[0]);
  if (body.cursor === undefined || typeof first.type === 'string') {
    readTimeline(page, path, entries);
    return 'search';
  }
  entries.forEach((entry, index) => {
    const { rest_id } = readObjectOrEmpty(entry);
    pushUser(page, appendPathKey(path, index), { rest_id, legacy: entry });
  });
  page.era = undefined;
  setOuterCursors(page, body.cursor);
  return 'retweeters';
}

/** The gateway's cursors are next to the data (assumption 7.9). */
function setOuterCursors(page: UpstreamPageBuilder, cursor: unknown): void {
  const { top, bottom } = readObjectOrEmpty(cursor);
  page.top ??= readString(top);
  page.bottom ??= readString(bottom);
}

/** Reads part of a body, as saved in files. */
function readFragment(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  body: PlatformObject,
): UpstreamOperation | undefined {
  if (isPlatformObject(body.content)) {
    pushTimelineEntry(page, path, body);
    return 'entry';
  }
  if (Array.isArray(body.instructions)) {
    readTimeline(page, appendPathKey(path, 'instructions'), body.instructions);
    return 'userTimeline';
  }
  if (isPlatformObject(body.tweet) && body.rest_id === undefined) {
    pushTweetOrAbsence(page, path, body);
    return 'tweet';
  }
  if (body.member_count !== undefined && body.subscriber_count !== undefined) {
    pushListRecord(page, path, body);
    return 'list';
  }
  return undefined;
}

/** Bodies from the oldest interface are lists (assumption 4.14), recognized by their first item. */
function readBodyArray(page: UpstreamPageBuilder, items: readonly unknown[]): UpstreamOperation | undefined {
  const first = readObjectOrEmpty(items[0]);
  if (first.trends !== undefined) {
    items.forEach((item, index) => {
      const { trends } = readObjectOrEmpty(item);
      const at = appendPathKey(appendPathKey(undefined, index), 'trends');
      readArrayOrEmpty(trends).forEach((trend, rank) =>
        pushRecord(page, appendPathKey(at, rank), trend, toTrend(trend, rank), (record) => ({
          kind: 'trend',
          record,
          extra: {},
        })),
      );
    });
    return 'trends';
  }
  if (first.hashtag !== undefined) {
    items.forEach((item, index) =>
      pushRecord(page, appendPathKey(undefined, index), item, toHashflag(item), (record) => ({ kind: 'hashflag', record })),
    );
    return 'hashflags';
  }
  if (first.woeid !== undefined) {
    items.forEach((item, index) =>
      pushRecord(page, appendPathKey(undefined, index), item, toTrendPlaceRecord(item), (record) => ({ kind: 'place', record })),
    );
    return 'places';
  }
  if (first.entryId !== undefined) {
    pushTimelineEntries(page, undefined, items);
    return 'entry';
  }
  if (typeof first.type === 'string' && first.type.startsWith('Timeline')) {
    readTimeline(page, undefined, items);
    return 'userTimeline';
  }
  return undefined;
}

/** The platform reports errors instead of data or next to it. */
function warnOfPlatformErrors(page: UpstreamPageBuilder, path: BodyPath, errors: unknown): void {
  readArrayOrEmpty(errors).forEach((error, index) => {
    const { message, detail, title } = readObjectOrEmpty(error);
    addUpstreamWarning(
      page,
      'error',
      appendPathKey(path, index),
      readNonEmptyString(message ?? detail ?? title) ?? 'The platform reported an error without a message.',
    );
  });
}

function warnOfUnknownShape(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): void {
  if (isValueDeeperThan(value, maxJsonDepth)) {
    addUpstreamWarning(page, 'tooDeep', path, `The body is nested more than ${maxJsonDepth} levels deep and can't be read.`);
  } else {
    addUpstreamWarning(page, 'unknown', path, `The upstream JSON isn't recognized${describeSkippedItems(value)}.`);
  }
}
