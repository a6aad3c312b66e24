import {
  type PlatformObject,
  readNonEmptyString,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
} from './platformFields.ts';
import { createAbsentTweet, type AbsentTweet, readTombstoneText } from './unwrapTweet.ts';
import {
  appendFinalWarningPathKey,
  type UpstreamPageBuilder,
  appendPathKey,
  type BodyPath,
  addUpstreamWarning,
  countUnsupportedItem,
  pushRecord,
} from './readContext.ts';
import { setCursorByType } from './readRawPagingInfo.ts';
import { readTweet } from './readTweet.ts';
import { readUpstreamUser } from './readUser.ts';
import { toCommunity, toListDetails, toTimelineTrend } from './toRecords.ts';

interface TimelineItemIds {
  readonly entryId: string;
  /** Undefined outside of modules. */
  readonly moduleId: string | undefined;
}

const emptyTimelineItemIds: TimelineItemIds = { entryId: '', moduleId: undefined };

/** Applies instructions in order ("Timelines" in docs/upstream.md). */
export function readTimeline(page: UpstreamPageBuilder, path: BodyPath | undefined, instructions: readonly unknown[]): void {
  page.pinnedId = findPinnedTweetId(instructions);
  for (let index = 0; index < instructions.length; index += 1) {
    const instruction = readObjectOrEmpty(instructions[index]);
    if (instruction.entries !== undefined) {
      pushTimelineEntries(page, appendPathKey(appendPathKey(path, index), 'entries'), readArrayOrEmpty(instruction.entries));
    }
    if (instruction.entry !== undefined) {
      pushTimelineEntry(page, appendPathKey(appendPathKey(path, index), 'entry'), instruction.entry);
    }
    const key = instruction.moduleItems === undefined ? 'module_items' : 'moduleItems';
    if (instruction[key] !== undefined) {
      const moduleId = readString(instruction.moduleEntryId ?? instruction.module_entry_id);
      pushModuleItems(page, appendPathKey(appendPathKey(path, index), key), readArrayOrEmpty(instruction[key]), moduleId);
    }
  }
}

function findPinnedTweetId(instructions: readonly unknown[]): string | undefined {
  for (const one of instructions) {
    const { type, __typename, entry } = readObjectOrEmpty(one);
    if ((type ?? __typename) === 'TimelinePinEntry') {
      const { content } = readObjectOrEmpty(entry);
      const { tweet_results, tweetResult } = readObjectOrEmpty(
        readObjectOrEmpty(content)[getItemContentKey(readObjectOrEmpty(content))],
      );
      const { rest_id, tweet } = readObjectOrEmpty(readObjectOrEmpty(tweet_results ?? tweetResult).result);
      const id = readNumericId(rest_id) ?? readNumericId(readObjectOrEmpty(tweet).rest_id);
      if (id !== undefined) {
        return id;
      }
    }
  }
  return undefined;
}

export function pushTimelineEntries(page: UpstreamPageBuilder, path: BodyPath | undefined, entries: readonly unknown[]): void {
  for (let index = 0; index < entries.length; index += 1) {
    pushTimelineEntry(page, appendPathKey(path, index), entries[index]);
  }
}

export function pushTimelineEntry(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): void {
  const entry = readObjectOrEmpty(value);
  const entryId = getEntryId(entry);
  if (isUnrelatedEntry(entryId)) {
    return;
  }
  if (!isPlatformObject(entry.content)) {
    addUpstreamWarning(page, 'unreadable', appendPathKey(path, 'content'), `The entry '${entryId}' has no content.`);
    return;
  }
  const { content } = entry;
  if (isCursor(content)) {
    addCursorToPage(page, appendPathKey(path, 'content'), content, undefined);
  } else if (content.items !== undefined) {
    pushModuleItems(page, appendPathKey(path, 'content.items'), readArrayOrEmpty(content.items), entryId);
  } else {
    const key = getItemContentKey(content);
    pushTimelineItem(page, appendPathKey(path, `content.${key}`), content[key], { entryId, moduleId: undefined });
  }
}

function pushModuleItems(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  items: readonly unknown[],
  moduleId: string | undefined,
): void {
  for (let index = 0; index < items.length; index += 1) {
    const part = readObjectOrEmpty(items[index]);
    const entryId = getEntryId(part);
    if (!entryId.startsWith('YouMightAlsoLike') && !entryId.includes('promoted-tweet')) {
      const item = readObjectOrEmpty(part.item);
      const key = getItemContentKey(item);
      pushTimelineItem(page, appendPathKey(appendPathKey(path, index), `item.${key}`), item[key], { entryId, moduleId });
    }
  }
}

/** Mobile queries use other names. */
function getItemContentKey(holder: PlatformObject): 'itemContent' | 'item_content' | 'content' {
  if (holder.itemContent !== undefined) {
    return 'itemContent';
  }
  return holder.item_content === undefined && holder.content !== undefined ? 'content' : 'item_content';
}

function isCursor({ cursorType, cursor_type }: PlatformObject): boolean {
  return (cursorType ?? cursor_type) !== undefined;
}

function isPromoted({ promotedMetadata, promoted_metadata, tweetPromotedMetadata }: PlatformObject): boolean {
  return (promotedMetadata ?? promoted_metadata ?? tweetPromotedMetadata ?? undefined) !== undefined;
}

function getEntryId({ entryId, entry_id }: PlatformObject): string {
  return readString(entryId) ?? readString(entry_id) ?? '';
}

/** Prompts, topics, frames, and reply fields, which have no content to show. */
const shownNowhere: ReadonlySet<unknown> = new Set([
  'TimelineFrame',
  'TimelineLabel',
  'TimelineMessagePrompt',
  'TimelinePrompt',
  'TimelineSpelling',
  'TimelineTopic',
  'TimelineTweetComposer',
]);

