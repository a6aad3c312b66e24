import { filledIn, idIn, isObject, listIn, objectIn, textIn } from './node.ts';
import { type PageBuilder, placeAbsent, placeTweet } from './pageBuilder.ts';
import { toList } from './readGroups.ts';
import { lastStep, step, type Trail, warn } from './reading.ts';
import { absent, readTweet, tombstoneText } from './readTweet.ts';
import { toTimelineTrend } from './readTrends.ts';
import { readUser } from './readUser.ts';

interface RawInstruction {
  readonly type?: unknown;
  readonly entries?: unknown;
  readonly entry?: unknown;
  readonly moduleEntryId?: unknown;
  readonly moduleItems?: unknown;
}

interface RawEntry {
  readonly entryId?: unknown;
  readonly entry_id?: unknown;
  readonly content?: unknown;
  readonly item?: unknown;
}

interface RawContent {
  readonly cursorType?: unknown;
  readonly items?: unknown;
  readonly itemContent?: unknown;
  readonly content?: unknown;
}

interface RawItem {
  readonly itemType?: unknown;
  readonly tweet_results?: unknown;
  readonly user_results?: unknown;
  readonly cursorType?: unknown;
  readonly value?: unknown;
  readonly displayTreatment?: unknown;
  readonly promotedMetadata?: unknown;
  readonly tombstoneInfo?: unknown;
  readonly list?: unknown;
  /** What the mobile queries call them. */
  readonly tweetResult?: unknown;
  readonly userResult?: unknown;
}

interface RawWrapped {
  readonly result?: unknown;
  readonly tweet?: unknown;
  readonly rest_id?: unknown;
  readonly actionText?: unknown;
}

/**
 * Takes the instructions of a timeline in their order: added, pinned and replaced entries and additions to a module
 * (upstream shapes, section 1).
 */
export function readTimeline(page: PageBuilder, trail: Trail | undefined, instructions: readonly unknown[]): void {
  page.pinnedId = pinnedIdOf(instructions);
  for (let index = 0; index < instructions.length; index += 1) {
    const instruction: RawInstruction = objectIn(instructions[index]);
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
    const { type, entry }: RawInstruction = objectIn(one);
    if (type === 'TimelinePinEntry') {
      const { content }: RawEntry = objectIn(entry);
      const { itemContent }: RawContent = objectIn(content);
      const { tweet_results }: RawItem = objectIn(itemContent);
      const id = resultId(tweet_results);
      if (id !== undefined) {
        return id;
      }
    }
  }
  return undefined;
}

function resultId(results: unknown): string | undefined {
  const { result }: RawWrapped = objectIn(results);
  const { rest_id, tweet }: RawWrapped = objectIn(result);
  const inner: RawWrapped = objectIn(tweet);
  return idIn(rest_id) ?? idIn(inner.rest_id);
}

function isResultOf(result: unknown, id: string): boolean {
  const { rest_id, tweet }: RawWrapped = objectIn(result);
  if (tweet === undefined) {
    return rest_id === id;
  }
  const inner: RawWrapped = objectIn(tweet);
  return rest_id === id || inner.rest_id === id;
}

export function readEntries(page: PageBuilder, trail: Trail | undefined, entries: readonly unknown[]): void {
  for (let index = 0; index < entries.length; index += 1) {
    readEntry(page, step(trail, index), entries[index]);
  }
}

export function readEntry(page: PageBuilder, trail: Trail | undefined, value: unknown): void {
  const entry: RawEntry = objectIn(value);
  const entryId = textIn(entry.entryId) ?? textIn(entry.entry_id) ?? '';
  if (isAside(entryId)) {
    return;
  }
  if (!isObject(entry.content)) {
    warn(page, 'unreadable', step(trail, 'content'), `The entry "${entryId}" has no content.`);
    return;
  }
  const content: RawContent = entry.content;
  if (content.cursorType !== undefined) {
    readCursor(page, step(trail, 'content'), content, undefined);
  } else if (content.items !== undefined) {
    readItems(page, step(trail, 'content.items'), listIn(content.items), entryId);
  } else {
    const key = content.itemContent === undefined && content.content !== undefined ? 'content.content' : 'content.itemContent';
    readItem(page, step(trail, key), content.itemContent ?? content.content, entryId, undefined);
  }
}

