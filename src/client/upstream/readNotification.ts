import type { UndocumentedRecord } from '../schemas/primary.ts';
import { formatIsoSecondsFromMsText } from './formatIsoSeconds.ts';
import { type PlatformObject, readNonEmptyString, readArrayOrEmpty, readObjectOrEmpty } from './platformFields.ts';
import { appendFinalWarningPathKey, type UpstreamReadContext, type BodyPath } from './readContext.ts';
import { readTweet } from './readTweet.ts';
import { readUpstreamUser } from './readUser.ts';

/** The parts of a notification, wherever an interface has them; accounts and posts are results in the newer shape. */
interface NotificationParts {
  readonly id: unknown;
  readonly message: unknown;
  readonly time: unknown;
  readonly link: unknown;
  readonly users: readonly unknown[];
  readonly tweets: readonly unknown[];
}

/** A notification of a timeline (upstream shapes, the last section); undefined without an id. */
export function toTimelineNotification(
  item: PlatformObject,
  reading: UpstreamReadContext,
  trail: BodyPath | undefined,
): UndocumentedRecord | undefined {
  const { from_users, target_objects } = readObjectOrEmpty(item.template);
  const parts = {
    id: item.id,
    message: item.rich_message,
    time: item.timestamp_ms,
    link: item.notification_url,
    users: readArrayOrEmpty(from_users).map((one) => readObjectOrEmpty(readObjectOrEmpty(one).user_results).result),
    // some are about lists and rooms, which their words name
    tweets: readArrayOrEmpty(target_objects).flatMap(
      (one) => readObjectOrEmpty(readObjectOrEmpty(one).tweet_results).result ?? [],
    ),
  };
  return createNotificationRecord(parts, reading, appendFinalWarningPathKey(trail, 'template'));
}

/** What happened, with the accounts that did it and the posts that it is about; undefined without an id. */
export function createNotificationRecord(
  parts: NotificationParts,
  reading: UpstreamReadContext,
  trail: BodyPath | undefined,
): UndocumentedRecord | undefined {
  const id = readNonEmptyString(parts.id);
  if (id === undefined) {
    return undefined;
  }
  return {
    id,
    text: readNonEmptyString(readObjectOrEmpty(parts.message).text) ?? null,
    createdAt: formatIsoSecondsFromMsText(parts.time) ?? null,
    url: readNonEmptyString(readObjectOrEmpty(parts.link).url) ?? null,
    users: parts.users.flatMap((user) => readUpstreamUser(reading, trail, user)?.record ?? []),
    tweets: parts.tweets.flatMap((tweet) => {
      const read = readTweet(reading, trail, tweet);
      return read?.kind === 'tweet' ? [read.record] : [];
    }),
  };
}
