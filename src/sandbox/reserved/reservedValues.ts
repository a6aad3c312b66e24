import type { Service } from '../../client/endpoint.ts';
import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from '../world/landmarks.ts';
import { emptyTimeline, malformedKey, type Refusal, refusalOf, reservedKeys, reservedParams } from './refusals.ts';

/** One line of the table of reserved values, as payment services have one of test cards. */
export interface ReservedValue {
  readonly service: Service;
  readonly kind: 'key' | 'handle' | 'id' | 'text';
  readonly value: string;
  /** A call that shows it: the path below the service; a key is sent as the header. */
  readonly path: string;
  readonly status: number;
  /** A part of the body that the answer holds. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What becomes of the price: not taken, taken, taken and given back. The gateway bills nothing. */
  readonly money: 'not charged' | 'charged' | 'refunded';
  /** When the service answers so, in a few words. */
  readonly meaning: string;
}

/** Kind and value, a call that shows it, the price, the meaning, and the error where it is not that of a reserved value. */
type ReservedRow = readonly [ReservedValue['kind'], string, (value: string) => string, ReservedValue['money'], string, Refusal?];

const { suspendedHandle, privateListId, protectedPostId, inviteOnlyCommunityId } = landmarks;
const suspended = refusalOf(400, `User ${suspendedHandle} is suspended`);
const hidden = refusalOf(400, `List ${privateListId} was not found`);
const emojis = (): string => '/misc/emojis';
const handle = (value: string): string => `/user/by/username/${value}`;
const tweet = (value: string): string => `/simpletweet/${value}`;
const list = (value: string): string => `/lists/details?listId=${value}`;
const search = (value: string): string => `/search?searchItem=${value}`;

const primaryLines: readonly ReservedRow[] = [
  ['key', 'sandbox-invalid', emojis, 'not charged', 'the key is wrong'],
  ['key', 'sandbox-expired', emojis, 'not charged', 'the key was good once'],
  ['key', 'sandbox-revoked', emojis, 'not charged', 'the key was taken back'],
  ['key', 'sandbox malformed', emojis, 'not charged', 'the key is malformed, as any with a blank in it', malformedKey],
  ['key', 'sandbox-no-balance', emojis, 'not charged', 'nothing is left'],
  ['key', 'sandbox-forbidden', emojis, 'not charged', 'the access is refused'],
  ['key', 'sandbox-rate-limited', emojis, 'not charged', 'too many calls'],
  ['key', 'sandbox-timeout', emojis, 'refunded', 'the platform did not answer in time'],
  ['key', 'sandbox-conflict', emojis, 'refunded', 'a conflict'],
  ['key', 'sandbox-error', emojis, 'refunded', 'the service failed'],
  ['handle', 'error_400', handle, 'refunded', 'no such user'],
  ['handle', 'error_408', handle, 'refunded', 'the platform did not answer in time'],
  ['handle', 'error_409', handle, 'refunded', 'a conflict'],
  ['handle', 'error_500', handle, 'refunded', 'the service failed'],
  ['handle', 'lookup_failed', handle, 'charged', 'the question upstream failed'],
  ['handle', suspendedHandle, handle, 'refunded', 'a suspended account', suspended],
  ['id', '9000000000000000400', list, 'refunded', 'no such list'],
  ['id', '9000000000000000404', tweet, 'charged', 'the tweet is gone'],
  ['id', '9000000000000000408', tweet, 'refunded', 'the platform did not answer in time'],
  ['id', '9000000000000000409', tweet, 'refunded', 'a conflict'],
  ['id', '9000000000000000422', tweet, 'charged', 'a validation that only upstream makes'],
  ['id', '9000000000000000500', tweet, 'refunded', 'the service failed'],
  ['id', privateListId, list, 'refunded', 'a private list', hidden],
  ['text', 'sandboxfindsnothing', search, 'refunded', 'a search that finds nothing', emptyTimeline],
];

const locations = (): string => '/trends/locations';
const gatewayTweet = (value: string): string => `/tweet/${value}`;
const gatewayList = (value: string): string => `/list/${value}`;
const community = (value: string): string => `/community/${value}`;
const locked = refusalOf(403, 'The author of the tweet is protected');
const unlisted = refusalOf(403, 'The list is private');
const closed = refusalOf(403, 'The community is by invitation only');

const gatewayLines: readonly ReservedRow[] = [
  ['key', 'sandbox-invalid', locations, 'not charged', 'the key is wrong'],
  ['key', 'sandbox-expired', locations, 'not charged', 'the key was good once'],
  ['key', 'sandbox-revoked', locations, 'not charged', 'the key was taken back'],
  ['key', 'sandbox malformed', locations, 'not charged', 'the key is malformed, as any with a blank in it', malformedKey],
  ['key', 'sandbox-forbidden', locations, 'not charged', 'the access is refused'],
  ['key', 'sandbox-rate-limited', locations, 'not charged', 'too many calls'],
  ['key', 'sandbox-error', locations, 'not charged', 'the service failed'],
  ['id', '9000000000000000404', gatewayTweet, 'not charged', 'a deleted or unknown tweet'],
  ['id', '9000000000000000403', gatewayTweet, 'not charged', 'no access'],
  ['id', protectedPostId, gatewayTweet, 'not charged', 'a private tweet', locked],
  ['id', privateListId, gatewayList, 'not charged', 'a private list', unlisted],
  ['id', inviteOnlyCommunityId, community, 'not charged', 'an invite-only community', closed],
];

function toValue(service: Service, [kind, value, toPath, money, meaning, given]: ReservedRow): ReservedValue {
  const refusal = given ?? reservedKeys.get(value) ?? reservedParams.get(value);
  if (refusal === undefined) throw new RangeError(`${value} is not reserved`);
  const { status, message, extra } = refusal;
  const body = service === 'primary' ? { error: message, ...extra } : { error: { code: status, details: message } };
  return { service, kind, value, path: toPath(value), status, body, money, meaning };
}

/** One handle of several for which upstream cannot be asked: no error of the whole call. */
const unaskable: ReservedValue = {
  service: 'primary',
  kind: 'handle',
  value: 'upstream_error',
  path: `/user/usernames/to/ids?usernames=${exampleValues.handle},upstream_error`,
  status: 200,
  body: {
    userIds: { [exampleValues.handle]: exampleValues.userId },
    errors: [
      { username: 'upstream_error', error: 'upstream_error', message: 'The platform could not be asked, try again later' },
    ],
  },
  money: 'charged',
  meaning: 'one handle of several could not be asked for',
};

/** Every value that gets an error of the references, in the order of the table. */
export const reservedValues: readonly ReservedValue[] = [
  ...primaryLines.map((line) => toValue('primary', line)),
  unaskable,
  ...gatewayLines.map((line) => toValue('gateway', line)),
];