function readItems(page: PageBuilder, trail: Trail | undefined, items: readonly unknown[], moduleId: string | undefined): void {
  for (let index = 0; index < items.length; index += 1) {
    const part: RawEntry = objectIn(items[index]);
    const entryId = textIn(part.entryId) ?? textIn(part.entry_id) ?? '';
    if (!entryId.startsWith('YouMightAlsoLike') && !entryId.includes('promoted-tweet')) {
      const { itemContent, content }: RawContent = objectIn(part.item);
      readItem(page, step(step(trail, index), 'item.itemContent'), itemContent ?? content, entryId, moduleId);
    }
  }
}

function readItem(
  page: PageBuilder,
  trail: Trail | undefined,
  value: unknown,
  entryId: string,
  moduleId: string | undefined,
): void {
  const item: RawItem = objectIn(value);
  if (item.tweet_results !== undefined) {
    if (item.promotedMetadata === undefined) {
      readTweetItem(page, step(trail, 'tweet_results.result'), item.tweet_results, entryId, moduleId);
    }
  } else if (item.user_results !== undefined) {
    if (item.promotedMetadata === undefined) {
      const { result }: RawWrapped = objectIn(item.user_results);
      const user = readUser(page, step(trail, 'user_results.result'), result);
      if (user !== undefined) {
        page.records.push(user);
      }
    }
  } else if (item.cursorType !== undefined) {
    readCursor(page, trail, item, moduleId);
  } else if (item.itemType === 'TimelineTrend') {
    const trend = toTimelineTrend(item);
    if (trend === undefined) {
      warn(page, 'unreadable', trail, 'A trend without a name.');
    } else {
      page.records.push({ kind: 'trend', record: trend });
    }
  } else if (item.tombstoneInfo !== undefined || item.itemType === 'TimelineTombstone') {
    placeAbsent(page, absent('tombstone', tombstoneText(item.tombstoneInfo), undefined), namedId(entryId), moduleId);
  } else if (item.list !== undefined) {
    const list = toList(item.list);
    if (list === undefined) {
      warn(page, 'unreadable', step(trail, 'list'), 'A list without an id.');
    } else {
      page.records.push({ kind: 'list', record: list });
    }
  } else if (item.tweetResult !== undefined || item.userResult !== undefined) {
    const { tweetResult, userResult, promotedMetadata } = item;
    readItem(
      page,
      lastStep(trail, 'result'),
      { tweet_results: tweetResult, user_results: userResult, promotedMetadata },
      entryId,
      moduleId,
    );
  } else if (typeof item.itemType !== 'string' || item.itemType === 'TimelineTweet' || item.itemType === 'TimelineUser') {
    // of other known types there is nothing to show: prompts, topics, frames, the field for an answer
    warn(page, 'unreadable', trail, `The item "${entryId}" holds nothing that is known.`);
  }
}

function readTweetItem(
  page: PageBuilder,
  trail: Trail | undefined,
  results: unknown,
  entryId: string,
  moduleId: string | undefined,
): void {
  const { result }: RawWrapped = objectIn(results);
  const isPinned = page.pinnedId !== undefined && isResultOf(result, page.pinnedId);
  const tweet = readTweet(page, trail, result, isPinned);
  if (tweet === undefined) {
    return;
  }
  if (tweet.kind === 'absent') {
    placeAbsent(page, tweet, namedId(entryId), moduleId);
    return;
  }
  placeTweet(page, tweet, moduleId);
  if (!isPinned || !page.isPinnedTaken) {
    page.records.push(tweet);
  }
  page.isPinnedTaken ||= isPinned;
}

/** The id at the end of an entry's name: all that is known of a post that is gone. */
function namedId(entryId: string): string | undefined {
  return idIn(entryId.slice(entryId.lastIndexOf('-') + 1));
}

function readCursor(page: PageBuilder, trail: Trail | undefined, cursor: RawItem, moduleId: string | undefined): void {
  const { cursorType, value } = cursor;
  if (typeof value !== 'string' || typeof cursorType !== 'string') {
    warn(page, 'unreadable', trail, 'A cursor without a value.');
  } else if (cursorType === 'Top') {
    page.top = value;
  } else if (cursorType === 'Bottom') {
    page.bottom = value;
  } else {
    if (moduleId === undefined) {
      page.more = value;
    }
    const { actionText }: RawWrapped = objectIn(cursor.displayTreatment);
    page.places.push({ kind: 'more', cursor: value, cursorType, moduleId, label: filledIn(actionText) });
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
