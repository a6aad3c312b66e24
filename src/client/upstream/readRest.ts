import type { UndocumentedRecord } from '../schemas/primary.ts';
import { type PlatformFields, idIn, isNode, listIn, objectIn, textIn } from './node.ts';
import { countUnread, lastStep, type PageBuilder, push, step, type Trail } from './reading.ts';
import { notificationOf } from './readNotification.ts';
import { isAside, pushTimelineTrend, pushTweet, pushUser } from './readTimeline.ts';
import type { Operation } from './upstreamPage.ts';

/** The page that is read, and what its entries name. */
interface RestPage {
  readonly page: PageBuilder;
  readonly tweets: object;
  readonly users: object;
  readonly notifications: object;
}

/**
 * A timeline of the older interface (upstream shapes, section 1): the entries name posts and people by their ids, and these
 * stand beside the timeline. Each is put into the newer shape, so that one reader is enough.
 */
export function readRest(page: PageBuilder, { globalObjects, timeline }: PlatformFields): Operation {
  const { tweets, users, notifications } = objectIn(globalObjects);
  const rest: RestPage = {
    page,
    tweets: objectIn(tweets),
    users: objectIn(users),
    notifications: objectIn(notifications),
  };
  listIn(objectIn(timeline).instructions).forEach((one, index) => {
    const instruction = objectIn(one);
    const trail = step(undefined, `timeline.instructions.${index}`);
    listIn(objectIn(instruction.addEntries).entries).forEach((entry, at) =>
      readRestEntry(rest, step(trail, `addEntries.entries.${at}`), entry),
    );
    for (const key of ['pinEntry', 'replaceEntry'] as const) {
      const { entry } = objectIn(instruction[key]);
      if (entry !== undefined) readRestEntry(rest, step(trail, `${key}.entry`), entry);
    }
  });
  if (page.records.some(({ kind }) => kind === 'notification')) {
    return 'notifications';
  }
  return page.records.some(({ kind }) => kind === 'trend') ? 'trends' : 'search';
}

function readRestEntry(rest: RestPage, trail: Trail, value: unknown): void {
  const entry = objectIn(value);
  const { operation, timelineModule, item: single } = objectIn(entry.content);
  const { cursor } = objectIn(operation);
  if (isNode(cursor)) {
    if (cursor.cursorType === 'Top') rest.page.top = textIn(cursor.value);
    if (cursor.cursorType === 'Bottom') rest.page.bottom = textIn(cursor.value);
    return;
  }
  if (isAside(textIn(entry.entryId) ?? '')) {
    return;
  }
  if (timelineModule === undefined) {
    readRestItem(rest, step(trail, 'content.item.content'), single, undefined);
  }
  listIn(objectIn(timelineModule).items).forEach((part, at) => {
    const { item } = objectIn(part);
    readRestItem(rest, step(trail, `content.timelineModule.items.${at}.item.content`), item, textIn(entry.entryId));
  });
}

function readRestItem(rest: RestPage, trail: Trail, item: unknown, moduleId: string | undefined): void {
  const content = objectIn(objectIn(item).content);
  const { tweet, user, trend, notification } = content;
  if (trend !== undefined) {
    pushTimelineTrend(rest.page, step(trail, 'trend'), trend);
  } else if (tweet !== undefined) {
    const { id, promotedMetadata } = objectIn(tweet);
    if (promotedMetadata === undefined) {
      pushTweet(rest.page, lastStep(trail, 'tweet'), asTweet(rest, id, true), { entryId: idIn(id) ?? '', moduleId });
    }
  } else if (user !== undefined) {
    pushUser(rest.page, lastStep(trail, 'user'), asUser(rest, objectIn(user).id));
  } else if (notification !== undefined) {
    const place = lastStep(trail, 'notification');
    const record = toRestNotification(rest, objectIn(notification), place);
    push(rest.page, place, notification, record, (read) => ({ kind: 'notification', record: read }));
  } else {
    const [type] = Object.keys(content);
    if (type !== undefined && type !== 'tombstone') countUnread(rest.page, step(trail, type), type);
  }
}

/** The entry names who did it and what it is about; its words stand beside the timeline. */
function toRestNotification(
  rest: RestPage,
  { id, url, fromUsers, targetTweets }: PlatformFields,
  trail: Trail,
): UndocumentedRecord | undefined {
  const { message, timestampMs } = entryOf(rest.notifications, id) ?? {};
  const parts = {
    id,
    message,
    time: timestampMs,
    link: url,
    users: listIn(fromUsers).flatMap((one) => asUser(rest, one) ?? []),
    tweets: listIn(targetTweets).flatMap((one) => asTweet(rest, one, true) ?? []),
  };
  return notificationOf(parts, rest.page, trail);
}

/** @param isOuter whether what it quotes or repeats comes along */
function asTweet(rest: RestPage, id: unknown, isOuter: boolean): unknown {
  const tweet = entryOf(rest.tweets, id);
  if (tweet === undefined) {
    return undefined;
  }
  const quotedId = isOuter ? textIn(tweet.quoted_status_id_str) : undefined;
  const originalId = isOuter ? textIn(tweet.retweeted_status_id_str) : undefined;
  const original = originalId === undefined ? undefined : asTweet(rest, originalId, false);
  return {
    rest_id: tweet.id_str,
    core: { user_results: { result: asUser(rest, tweet.user_id_str) } },
    views: tweet.ext_views,
    card: tweet.card,
    ...(quotedId === undefined ? {} : { quoted_status_result: { result: asTweet(rest, quotedId, false) } }),
    legacy: original === undefined ? tweet : { ...tweet, retweeted_status_result: { result: original } },
  };
}

function asUser(rest: RestPage, id: unknown): unknown {
  const legacy = entryOf(rest.users, id);
  return legacy && { rest_id: legacy.id_str, is_blue_verified: legacy.ext_is_blue_verified, legacy };
}

function entryOf(objects: object, id: unknown): PlatformFields | undefined {
  const found: unknown = typeof id === 'string' && Object.hasOwn(objects, id) ? Reflect.get(objects, id) : undefined;
  return isNode(found) ? found : undefined;
}
