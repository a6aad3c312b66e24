import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { createHash } from './nodeCrypto.ts';

/** One request that a key made, and what came of it. */
export interface LoggedRequest {
  /** Wall clock, milliseconds since 1970. */
  readonly atMs: number;
  /** undefined when the path is below neither of them. */
  readonly service: Service | undefined;
  /** The id of the row; undefined when the path led to none. */
  readonly endpointId: string | undefined;
  readonly method: string;
  /** Below the service, as sent. */
  readonly path: string;
  /** What stood behind the `?`, as sent; a very long one is cut and closed with its hash. */
  readonly query: string;
  readonly status: number;
  /** What it took from the balance and did not give back, micro-dollars. */
  readonly cost: Money;
  readonly refunded: boolean;
  /** The fault that struck it: a kind, a status, or "latency". */
  readonly fault: string | undefined;
}

const longestQuery = 4096;

/** A query that is short enough to be kept. */
export function keptQuery(rawQuery: string): string {
  return rawQuery.length <= longestQuery ? rawQuery : `${rawQuery.slice(0, longestQuery)}...sha256:${shortHash(rawQuery)}`;
}

/** Tells texts apart without showing them: the first 12 digits of their SHA-256. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
