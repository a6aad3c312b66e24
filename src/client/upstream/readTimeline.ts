import { type PlatformFields, filledIn, idIn, isNode, listIn, objectIn, textIn } from './node.ts';
import { absent, type AbsentTweet, tombstoneText } from './openTweet.ts';
import { lastStep, type PageBuilder, step, type Trail, warn, countUnread, push } from './reading.ts';
import { takeCursor } from './readRawPage.ts';
import { readTweet } from './readTweet.ts';
import { readUpstreamUser } from './readUser.ts';
import { toNotification } from './readNotification.ts';
import { toCommunity, toList, toTimelineTrend } from './toRecords.ts';

/** Where an item stands: the name of its entry, and of the module around it. */
interface ItemPlace {
  readonly entryId: string;
  /** Undefined for a line of its own. */
  readonly moduleId: string | undefined;
}

const noPlace: ItemPlace = { entryId: '', moduleId: undefined };

/**
 * Takes the instructions of a timeline in their order: added, pinned and replaced entries and additions to a module
 * (upstream shapes, section 1).
 */
export function readTimeline(page: PageBuilder, trail: Trail | undefined, instructions: readonly unknown[]): void {
  page.pinnedId = pinnedIdOf(instructions);
  for (let index = 0; index < instructions.length; index += 1) {
    const instruction = objectIn(instructions[index]);
    if (instruction.entries !== undefined) {
      readEntries(page, step(step(trail, index), 'entries'), listIn(instruction.entries));
    }
    if (instruction.entry !== undefined) {
      readEntry(page, step(step(trail, index), 'entry'), instruction.entry);
    }
    const key = instruction.moduleItems === undefined ? 'module_items' : 'moduleItems';
    if (instruction[key] !== undefined) {
      const moduleId = textIn(instruction.moduleEntryId ?? instruction.module_entry_id);
      readItems(page, step(step(trail, index), key), listIn(instruction[key]), moduleId);
    }
  }
}

/** The post that is pinned: only its own instruction marks it. */
function pinnedIdOf(instructions: readonly unknown[]): string | undefined {
  for (const one of instructions) {
    const { type, __typename, entry } = objectIn(one);
    if ((type ?? __typename) === 'TimelinePinEntry') {
      const { content } = objectIn(entry);
      const { tweet_results, tweetResult } = objectIn(objectIn(content)[itemKey(objectIn(content))]);
      const { rest_id, tweet } = objectIn(objectIn(tweet_results ?? tweetResult).result);
      const id = idIn(rest_id) ?? idIn(objectIn(tweet).rest_id);
      if (id !== undefined) {
        return id;
      }
    }
  }
  return undefined;
}

export function readEntries(page: PageBuilder, trail: Trail | undefined, entries: readonly unknown[]): void {
  for (let index = 0; index < entries.length; index += 1) {
    readEntry(page, step(trail, index), entries[index]);
  }
}

export function readEntry(page: PageBuilder, trail: Trail | undefined, value: unknown): void {
  const entry = objectIn(value);
  const entryId = entryIdOf(entry);
  if (isAside(entryId)) {
    return;
  }
  if (!isNode(entry.content)) {
    warn(page, 'unreadable', step(trail, 'content'), `The entry "${entryId}" has no content.`);
    return;
  }
  const { content } = entry;
  if (isCursor(content)) {
    readCursor(page, step(trail, 'content'), content, undefined);
  } else if (content.items !== undefined) {
    readItems(page, step(trail, 'content.items'), listIn(content.items), entryId);
  } else {
    const key = itemKey(content);
    readItem(page, step(trail, `content.${key}`), content[key], { entryId, moduleId: undefined });
  }
}

function readItems(page: PageBuilder, trail: Trail | undefined, items: readonly unknown[], moduleId: string | undefined): void {
  for (let index = 0; index < items.length; index += 1) {
    const part = objectIn(items[index]);
    const entryId = entryIdOf(part);
    if (!entryId.startsWith('YouMightAlsoLike') && !entryId.includes('promoted-tweet')) {
      const item = objectIn(part.item);
      const key = itemKey(item);
      readItem(page, step(step(trail, index), `item.${key}`), item[key], { entryId, moduleId });
    }
  }
}

/** Where an item stands; the mobile queries have other names for it. */
function itemKey(holder: PlatformFields): 'itemContent' | 'item_content' | 'content' {
  if (holder.itemContent !== undefined) {
    return 'itemContent';
  }
  return holder.item_content === undefined && holder.content !== undefined ? 'content' : 'item_content';
}

function isCursor({ cursorType, cursor_type }: PlatformFields): boolean {
  return (cursorType ?? cursor_type) !== undefined;
}

/** What somebody pays for. */
function isPromoted({ promotedMetadata, promoted_metadata, tweetPromotedMetadata }: PlatformFields): boolean {
  return (promotedMetadata ?? promoted_metadata ?? tweetPromotedMetadata ?? undefined) !== undefined;
}

function entryIdOf({ entryId, entry_id }: PlatformFields): string {
  return textIn(entryId) ?? textIn(entry_id) ?? '';
}

/** Of these there is nothing to show: prompts, topics, frames, the field for an answer. */
const shownNowhere: ReadonlySet<unknown> = new Set([
  'TimelineFrame',
  'TimelineLabel',
  'TimelineMessagePrompt',
  'TimelinePrompt',
  'TimelineSpelling',
  'TimelineTopic',
  'TimelineTweetComposer',
]);

