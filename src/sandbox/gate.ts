import type { Service } from '../client/endpoint.ts';
import type { RequestHead } from './requestHead.ts';

/** A key that makes the sandbox answer with one error, so that each is reached without a control call (decision 2.2). */
const reservedKeys = {
  'sandbox-invalid': 401,
  'sandbox-forbidden': 403,
  'sandbox-no-balance': 402,
  'sandbox-rate-limited': 429,
  'sandbox-timeout': 408,
  'sandbox-error': 500,
} as const satisfies Readonly<Record<string, number>>;

/** A service's error, before it is worded for the service. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Who asks, or why not. `fault`: let in and charged, and then answered with that error. */
export type Admission =
  | { readonly kind: 'admitted'; readonly key: string; readonly fault: Refusal | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const statusByKey: ReadonlyMap<string, number> = new Map(Object.entries(reservedKeys));

/**
 * The gates before the charge, in the order 401, 403, 402, 429 (decision T4). What a real balance is too small for is
 * found at the charge; the reserved key of 402 stands for an account with nothing on it.
 * The gateway takes its one header and bills nothing, so there is no 402 (gateway reference, Authentication; decision 7.7).
 */
export function admit(service: Service, head: RequestHead): Admission {
  const key = keyOf(service, head);
  if (key === undefined) {
    return refused(401, 'Missing X-API-KEY header');
  }
  const status = statusByKey.get(key);
  switch (status) {
    case undefined:
      return { kind: 'admitted', key, fault: undefined };
    case 401:
      return refused(401, 'Invalid API key');
    case 403:
      return refused(403, 'Access refused');
    case 402:
      return service === 'primary' ? refused(402, noBalance) : { kind: 'admitted', key, fault: undefined };
    case 429:
      return refused(429, 'Rate limit exceeded');
    case 408:
      return { kind: 'admitted', key, fault: { status, message: 'Upstream timed out' } };
    default:
      return { kind: 'admitted', key, fault: { status, message: 'Internal error' } };
  }
}

export const noBalance = 'Insufficient balance';

function keyOf(service: Service, head: RequestHead): string | undefined {
  if (head.apiKey !== undefined || service === 'gateway') return head.apiKey;
  return head.marketHost === undefined ? undefined : head.marketKey;
}

function refused(status: number, message: string): Admission {
  return { kind: 'refused', refusal: { status, message } };
}
