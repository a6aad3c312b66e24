import { idIn, isObject, listIn, objectIn, textIn } from './node.ts';
import { type PageBuilder, placeAbsent, placeTweet } from './pageBuilder.ts';
import { lastStep, step, type Trail, warn } from './reading.ts';
import { readTweet } from './readTweet.ts';
import { toTimelineTrend } from './readTrends.ts';
import { readUser } from './readUser.ts';
import type { Operation } from './upstreamPage.ts';

interface RawRest {
  readonly globalObjects?: unknown;
  readonly timeline?: unknown;
  readonly instructions?: unknown;
  readonly tweets?: unknown;
  readonly users?: unknown;
  readonly addEntries?: unknown;
  readonly replaceEntry?: unknown;
  readonly pinEntry?: unknown;
  readonly entries?: unknown;
  readonly entry?: unknown;
}

interface RawRestEntry {
  readonly entryId?: unknown;
  readonly content?: unknown;
  readonly item?: unknown;
  readonly operation?: unknown;
  readonly timelineModule?: unknown;
  readonly items?: unknown;
  readonly cursor?: unknown;
  readonly cursorType?: unknown;
  readonly value?: unknown;
  readonly tweet?: unknown;
  readonly user?: unknown;
  readonly trend?: unknown;
  readonly promotedMetadata?: unknown;
  readonly id?: unknown;
}

interface RawRestTweet {
  readonly id_str?: unknown;
  readonly user_id_str?: unknown;
  readonly ext_views?: unknown;
  readonly quoted_status_id_str?: unknown;
  readonly retweeted_status_id_str?: unknown;
  readonly card?: unknown;
}

interface RawRestUser {
  readonly id_str?: unknown;
  readonly ext_is_blue_verified?: unknown;
}

interface Globals {
  readonly tweets: object;
  readonly users: object;
}

/**
 * A timeline of the older interface (upstream shapes, section 1): the entries name posts and people by their ids, and these
 * stand beside the timeline. Each is put into the newer shape, so that one reader is enough.
 */
export function readRest(page: PageBuilder, value: object): Operation {
  const root: RawRest = value;
  const { tweets, users }: RawRest = objectIn(root.globalObjects);
  const globals: Globals = { tweets: objectIn(tweets), users: objectIn(users) };
  const { instructions }: RawRest = objectIn(root.timeline);
  listIn(instructions).forEach((one, index) => {
    const instruction: RawRest = objectIn(one);
    const trail = step(undefined, `timeline.instructions.${index}`);
    const added: RawRest = objectIn(instruction.addEntries);
    listIn(added.entries).forEach((entry, at) => readRestEntry(page, globals, step(trail, `addEntries.entries.${at}`), entry));
    for (const key of ['pinEntry', 'replaceEntry'] as const) {
      const { entry }: RawRest = objectIn(instruction[key]);
      if (entry !== undefined) readRestEntry(page, globals, step(trail, `${key}.entry`), entry);
    }
  });
  return page.records.some(({ kind }) => kind === 'trend') ? 'trends' : 'search';
}

function readRestEntry(page: PageBuilder, globals: Globals, trail: Trail, value: unknown): void {
  const entry: RawRestEntry = objectIn(value);
  const content: RawRestEntry = objectIn(entry.content);
  const operation: RawRestEntry = objectIn(content.operation);
  if (isObject(operation.cursor)) {
    const { cursorType, value: cursor }: RawRestEntry = operation.cursor;
    if (cursorType === 'Top') page.top = textIn(cursor);
    if (cursorType === 'Bottom') page.bottom = textIn(cursor);
    return;
  }
  const module: RawRestEntry = objectIn(content.timelineModule);
  if (content.timelineModule === undefined) {
    readRestItem(page, globals, step(trail, 'content.item.content'), content.item, undefined);
  }
  listIn(module.items).forEach((part, at) => {
    const { item }: RawRestEntry = objectIn(part);
    readRestItem(page, globals, step(trail, `content.timelineModule.items.${at}.item.content`), item, textIn(entry.entryId));
  });
}

function readRestItem(page: PageBuilder, globals: Globals, trail: Trail, item: unknown, moduleId: string | undefined): void {
  const { content }: RawRestEntry = objectIn(item);
  const { tweet, user, trend }: RawRestEntry = objectIn(content);
  if (trend !== undefined) {
    const record = toTimelineTrend(trend);
    if (record === undefined) warn(page, 'unreadable', step(trail, 'trend'), 'A trend without a name.');
    else page.records.push({ kind: 'trend', record });
  } else if (tweet !== undefined) {
    const { id, promotedMetadata }: RawRestEntry = objectIn(tweet);
    if (promotedMetadata === undefined) readRestTweet(page, globals, lastStep(trail, 'tweet'), id, moduleId);
  } else if (user !== undefined) {
    const { id }: RawRestEntry = objectIn(user);
    const found = readUser(page, lastStep(trail, 'user'), asUser(globals, id));
    if (found !== undefined) page.records.push(found);
  }
}

function readRestTweet(page: PageBuilder, globals: Globals, trail: Trail, id: unknown, moduleId: string | undefined): void {
  const read = readTweet(page, trail, asTweet(globals, id, true));
  if (read?.kind === 'tweet') {
    page.records.push(read);
    placeTweet(page, read, moduleId);
  } else if (read !== undefined) {
    placeAbsent(page, read, idIn(id), moduleId);
  }
}

/** @param isOuter whether what it quotes or repeats comes along */
function asTweet(globals: Globals, id: unknown, isOuter: boolean): unknown {
  const found = entryOf(globals.tweets, id);
  if (found === undefined) {
    return undefined;
  }
  const tweet: RawRestTweet = found;
  const quotedId = isOuter ? textIn(tweet.quoted_status_id_str) : undefined;
  const originalId = isOuter ? textIn(tweet.retweeted_status_id_str) : undefined;
  const original = originalId === undefined ? undefined : asTweet(globals, originalId, false);
  return {
    rest_id: tweet.id_str,
    core: { user_results: { result: asUser(globals, tweet.user_id_str) } },
    views: tweet.ext_views,
    ...(quotedId === undefined ? {} : { quoted_status_result: { result: asTweet(globals, quotedId, false) } }),
    legacy: original === undefined ? found : { ...found, retweeted_status_result: { result: original } },
  };
}

function asUser(globals: Globals, id: unknown): unknown {
  const legacy = entryOf(globals.users, id);
  if (legacy === undefined) {
    return undefined;
  }
  const user: RawRestUser = legacy;
  return { rest_id: user.id_str, is_blue_verified: user.ext_is_blue_verified, legacy };
}

function entryOf(objects: object, id: unknown): object | undefined {
  const found: unknown = typeof id === 'string' && Object.hasOwn(objects, id) ? Reflect.get(objects, id) : undefined;
  return isObject(found) ? found : undefined;
}
