import { type Fields, filledIn, idIn, isObject, listIn, objectIn, textIn } from './node.ts';
import { absent, type AbsentTweet, tombstoneText } from './openTweet.ts';
import { lastStep, type PageBuilder, step, type Trail, warn } from './reading.ts';
import { takeCursor } from './readRawPage.ts';
import { readTweet } from './readTweet.ts';
import { readUser } from './readUser.ts';
import { toList, toTimelineTrend } from './toRecords.ts';

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
    if (instruction.moduleItems !== undefined) {
      const moduleId = textIn(instruction.moduleEntryId);
      readItems(page, step(step(trail, index), 'moduleItems'), listIn(instruction.moduleItems), moduleId);
    }
  }
}

/** The post that is pinned: only its own instruction marks it. */
function pinnedIdOf(instructions: readonly unknown[]): string | undefined {
  for (const one of instructions) {
    const { type, entry } = objectIn(one);
    if (type === 'TimelinePinEntry') {
      const { itemContent } = objectIn(objectIn(entry).content);
      const { rest_id, tweet } = objectIn(objectIn(objectIn(itemContent).tweet_results).result);
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
  if (!isObject(entry.content)) {
    warn(page, 'unreadable', step(trail, 'content'), `The entry "${entryId}" has no content.`);
    return;
  }
  const { content } = entry;
  if (content.cursorType !== undefined) {
    readCursor(page, step(trail, 'content'), content, undefined);
  } else if (content.items !== undefined) {
    readItems(page, step(trail, 'content.items'), listIn(content.items), entryId);
  } else {
    const key = content.itemContent === undefined && content.content !== undefined ? 'content.content' : 'content.itemContent';
    readItem(page, step(trail, key), content.itemContent ?? content.content, { entryId, moduleId: undefined });
  }
}

function readItems(page: PageBuilder, trail: Trail | undefined, items: readonly unknown[], moduleId: string | undefined): void {
  for (let index = 0; index < items.length; index += 1) {
    const part = objectIn(items[index]);
    const entryId = entryIdOf(part);
    if (!entryId.startsWith('YouMightAlsoLike') && !entryId.includes('promoted-tweet')) {
      const { itemContent, content } = objectIn(part.item);
      readItem(page, step(step(trail, index), 'item.itemContent'), itemContent ?? content, { entryId, moduleId });
    }
  }
}

function entryIdOf({ entryId, entry_id }: Fields): string {
  return textIn(entryId) ?? textIn(entry_id) ?? '';
}

function readItem(page: PageBuilder, trail: Trail | undefined, value: unknown, place: ItemPlace): void {
  const item = objectIn(value);
  if (item.tweet_results !== undefined) {
    if (item.promotedMetadata === undefined) {
      pushTweet(page, step(trail, 'tweet_results.result'), objectIn(item.tweet_results).result, place);
    }
  } else if (item.user_results !== undefined) {
    if (item.promotedMetadata === undefined) {
      pushUser(page, step(trail, 'user_results.result'), objectIn(item.user_results).result);
    }
  } else if (item.cursorType !== undefined) {
    readCursor(page, trail, item, place.moduleId);
  } else if (item.itemType === 'TimelineTrend') {
    pushTimelineTrend(page, trail, item);
  } else if (item.tombstoneInfo !== undefined || item.itemType === 'TimelineTombstone') {
    placeAbsent(page, absent('tombstone', tombstoneText(item.tombstoneInfo), undefined), place);
  } else if (item.list !== undefined) {
    const record = toList(item.list);
    if (record === undefined) warn(page, 'unreadable', step(trail, 'list'), 'A list without an id.');
    else page.records.push({ kind: 'list', record });
  } else if (item.tweetResult !== undefined || item.userResult !== undefined) {
    // what the mobile queries call them
    const { tweetResult: tweet_results, userResult: user_results, promotedMetadata } = item;
    readItem(page, lastStep(trail, 'result'), { tweet_results, user_results, promotedMetadata }, place);
  } else if (typeof item.itemType !== 'string' || item.itemType === 'TimelineTweet' || item.itemType === 'TimelineUser') {
    // of other known types there is nothing to show: prompts, topics, frames, the field for an answer
    warn(page, 'unreadable', trail, `The item "${place.entryId}" holds nothing that is known.`);
  }
}

/** Adds the post of a result, or says where it would stand. A pinned post that stands in its usual place, too, is added once. */
export function pushTweet(page: PageBuilder, trail: Trail | undefined, value: unknown, place = noPlace): void {
  const isPinned = page.pinnedId !== undefined && isResultOf(value, page.pinnedId);
  const tweet = readTweet(page, trail, value, isPinned);
  if (tweet === undefined) {
    return;
  }
  if (tweet.kind === 'absent') {
    placeAbsent(page, tweet, place);
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
  const user = readUser(page, trail, value);
  if (user !== undefined) page.records.push(user);
}

export function pushTimelineTrend(page: PageBuilder, trail: Trail | undefined, value: unknown): void {
  const record = toTimelineTrend(value);
  if (record === undefined) warn(page, 'unreadable', trail, 'A trend without a name.');
  else page.records.push({ kind: 'trend', record });
}

function readCursor(page: PageBuilder, trail: Trail | undefined, cursor: Fields, moduleId: string | undefined): void {
  const { cursorType, value } = cursor;
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

/** Entries that are no part of what was asked for (upstream shapes, section 1): people to follow, related posts, prompts. */
function isAside(entryId: string): boolean {
  return (
    entryId.startsWith('who-to-follow') ||
    entryId.startsWith('whoToFollow') ||
    entryId.startsWith('tweetdetailrelatedtweets') ||
    entryId.startsWith('promoted') ||
    entryId.startsWith('TopicsModule') ||
    entryId.startsWith('messageprompt')
  );
}
