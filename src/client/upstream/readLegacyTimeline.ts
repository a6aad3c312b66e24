import {
  type PlatformObject,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
} from './platformFields.ts';
import {
  countUnsupportedItem,
  appendFinalWarningPathKey,
  type UpstreamPageBuilder,
  appendPathKey,
  type BodyPath,
} from './readContext.ts';
import { isUnrelatedEntry, pushTimelineTrend, pushTweetOrAbsence, pushUser } from './readTimeline.ts';
import type { UpstreamOperation } from './upstreamPage.ts';

interface LegacyReadContext {
  readonly page: UpstreamPageBuilder;
  readonly tweets: object;
  readonly users: object;
}

/**
 * A timeline of the older interface (upstream shapes, section 1): the entries name posts and people by their ids, and these
 * stand beside the timeline. Each is put into the newer shape, so that one reader is enough.
 */
export function readLegacyTimeline(
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
    const trail = appendPathKey(outer, `timeline.instructions.${index}`);
    readArrayOrEmpty(readObjectOrEmpty(instruction.addEntries).entries).forEach((entry, at) =>
      pushLegacyEntry(rest, appendPathKey(trail, `addEntries.entries.${at}`), entry),
    );
    for (const key of ['pinEntry', 'replaceEntry'] as const) {
      const { entry } = readObjectOrEmpty(instruction[key]);
      if (entry !== undefined) pushLegacyEntry(rest, appendPathKey(trail, `${key}.entry`), entry);
    }
  });
  return page.records.some(({ kind }) => kind === 'trend') ? 'trends' : 'search';
}

/** Where no entry names them: the posts but for those that others repeat or quote, or else the people. */
function readObjectsWithoutTimeline(rest: LegacyReadContext, trail: BodyPath): UpstreamOperation {
  const inner = new Set(
    Object.values(rest.tweets).flatMap((tweet: unknown) => {
      const { quoted_status_id_str, retweeted_status_id_str } = readObjectOrEmpty(tweet);
      return [quoted_status_id_str, retweeted_status_id_str];
    }),
  );
  const ids = Object.keys(rest.tweets).filter((id) => !inner.has(id));
  for (const id of ids) {
    pushTweetOrAbsence(rest.page, appendFinalWarningPathKey(trail, `tweets.${id}`), convertLegacyTweetById(rest, id, true));
  }
  if (ids.length > 0) {
    return 'tweets';
  }
  for (const id of Object.keys(rest.users)) {
    pushUser(rest.page, appendFinalWarningPathKey(trail, `users.${id}`), convertLegacyUserById(rest, id));
  }
  return 'users';
}

function pushLegacyEntry(rest: LegacyReadContext, trail: BodyPath, value: unknown): void {
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
    pushLegacyItem(rest, appendPathKey(trail, 'content.item.content'), single, undefined);
  }
  readArrayOrEmpty(readObjectOrEmpty(timelineModule).items).forEach((part, at) => {
    const { item } = readObjectOrEmpty(part);
    pushLegacyItem(
      rest,
      appendPathKey(trail, `content.timelineModule.items.${at}.item.content`),
      item,
      readString(entry.entryId),
    );
  });
}

function pushLegacyItem(rest: LegacyReadContext, trail: BodyPath, item: unknown, moduleId: string | undefined): void {
  const content = readObjectOrEmpty(readObjectOrEmpty(item).content);
  const { tweet, user, trend } = content;
  if (trend !== undefined) {
    pushTimelineTrend(rest.page, appendPathKey(trail, 'trend'), trend);
  } else if (tweet !== undefined) {
    const { id, promotedMetadata } = readObjectOrEmpty(tweet);
    if (promotedMetadata === undefined) {
      pushTweetOrAbsence(rest.page, appendFinalWarningPathKey(trail, 'tweet'), convertLegacyTweetById(rest, id, true), {
        entryId: readNumericId(id) ?? '',
        moduleId,
      });
    }
  } else if (user !== undefined) {
    pushUser(rest.page, appendFinalWarningPathKey(trail, 'user'), convertLegacyUserById(rest, readObjectOrEmpty(user).id));
  } else {
    const [type] = Object.keys(content);
    if (type !== undefined && type !== 'tombstone') countUnsupportedItem(rest.page, appendPathKey(trail, type), type);
  }
}

/** @param isOuter whether what it quotes or repeats comes along */
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
