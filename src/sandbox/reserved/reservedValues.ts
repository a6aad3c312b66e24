import type { Service } from '../../client/endpoint.ts';
import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from '../world/landmarks.ts';

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

const anyCall = { primary: '/misc/emojis', gateway: '/trends/locations' } as const;

const primaryKeys: readonly ReservedValue[] = (
  [
    ['sandbox-invalid', 401, 'Invalid API key', 'not charged', 'the key is wrong'],
    ['sandbox-expired', 401, 'API key has expired', 'not charged', 'the key was good once'],
    ['sandbox-no-balance', 402, 'Insufficient balance', 'not charged', 'nothing is left'],
    ['sandbox-forbidden', 403, 'Access refused', 'not charged', 'the access is refused'],
    ['sandbox-rate-limited', 429, 'Rate limit exceeded', 'not charged', 'too many calls'],
    ['sandbox-timeout', 408, 'Upstream timed out', 'refunded', 'the platform did not answer in time'],
    ['sandbox-conflict', 409, 'Conflict', 'refunded', 'a conflict'],
    ['sandbox-error', 500, 'Internal error', 'refunded', 'the service failed'],
  ] as const
).map(([value, status, error, money, meaning]) => ({
  ...({ service: 'primary', kind: 'key', value, path: anyCall.primary, status, body: { error }, money, meaning } as const),
}));

const gatewayKeys: readonly ReservedValue[] = primaryKeys
  .filter(({ status }) => status === 401 || status === 403 || status === 429 || status === 500)
  .map((row) => ({
    ...row,
    service: 'gateway',
    path: anyCall.gateway,
    body: { error: { code: row.status, details: row.body['error'] } },
    money: 'not charged',
  }));

const handle = (value: string): string => `/user/by/username/${value}`;
const tweet = (value: string): string => `/simpletweet/${value}`;

const primaryValues: readonly ReservedValue[] = (
  [
    ['handle', 'error_400', handle, 400, 'Bad or missing parameter', 'refunded', 'no such user'],
    ['handle', 'error_408', handle, 408, 'Upstream timed out', 'refunded', 'the platform did not answer in time'],
    ['handle', 'error_409', handle, 409, 'Conflict', 'refunded', 'a conflict'],
    ['handle', 'error_500', handle, 500, 'Internal error', 'refunded', 'the service failed'],
    ['handle', 'lookup_failed', handle, 422, 'Username lookup failed', 'charged', 'the question upstream failed'],
    [
      'handle',
      landmarks.suspendedHandle,
      handle,
      400,
      `User ${landmarks.suspendedHandle} is suspended`,
      'refunded',
      'a suspended account',
    ],
    [
      'id',
      '9000000000000000400',
      (id: string) => `/lists/details?listId=${id}`,
      400,
      'Bad or missing parameter',
      'refunded',
      'no such list',
    ],
    ['id', '9000000000000000404', tweet, 404, 'Not found upstream', 'charged', 'the tweet is gone'],
    ['id', '9000000000000000408', tweet, 408, 'Upstream timed out', 'refunded', 'the platform did not answer in time'],
    ['id', '9000000000000000409', tweet, 409, 'Conflict', 'refunded', 'a conflict'],
    ['id', '9000000000000000422', tweet, 422, 'Validation failed', 'charged', 'a validation that only upstream makes'],
    ['id', '9000000000000000500', tweet, 500, 'Internal error', 'refunded', 'the service failed'],
    [
      'id',
      landmarks.privateListId,
      (id: string) => `/lists/details?listId=${id}`,
      400,
      `List ${landmarks.privateListId} was not found`,
      'refunded',
      'a private list',
    ],
  ] as const
).map(([kind, value, path, status, error, money, meaning]) => ({
  ...({ service: 'primary', kind, value, path: path(value), status, body: { error }, money, meaning } as const),
}));

const oddities: readonly ReservedValue[] = [
  {
    service: 'primary',
    kind: 'text',
    value: 'sandboxfindsnothing',
    path: '/search?searchItem=sandboxfindsnothing',
    status: 502,
    body: { error: 'Upstream returned an empty timeline', attempts: 9 },
    money: 'refunded',
    meaning: 'a search that finds nothing',
  },
  {
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
  },
];

const gatewayValues: readonly ReservedValue[] = (
  [
    ['9000000000000000404', `/tweet/9000000000000000404`, 404, 'Not found upstream', 'a deleted or unknown tweet'],
    ['9000000000000000403', `/tweet/9000000000000000403`, 403, 'Access refused', 'no access'],
    [
      landmarks.protectedPostId,
      `/tweet/${landmarks.protectedPostId}`,
      403,
      'The author of the tweet is protected',
      'a private tweet',
    ],
    [landmarks.privateListId, `/list/${landmarks.privateListId}`, 403, 'The list is private', 'a private list'],
    [
      landmarks.inviteOnlyCommunityId,
      `/community/${landmarks.inviteOnlyCommunityId}`,
      403,
      'The community is by invitation only',
      'an invite-only community',
    ],
  ] as const
).map(([value, path, status, details, meaning]) => ({
  ...({ service: 'gateway', kind: 'id', value, path, status, money: 'not charged', meaning } as const),
  body: { error: { code: status, details } },
}));

/** Every value that gets an error of the references, in the order of the table. */
export const reservedValues: readonly ReservedValue[] = [
  ...primaryKeys,
  ...primaryValues,
  ...oddities,
  ...gatewayKeys,
  ...gatewayValues,
];
