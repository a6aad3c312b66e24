import * as z from 'zod';
import type { Connection } from '../../src/client/connection.ts';
import type { Money } from '../../src/client/money.ts';
import { createPriceBook, type PriceBook } from '../../src/client/policies/budget.ts';
import { defineEndpoint, createYieldsUnderData } from '../../src/client/endpoint.ts';

const paging = { next: ['nextCursor'] } as const;

/** A row with one string parameter, for client tests that don't need a catalog row. */
export const testLookup = defineEndpoint({
  id: 'primary.testLookup',
  service: 'primary',
  group: 'users',
  title: 'Test Lookup',
  summary: 'One thing.',
  method: 'GET',
  path: '/thing/{name}',
  params: z.strictObject({ name: z.string().meta({ title: 'Name' }), count: z.int().optional().meta({ title: 'Count' }) }),
  result: () => z.looseObject({ data: z.looseObject({}) }),
  yields: createYieldsUnderData('other'),
  example: { name: 'a' },
});

/** A row with pages. */
export const testPagedEndpoint = defineEndpoint({
  id: 'primary.testPages',
  service: 'primary',
  group: 'users',
  title: 'Test Pages',
  summary: 'Things, page by page.',
  method: 'GET',
  path: '/things',
  params: z.strictObject({ cursor: z.string().optional().meta({ title: 'Cursor' }) }),
  result: () => z.looseObject({ data: z.array(z.looseObject({ id: z.string() })), nextCursor: z.string().nullable() }),
  yields: createYieldsUnderData('post'),
  paging,
  example: {},
});

/** A gateway row with the method POST. */
export const testPostMethodEndpoint = defineEndpoint({
  id: 'gateway.testPost',
  service: 'gateway',
  group: 'search',
  title: 'Test Post',
  summary: 'A search.',
  method: 'POST',
  path: '/search/test',
  params: z.strictObject({ q: z.string().meta({ title: 'Text' }) }),
  result: () => z.looseObject({ data: z.array(z.unknown()) }),
  yields: createYieldsUnderData('post'),
  example: { q: 'a' },
});

/** A connection with a plain key. */
export function testConnection(changes: Partial<Connection> = {}): Connection {
  return {
    kind: 'direct',
    baseUrl: 'https://api.example.test/base',
    credentials: () => Promise.resolve({ origin: 'https://api.example.test', headers: { 'x-api-key': 'test-key' } }),
    ...changes,
  };
}

/** A price book with one price for requests without a known price. */
export function guessing(amount: Money): PriceBook {
  return { ...createPriceBook(), guessFor: () => amount };
}
