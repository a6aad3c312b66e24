import type { UndocumentedRecord } from '../schemas/primary.ts';
import { isoOfMsText } from './isoSeconds.ts';
import { type PlatformFields, filledIn, listIn, objectIn } from './node.ts';
import { lastStep, type Reading, type Trail } from './reading.ts';
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
export function toNotification(item: PlatformFields, reading: Reading, trail: Trail | undefined): UndocumentedRecord | undefined {
  const { from_users, target_objects } = objectIn(item.template);
  const parts = {
    id: item.id,
    message: item.rich_message,
    time: item.timestamp_ms,
    link: item.notification_url,
    users: listIn(from_users).map((one) => objectIn(objectIn(one).user_results).result),
    // some are about lists and rooms, which their words name
    tweets: listIn(target_objects).flatMap((one) => objectIn(objectIn(one).tweet_results).result ?? []),
  };
  return notificationOf(parts, reading, lastStep(trail, 'template'));
}

/** What happened, with the accounts that did it and the posts that it is about; undefined without an id. */
export function notificationOf(
  parts: NotificationParts,
  reading: Reading,
  trail: Trail | undefined,
): UndocumentedRecord | undefined {
  const id = filledIn(parts.id);
  if (id === undefined) {
    return undefined;
  }
  return {
    id,
    text: filledIn(objectIn(parts.message).text) ?? null,
    createdAt: isoOfMsText(parts.time) ?? null,
    url: filledIn(objectIn(parts.link).url) ?? null,
    users: parts.users.flatMap((user) => readUpstreamUser(reading, trail, user)?.record ?? []),
    tweets: parts.tweets.flatMap((tweet) => {
      const read = readTweet(reading, trail, tweet);
      return read?.kind === 'tweet' ? [read.record] : [];
    }),
  };
}
