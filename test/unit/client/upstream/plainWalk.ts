import { at, isObject, list, nodesOf } from './json.ts';

/** A page's post or account, with its path. */
export interface PlainItem {
  readonly kind: 'tweet' | 'user';
  /** The result without a visibility wrapper. */
  readonly result: unknown;
  readonly entryId: string;
  readonly moduleId: string | undefined;
  readonly isPinned: boolean;
  /** Why it isn't one of the page's results. */
  readonly separate: 'promoted' | 'related' | 'suggested' | undefined;
}

export interface PlainCursor {
  readonly type: string;
  readonly value: string;
  readonly moduleId: string | undefined;
}

/** A page's items, read independently of the product. */
export interface PlainPage {
  readonly items: readonly PlainItem[];
  readonly cursors: readonly PlainCursor[];
}

/** Reads a timeline anywhere, a slice, or single results under `data`. */
export function walkPage(body: unknown): PlainPage {
  const instructions = [...nodesOf(body)].map(([, node]) => at(node, 'instructions')).find(Array.isArray);
  if (at(body, 'globalObjects') !== undefined) return walkOlder(body, list(instructions));
  if (instructions !== undefined) return walkInstructions(instructions);
  // an entry may be saved without its page
  return typeof at(body, 'entryId') === 'string' ? walkInstructions([{ entry: body }]) : walkResults(body);
}

/** Reads the older interface, which has entries that refer to posts by id. */
function walkOlder(body: unknown, instructions: readonly unknown[]): PlainPage {
  const entries = instructions.flatMap((one) => list(at(one, 'addEntries', 'entries')));
  const items = entries.flatMap((entry): readonly PlainItem[] => {
    const id = at(entry, 'content', 'item', 'content', 'tweet', 'id');
    const legacy = typeof id === 'string' ? at(body, 'globalObjects', 'tweets', id) : undefined;
    const userId = at(legacy, 'user_id_str');
    const user = typeof userId === 'string' ? at(body, 'globalObjects', 'users', userId) : undefined;
    if (legacy === undefined) return [];
    const author = { rest_id: userId, legacy: user, is_blue_verified: at(user, 'ext_is_blue_verified') };
    const [views, card] = [at(legacy, 'ext_views'), at(legacy, 'card')];
    const result = { rest_id: id, legacy, views, card, core: { user_results: { result: author } } };
    const entryId = String(at(entry, 'entryId'));
    return [{ kind: 'tweet', result, entryId, moduleId: undefined, isPinned: false, separate: undefined }];
  });
  const cursors = entries.flatMap((entry): readonly PlainCursor[] => {
    const cursor = at(entry, 'content', 'operation', 'cursor');
    const [type, value] = [at(cursor, 'cursorType'), at(cursor, 'value')];
    return typeof type === 'string' && typeof value === 'string' ? [{ type, value, moduleId: undefined }] : [];
  });
  return { items, cursors };
}

function walkInstructions(instructions: readonly unknown[]): PlainPage {
  const items: PlainItem[] = [];
  const cursors: PlainCursor[] = [];
  const takeContent = (content: unknown, entryId: string, moduleId: string | undefined, isPinned: boolean): void => {
    const [type, value] = [at(content, 'cursorType'), at(content, 'value')];
    if (typeof type === 'string' && typeof value === 'string') {
      cursors.push({ type, value, moduleId });
      return;
    }
    for (const kind of ['tweet', 'user'] as const) {
      const result = unwrapped(at(content, `${kind}_results`, 'result'));
      if (result !== undefined) {
        items.push({ kind, result, entryId, moduleId, isPinned, separate: whySeparate(content, moduleId ?? entryId, entryId) });
      }
    }
  };
  const takeEntry = (entry: unknown, isPinned = false): void => {
    const entryId = String(at(entry, 'entryId'));
    const content = at(entry, 'content');
    takeContent(content, entryId, undefined, isPinned);
    takeContent(at(content, 'itemContent'), entryId, undefined, isPinned);
    takeParts(at(content, 'items'), entryId);
  };
  const takeParts = (parts: unknown, moduleId: string): void => {
    for (const part of list(parts)) {
      takeContent(at(part, 'item', 'itemContent'), String(at(part, 'entryId')), moduleId, false);
    }
  };
  for (const instruction of instructions) {
    const entry = at(instruction, 'entry');
    if (isObject(entry)) takeEntry(entry, at(instruction, 'type') === 'TimelinePinEntry');
    for (const one of list(at(instruction, 'entries'))) takeEntry(one);
    takeParts(at(instruction, 'moduleItems'), String(at(instruction, 'moduleEntryId')));
  }
  return { items, cursors };
}

/** Posts and accounts outside timelines. */
function walkResults(body: unknown): PlainPage {
  const data = at(body, 'data');
  const slice = [...nodesOf(body)].map(([, node]) => node).find((node) => Array.isArray(at(node, 'items_results')));
  const next = at(slice, 'slice_info', 'next_cursor');
  const cursors = typeof next === 'string' ? [{ type: 'Bottom', value: next, moduleId: undefined }] : [];
  const found = (kind: PlainItem['kind'], results: readonly unknown[]): readonly PlainItem[] =>
    results.flatMap((result) => {
      const inner = unwrapped(result);
      return inner === undefined
        ? []
        : [{ kind, result: inner, entryId: '', moduleId: undefined, isPinned: false, separate: undefined }];
    });
  const resultsIn = (value: unknown): readonly unknown[] =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one) => at(one, 'result'));
  const users = list(at(slice, 'items_results'))
    .map((one) => at(one, 'result'))
    .filter((one) => at(one, '__typename') === 'User');
  const items = [
    ...found('tweet', [...resultsIn(at(data, 'tweetResult')), ...resultsIn(at(data, 'tweet_results'))]),
    ...found('user', [
      ...resultsIn(at(data, 'user')),
      ...resultsIn(at(data, 'user_results')),
      ...resultsIn(at(data, 'users')),
      ...users,
    ]),
  ];
  return { items, cursors };
}

function unwrapped(result: unknown): unknown {
  return at(result, '__typename') === 'TweetWithVisibilityResults' ? at(result, 'tweet') : result;
}

function whySeparate(content: unknown, outerId: string, entryId: string): PlainItem['separate'] {
  if (at(content, 'promotedMetadata') !== undefined) return 'promoted';
  if (outerId.startsWith('tweetdetailrelatedtweets-') || entryId.includes('YouMightAlsoLike')) return 'related';
  if (/^who-?to-?follow/i.test(outerId)) return 'suggested';
  return undefined;
}

/** Readable results: posts with an id and `legacy`, accounts with an id and a name. */
export function resultsOf(page: PlainPage): readonly PlainItem[] {
  const seen = new Set<unknown>();
  return page.items.filter(({ kind, result, separate }) => {
    const id = at(result, 'rest_id');
    const isWhole =
      kind === 'tweet'
        ? isObject(at(result, 'legacy'))
        : (at(result, 'core', 'screen_name') ?? at(result, 'legacy', 'screen_name'));
    if (separate !== undefined || typeof id !== 'string' || isWhole === false || isWhole === undefined) return false;
    const key = `${kind} ${id}`;
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}
