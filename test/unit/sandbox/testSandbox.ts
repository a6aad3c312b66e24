import { request as httpRequest } from 'node:http';
import * as z from 'zod';
import { defineEndpoint, type Endpoint, createYieldsUnderData } from '../../../src/client/endpoint.ts';
import { pageSizeHintParam, cursorParam, handleParam, idParam, limitParam, textParam } from '../../../src/client/params.ts';
import { createCollectionSchema, createSingleObjectSchema } from '../../../src/client/schemas/primary.ts';
import type { ResponseDependencies } from '../../../src/sandbox/responses/response.ts';
import type { ResponderResult, Responder } from '../../../src/sandbox/responses/response.ts';
import { throwRefusal } from '../../../src/sandbox/refusals.ts';
import {
  type Sandbox,
  type SandboxListeners,
  type SandboxOptions,
  startSandbox,
  startSandboxWithDependencies,
} from '../../../src/sandbox/server.ts';
import type { SandboxWorld } from '../../../src/sandbox/world/world.ts';

const anything = createSingleObjectSchema(() => z.unknown());
const items = createCollectionSchema(() => z.unknown());
const paging = { next: ['nextCursor'] } as const;
const meta = { title: 'Text' };

/** Rows of each kind, to test the server without sample data. */
const endpoints: readonly Endpoint[] = [
  defineEndpoint({
    id: 'primary.userFollowers',
    service: 'primary',
    group: 'users',
    title: 'Followers',
    summary: 'A sequence.',
    method: 'GET',
    path: '/user/{userId}/followers',
    aliases: [{ method: 'GET', path: '/user/{userId}/fans', note: 'The same.' }],
    params: z.strictObject({ userId: idParam(meta), count: pageSizeHintParam, cursor: cursorParam }),
    result: items,
    yields: createYieldsUnderData('other'),
    paging,
    example: { userId: '1' },
  }),
  defineEndpoint({
    id: 'primary.userByUsername',
    service: 'primary',
    group: 'users',
    title: 'User',
    summary: 'An echo.',
    method: 'GET',
    path: '/user/by/username/{username}',
    params: z.strictObject({ username: handleParam(meta) }),
    result: anything,
    yields: createYieldsUnderData('other'),
    errors: [400],
    example: { username: 'a' },
  }),
  defineEndpoint({
    id: 'primary.usersByIds',
    service: 'primary',
    group: 'users',
    title: 'Users',
    summary: 'A guess.',
    method: 'GET',
    path: '/user/users/by/ids',
    params: z.strictObject({ userIds: textParam(meta, 99) }),
    paramAliases: { userIds: ['ids'] },
    result: anything,
    yields: createYieldsUnderData('other'),
    example: { userIds: '1' },
    guesses: ['The name.'],
  }),
  defineEndpoint({
    id: 'primary.search',
    service: 'primary',
    group: 'search',
    title: 'Search',
    summary: 'An echo, or nothing.',
    method: 'GET',
    path: '/search',
    aliases: [
      { method: 'POST', path: '/search', note: 'Body ignored.' },
      { method: 'GET', path: '/search/{searchItem}', note: 'In the path.' },
      { method: 'POST', path: '/search/{searchItem}', note: 'In the path.' },
      { method: 'GET', path: '/search_v2', note: 'Lenient.' },
      { method: 'POST', path: '/search_v2', note: 'Lenient.' },
    ],
    paramAliases: { searchItem: ['query'] },
    params: z.strictObject({
      searchItem: textParam(meta, 512).optional().meta(meta),
      category: textParam(meta, 9).optional().meta(meta),
      cursor: cursorParam,
    }),
    result: () => z.union([items(), anything()]),
    yields: createYieldsUnderData('other'),
    errors: [502],
    paging,
    example: { searchItem: 'a' },
  }),
  defineEndpoint({
    id: 'primary.tweet',
    service: 'primary',
    group: 'tweets',
    title: 'Tweet',
    summary: 'An error by its id.',
    method: 'GET',
    path: '/tweet/{tweetId}',
    params: z.strictObject({ tweetId: textParam(meta, 30) }),
    result: anything,
    yields: createYieldsUnderData('other'),
    errors: [400, 404, 422, 503],
    example: { tweetId: '1' },
  }),
  defineEndpoint({
    id: 'gateway.searchTweets',
    service: 'gateway',
    group: 'search',
    title: 'Search',
    summary: 'A sequence.',
    method: 'GET',
    path: '/search/tweets',
    params: z.strictObject({ q: textParam(meta, 512), limit: limitParam(20, 100), cursor: cursorParam }),
    result: () => z.unknown(),
    yields: createYieldsUnderData('other'),
    example: { q: 'a' },
  }),
  defineEndpoint({
    id: 'gateway.searchAdvanced',
    service: 'gateway',
    group: 'search',
    title: 'Search',
    summary: 'A sequence.',
    method: 'POST',
    path: '/search/advanced',
    params: z.strictObject({ query: z.unknown().meta(meta), limit: limitParam(20, 100), cursor: cursorParam }),
    result: () => z.unknown(),
    yields: createYieldsUnderData('other'),
    example: { query: {} },
  }),
];