function pushTimelineItem(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown, place: TimelineItemIds): void {
  const item = readObjectOrEmpty(value);
  const type = item.itemType ?? item.item_type ?? item.__typename;
  if (item.tweet_results !== undefined) {
    if (!isPromoted(item)) {
      pushTweetOrAbsence(page, appendPathKey(path, 'tweet_results.result'), readObjectOrEmpty(item.tweet_results).result, place);
    }
  } else if (item.user_results !== undefined) {
    if (!isPromoted(item)) {
      pushUser(page, appendPathKey(path, 'user_results.result'), readObjectOrEmpty(item.user_results).result);
    }
  } else if (isCursor(item)) {
    addCursorToPage(page, path, item, place.moduleId);
  } else if (type === 'TimelineTrend') {
    pushTimelineTrend(page, path, item);
  } else if (item.tombstoneInfo !== undefined || type === 'TimelineTombstone') {
    pushAbsence(page, createAbsentTweet('tombstone', readTombstoneText(item.tombstoneInfo), undefined), place);
  } else if (item.tweetResult !== undefined || item.userResult !== undefined) {
    // mobile query names
    const { tweetResult: tweet_results, userResult: user_results } = item;
    pushTimelineItem(
      page,
      appendFinalWarningPathKey(path, 'result'),
      { ...item, tweetResult: undefined, userResult: undefined, tweet_results, user_results },
      place,
    );
  } else if (!pushListOrCommunity(page, path, item) && !shownNowhere.has(type)) {
    if (typeof type !== 'string' || type === 'TimelineTweet' || type === 'TimelineUser') {
      addUpstreamWarning(page, 'unreadable', path, `The item '${place.entryId}' contains nothing recognizable.`);
    } else {
      countUnsupportedItem(page, path, type);
    }
  }
}

/** @returns whether the item is a list or community */
function pushListOrCommunity(page: UpstreamPageBuilder, path: BodyPath | undefined, item: PlatformObject): boolean {
  if (item.list !== undefined) {
    pushRecord(page, appendPathKey(path, 'list'), item.list, toListDetails(item.list), (record) => ({ kind: 'list', record }));
  } else if (item.community_results !== undefined) {
    const { result } = readObjectOrEmpty(item.community_results);
    const at = appendPathKey(path, 'community_results.result');
    pushRecord(page, at, result, toCommunity(result), (record) => ({ kind: 'community', record }));
  } else {
    return false;
  }
  return true;
}

/** Adds a pinned post once, even if it also appears in its usual place. */
export function pushTweetOrAbsence(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  value: unknown,
  place = emptyTimelineItemIds,
): void {
  const isPinned = page.pinnedId !== undefined && isResultOfTweet(value, page.pinnedId);
  const tweet = readTweet(page, path, value, isPinned);
  if (tweet === undefined || tweet.kind === 'absent') {
    pushAbsence(page, tweet ?? createAbsentTweet('unreadable', undefined, undefined), place);
    return;
  }
  const { id, replyTo } = tweet.record;
  page.slots.push({ kind: 'tweet', tweetId: id, parentId: readString(replyTo?.['tweetId']), moduleId: place.moduleId });
  if (!isPinned || !page.isPinnedTaken) {
    page.records.push(tweet);
  }
  page.isPinnedTaken ||= isPinned;
}

function isResultOfTweet(result: unknown, id: string): boolean {
  const { rest_id, tweet } = readObjectOrEmpty(result);
  return rest_id === id || readObjectOrEmpty(tweet).rest_id === id;
}

/** A missing post is only identified by its entry id. */
function pushAbsence(page: UpstreamPageBuilder, { absence }: AbsentTweet, { entryId, moduleId }: TimelineItemIds): void {
  const tweetId = readNumericId(entryId.slice(entryId.lastIndexOf('-') + 1));
  page.slots.push({ kind: 'absent', tweetId, moduleId, absence });
}

export function pushUser(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): void {
  const user = readUpstreamUser(page, path, value);
  if (user !== undefined) page.records.push(user);
}

export function pushTimelineTrend(page: UpstreamPageBuilder, path: BodyPath | undefined, value: unknown): void {
  pushRecord(page, path, value, toTimelineTrend(value), (trend) => ({ kind: 'trend', ...trend }));
}

function addCursorToPage(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  cursor: PlatformObject,
  moduleId: string | undefined,
): void {
  const { value } = cursor;
  const cursorType = cursor.cursorType ?? cursor.cursor_type;
  if (typeof value !== 'string' || typeof cursorType !== 'string') {
    addUpstreamWarning(page, 'unreadable', path, 'A cursor has no value.');
  } else if (cursorType === 'Top') {
    page.top = value;
  } else {
    setCursorByType(page, cursorType, value);
    if (cursorType !== 'Bottom') {
      const label = readNonEmptyString(readObjectOrEmpty(cursor.displayTreatment).actionText);
      page.slots.push({ kind: 'more', cursor: value, cursorType, moduleId, label });
    }
  }
}

/** "Entries to skip" in docs/upstream.md. */
export function isUnrelatedEntry(entryId: string): boolean {
  return (
    entryId.startsWith('who-to-follow') ||
    entryId.startsWith('whoToFollow') ||
    entryId.startsWith('list-to-follow') ||
    entryId.startsWith('tweetdetailrelatedtweets') ||
    entryId.startsWith('promoted') ||
    entryId.startsWith('TopicsModule') ||
    entryId.startsWith('messageprompt')
  );
}