function readItem(page: PageBuilder, trail: Trail | undefined, value: unknown, place: ItemPlace): void {
  const item = objectIn(value);
  const type = item.itemType ?? item.item_type ?? item.__typename;
  if (item.tweet_results !== undefined) {
    if (!isPromoted(item)) {
      pushTweet(page, step(trail, 'tweet_results.result'), objectIn(item.tweet_results).result, place);
    }
  } else if (item.user_results !== undefined) {
    if (!isPromoted(item)) {
      pushUser(page, step(trail, 'user_results.result'), objectIn(item.user_results).result);
    }
  } else if (isCursor(item)) {
    readCursor(page, trail, item, place.moduleId);
  } else if (type === 'TimelineTrend') {
    pushTimelineTrend(page, trail, item);
  } else if (item.tombstoneInfo !== undefined || type === 'TimelineTombstone') {
    placeAbsent(page, absent('tombstone', tombstoneText(item.tombstoneInfo), undefined), place);
  } else if (item.tweetResult !== undefined || item.userResult !== undefined) {
    // what the mobile queries call them
    const { tweetResult: tweet_results, userResult: user_results } = item;
    readItem(
      page,
      lastStep(trail, 'result'),
      { ...item, tweetResult: undefined, userResult: undefined, tweet_results, user_results },
      place,
    );
  } else if (!readGroup(page, trail, item, type) && !shownNowhere.has(type)) {
    if (typeof type !== 'string' || type === 'TimelineTweet' || type === 'TimelineUser') {
      warn(page, 'unreadable', trail, `The item "${place.entryId}" holds nothing that is known.`);
    } else {
      countUnread(page, trail, type);
    }
  }
}

/** Lists, communities and notifications. @returns whether it is one */
function readGroup(page: PageBuilder, trail: Trail | undefined, item: PlatformFields, type: unknown): boolean {
  if (item.list !== undefined) {
    push(page, step(trail, 'list'), item.list, toList(item.list), (record) => ({ kind: 'list', record }));
  } else if (item.community_results !== undefined) {
    const { result } = objectIn(item.community_results);
    const at = step(trail, 'community_results.result');
    push(page, at, result, toCommunity(result), (record) => ({ kind: 'community', record }));
  } else if (type === 'TimelineNotification') {
    push(page, trail, item, toNotification(item, page, trail), (record) => ({ kind: 'notification', record }));
  } else {
    return false;
  }
  return true;
}

/** Adds the post of a result, or says where it would stand. A pinned post that stands in its usual place, too, is added once. */
export function pushTweet(page: PageBuilder, trail: Trail | undefined, value: unknown, place = noPlace): void {
  const isPinned = page.pinnedId !== undefined && isResultOf(value, page.pinnedId);
  const tweet = readTweet(page, trail, value, isPinned);
  if (tweet === undefined || tweet.kind === 'absent') {
    placeAbsent(page, tweet ?? absent('unreadable', undefined, undefined), place);
    return;
  }
  const { id, replyTo } = tweet.record;
  page.places.push({ kind: 'tweet', tweetId: id, parentId: textIn(replyTo?.['tweetId']), moduleId: place.moduleId });
  if (!isPinned || !page.isPinnedTaken) {
    page.records.push(tweet);
  }
  page.isPinnedTaken ||= isPinned;
}

function isResultOf(result: unknown, id: string): boolean {
  const { rest_id, tweet } = objectIn(result);
  return rest_id === id || objectIn(tweet).rest_id === id;
}

/** All that is known of a post that is gone is the id at the end of its entry's name. */
function placeAbsent(page: PageBuilder, { absence }: AbsentTweet, { entryId, moduleId }: ItemPlace): void {
  const tweetId = idIn(entryId.slice(entryId.lastIndexOf('-') + 1));
  page.places.push({ kind: 'absent', tweetId, moduleId, absence });
}

/** Adds the account of a result, or says why there is none. */
export function pushUser(page: PageBuilder, trail: Trail | undefined, value: unknown): void {
  const user = readUpstreamUser(page, trail, value);
  if (user !== undefined) page.records.push(user);
}

export function pushTimelineTrend(page: PageBuilder, trail: Trail | undefined, value: unknown): void {
  push(page, trail, value, toTimelineTrend(value), (trend) => ({ kind: 'trend', ...trend }));
}

function readCursor(page: PageBuilder, trail: Trail | undefined, cursor: PlatformFields, moduleId: string | undefined): void {
  const { value } = cursor;
  const cursorType = cursor.cursorType ?? cursor.cursor_type;
  if (typeof value !== 'string' || typeof cursorType !== 'string') {
    warn(page, 'unreadable', trail, 'A cursor without a value.');
  } else if (cursorType === 'Top') {
    page.top = value;
  } else {
    takeCursor(page, cursorType, value);
    if (cursorType !== 'Bottom') {
      const label = filledIn(objectIn(cursor.displayTreatment).actionText);
      page.places.push({ kind: 'more', cursor: value, cursorType, moduleId, label });
    }
  }
}

/** Entries that are no part of what was asked for (upstream shapes, section 1): people and lists to follow, related posts, prompts. */
export function isAside(entryId: string): boolean {
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
