import type { Service } from '../client/endpoint.ts';
import type { RequestHead } from './requestHead.ts';
import { type Refusal, refusalOf, reservedKeys } from './reserved/refusals.ts';

/** Who asks, or why not. `fault`: let in and charged, and then answered with that error. */
export type Admission =
  | { readonly kind: 'admitted'; readonly key: string; readonly fault: Refusal | undefined }
  /** `key` is undefined when none was sent. */
  | { readonly kind: 'refused'; readonly key: string | undefined; readonly refusal: Refusal };

/**
 * The gates before the charge, in the order 401, 403, 402, 429 (decision T4). What a real balance is too small for is
 * found at the charge; the reserved key of 402 stands for an account with nothing on it.
 * The gateway takes its one header and bills nothing, so there is no 402 (gateway reference, Authentication; decision 7.7).
 */
export function admit(service: Service, head: RequestHead): Admission {
  const key = keyOf(service, head);
  if (key === undefined) {
    return { kind: 'refused', key, refusal: refusalOf(401, 'Missing X-API-KEY header') };
  }
  const reserved = reservedKeys.get(key);
  switch (reserved?.status) {
    case undefined:
      return { kind: 'admitted', key, fault: undefined };
    case 401:
    case 403:
    case 429:
      return { kind: 'refused', key, refusal: reserved };
    case 402:
      return service === 'primary' ? { kind: 'refused', key, refusal: reserved } : { kind: 'admitted', key, fault: undefined };
    default:
      return { kind: 'admitted', key, fault: reserved };
  }
}

function keyOf(service: Service, head: RequestHead): string | undefined {
  if (head.apiKey !== undefined || service === 'gateway') return head.apiKey;
  return head.marketHost === undefined ? undefined : head.marketKey;
}
