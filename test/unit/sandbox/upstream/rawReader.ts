import assert from 'node:assert/strict';
import { at } from '../answers/ask.ts';

/** What a raw page tells, read without any help of the product. */
export interface ReadPage {
  /** The results of tweets and users in the order of the page; tombstones and what is unavailable left out. */
  readonly items: readonly unknown[];
  readonly pinnedId: string | undefined;
  readonly cursors: Readonly<Record<string, string>>;
  readonly entryIds: readonly string[];
  readonly types: readonly string[];
}

/** Reads instructions, wherever they stand, or the items of a slice. */
export function readPage(body: unknown): ReadPage {
  const instructions = findKey(body, 'instructions') ?? at(body, 'entries');
  const items: unknown[] = [];
  const cursors: Record<string, string> = {};
  const entryIds: string[] = [];
  let pinnedId: string | undefined;
  if (instructions === undefined) {
    const slice = findKey(body, 'items_results');
    const next = findKey(body, 'next_cursor');
    const found = list(slice).map((item) => at(item, 'result') ?? item);
    return { items: found, pinnedId, cursors: typeof next === 'string' ? { Bottom: next } : {}, entryIds, types: [] };
  }
  const takeContent = (content: unknown): void => {
    const cursorType = at(content, 'cursorType');
    if (typeof cursorType === 'string') {
      cursors[cursorType] = text(at(content, 'value'));
      return;
    }
    const result = at(content, 'tweet_results', 'result') ?? at(content, 'user_results', 'result');
    const kind = at(result, '__typename');
    if (result !== undefined && kind !== 'TweetTombstone' && kind !== 'UserUnavailable') {
      items.push(result);
    }
  };
  const takeItems = (parts: unknown): void => {
    for (const part of list(parts)) {
      entryIds.push(text(at(part, 'entryId')));
      takeContent(at(part, 'item', 'itemContent'));
    }
  };
  const takeEntry = (entry: unknown): void => {
    entryIds.push(text(at(entry, 'entryId')));
    assert.match(text(at(entry, 'sortIndex')), /^\d+$/);
    const content = at(entry, 'content');
    switch (at(content, 'entryType')) {
      case 'TimelineTimelineModule':
        return takeItems(at(content, 'items'));
      case 'TimelineTimelineItem':
        return takeContent(at(content, 'itemContent'));
      case 'TimelineTimelineCursor':
        return takeContent(content);
      default:
        assert.fail(`entryType ${String(at(content, 'entryType'))}`);
    }
  };
  for (const instruction of list(instructions)) {
    switch (at(instruction, 'type')) {
      case 'TimelinePinEntry':
        takeEntry(at(instruction, 'entry'));
        pinnedId = text(restId(items.at(-1)));
        break;
      case 'TimelineAddEntries':
        list(at(instruction, 'entries')).forEach(takeEntry);
        break;
      case 'TimelineReplaceEntry':
        takeEntry(at(instruction, 'entry'));
        break;
      case 'TimelineAddToModule':
        takeItems(at(instruction, 'moduleItems'));
        break;
      case 'TimelineClearCache':
      case 'TimelineTerminateTimeline':
        break;
      default:
        assert.fail(`instruction ${String(at(instruction, 'type'))}`);
    }
  }
  return { items, pinnedId, cursors, entryIds, types: list(instructions).map((one) => text(at(one, 'type'))) };
}

/** The id of a result, wrapped or not. */
function restId(result: unknown): unknown {
  return at(result, 'rest_id') ?? at(result, 'tweet', 'rest_id');
}

/** The first value under a key, the ones further up first. */
export function findKey(value: unknown, key: string): unknown {
  const open: unknown[] = [value];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (typeof node === 'object' && node !== null) {
      const found = at(node, key);
      if (found !== undefined && !Array.isArray(node)) return found;
      const below: readonly unknown[] = Object.values(node);
      open.push(...below.filter((inner) => inner !== undefined && inner !== null));
    }
  }
  return undefined;
}

/** The names in an object, in its order. */
export function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  assert.equal(typeof value, 'string', `${JSON.stringify(value)?.slice(0, 200)} is a text`);
  return String(value);
}