const numbers = (start: number, end: number): readonly number[] => Array.from({ length: end - start }, (_, i) => start + i);

function sequence(length: number, pageSize: number): ResponderResult {
  return {
    kind: 'sequence',
    length,
    pageSize,
    toBody: ({ start, end, next, previous, isFirst }) => ({
      data: numbers(start, end),
      nextCursor: next,
      previousCursor: previous,
      hasNextPage: next !== null,
      isFirst,
    }),
  };
}

const responders: Readonly<Record<string, Responder>> = {
  'primary.userFollowers': ({ params }) => sequence(130, params['count'] === 20 ? 50 : Number(params['count'])),
  'primary.userByUsername': ({ params, format }) => ({ kind: 'body', body: { data: { texts: params, format } } }),
  'primary.usersByIds': ({ params, note }) => {
    note('a café note');
    return { kind: 'body', body: { data: params } };
  },
  'primary.search': ({ params, isSearchLenient, body, format }) =>
    params['searchItem'] === 'nothing'
      ? sequence(0, 20)
      : { kind: 'body', body: { data: { texts: params, lenientSearch: isSearchLenient, body: body ?? null, format } } },
  'primary.tweet': ({ params }) => {
    const id = String(params['tweetId']);
    if (id === 'defect') throw new RangeError('a planted defect');
    return throwRefusal(Number(id), `planted ${id}`);
  },
  'gateway.searchTweets': ({ params }) => sequence(45, Number(params['limit'])),
  'gateway.searchAdvanced': () => sequence(45, 20),
};

// the responders above don't use the world
export const testParts: ResponseDependencies = { endpoints, responders, world: { nowMs: 0 } as unknown as SandboxWorld };

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: a valid key. undefined: no key. */
  readonly key?: string | undefined;
  readonly body?: string | Buffer;
}

/** A request over HTTP on its own connection. `path` is sent unchanged. */
export function get(base: string, path: string, ask: Ask = {}): Promise<Got> {
  const url = new URL(base);
  const key = 'key' in ask ? ask.key : 'some-key';
  const headers = { ...(key === undefined ? {} : { 'X-API-KEY': key }), ...ask.headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: url.hostname, port: url.port, path: `${url.pathname}${path}`, method: ask.method ?? 'GET', headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: text === '' ? undefined : JSON.parse(text),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(ask.body);
  });
}

/** Starts a sandbox with the test table, whose responses ignore the format. */
export async function startTestSandbox(options: SandboxOptions = {}, listeners: SandboxListeners = {}): Promise<Sandbox> {
  return await startSandboxWithDependencies(testParts, options, listeners);
}

/** Starts a sandbox with the test table, passes it to the test, and closes it. @throws if a response contradicts its document */
export async function withSandbox(
  options: SandboxOptions,
  run: (sandbox: Sandbox) => Promise<void>,
  listeners: SandboxListeners = {},
): Promise<void> {
  const sandbox = await startTestSandbox(options, listeners);
  try {
    await run(sandbox);
  } finally {
    await sandbox.close();
  }
}

/** A suite's sandbox, from its first test on. */
export function useSandbox(): Sandbox {
  const sandbox = {} as Sandbox;
  before(async () => {
    Object.assign(sandbox, await startSandbox());
  });
  after(async () => await sandbox.close());
  return sandbox;
}
