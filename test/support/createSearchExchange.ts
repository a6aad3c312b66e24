import { search } from '../../src/client/endpoints/table.ts';
import type { Exchange } from '../../src/client/exchange.ts';

/** A record whose JSON would change if it were serialized again: a number with 20 digits, an escape, and whitespace in a string. */
export const toRecordJson = (id: number): string => `{"id":"${id}","text":"a  \\u0062 ${id}","big":12345678901234567890}`;

/** A response to a search with these records and whitespace between them. */
export function createSearchExchange(at: number, ids: readonly number[]): Exchange {
  const text = `{ "data": [ ${ids.map(toRecordJson).join(' ,\n ')} ], "nextCursor": "c${at}" }`;
  const value: unknown = JSON.parse(text);
  return {
    id: `exchange-${at}`,
    request: {
      service: 'primary',
      endpointId: search.id,
      params: {},
      format: 'simple',
      method: 'GET',
      baseUrl: 'https://api.example.test',
      target: '/search',
    },
    status: 200,
    headers: {},
    body: new TextEncoder().encode(text),
    receipt: { price: 200n, balance: undefined, refunded: false, retried: false },
    sentAt: at,
    durationMs: 1,
    attempts: 1,
    value,
    warnings: [],
    repeatsKey: true,
    from: 'network',
  };
}
