import * as z from 'zod';
import { defineEndpoint } from '../../../../../src/client/endpoint.ts';
import type { Transport } from '../../../../../src/client/transport.ts';
import type { FakeClock } from '../../../../support/fakeClock.ts';
import { createCutOffFault, type FakeReply, fakeTransport, createNotSentFault } from '../../../../support/fakeTransport.ts';

/** Each charged request's cost, in micro-dollars. */
export const price = 100n;

/** The number of pages per query. */
export const pageCount = 5;

/** An endpoint with pages whose `name` distinguishes queries. */
export const namedPages = defineEndpoint({
  id: 'primary.namedPages',
  service: 'primary',
  group: 'users',
  title: 'Named Pages',
  summary: 'Things, page by page.',
  method: 'GET',
  path: '/things/{name}',
  params: z.strictObject({
    name: z.string().meta({ title: 'Name' }),
    cursor: z.string().optional().meta({ title: 'Cursor' }),
  }),
  result: () =>
    z.looseObject({
      data: z.array(z.looseObject({ id: z.string() })),
      nextCursor: z.string().nullable(),
      hasNextPage: z.boolean(),
    }),
  yields: [{ kind: 'other', at: ['data'], id: 'id' }],
  paging: { next: ['nextCursor'] },
  example: { name: 'a' },
});

/** How the service handles the next request. `repeated`: a page whose cursor was sent before. `unpriced`: charged without a reported cost. */
export type Fate =
  | 'page'
  | 'emptyPage'
  | 'repeated'
  | 'unpriced'
  | 'refunded'
  | 'failed'
  | 'notSent'
  | 'cut'
  | 'unauthorized'
  | 'noBalance'
  | 'garbage'
  | Held;

/** A 429 response. */
export interface Held {
  readonly retryAfter: string | undefined;
  /** The service's time, if it is sent. */
  readonly date?: string;
  /** How long it holds the connection at least, in milliseconds, or until when. */
  readonly holds: { readonly ms: number } | { readonly until: number };
}

/** A received request. */
export interface Seen {
  readonly name: string;
  readonly key: string;
  readonly url: string;
  /** What the service has charged for it. */
  charged: bigint;
  /** Whether the client aborted it, and whether it has ended. */
  isCut: boolean;
  isOver: boolean;
}

/** A service that counts requests and charges. */
export class PagedService {
  readonly seen: Seen[] = [];
  isHealthy = false;
  /** Called for each request before its response. */
  onRequest: (seen: Seen) => void = () => undefined;
  /** Called for each 429 response. */
  onHeld: (seen: Seen, holdsUntil: number) => void = () => undefined;
  /** Called when the client aborts a request in flight. */
  onCut: (seen: Seen, reason: unknown) => void = () => undefined;
  readonly transport: Transport;
  readonly #clock: FakeClock;
  readonly #fates: readonly Fate[];
  readonly #delays: readonly number[];

  constructor(clock: FakeClock, fates: readonly Fate[], delays: readonly number[]) {
    this.#clock = clock;
    this.#fates = fates;
    this.#delays = delays;
    const transport = fakeTransport(async ({ url, headers }) => await this.#receive(url, headers), clock.now);
    this.transport = {
      close: async () => await transport.close(),
      send: async (request, options) => {
        const coming = transport.send(request, options);
        const seen = this.seen.at(-1);
        options.signal.addEventListener('abort', () => this.#cut(seen, options.signal.reason), { once: true });
        return await coming;
      },
    };
  }

  /** Whether such a request is in flight. */
  isOnItsWay(fits: (seen: Seen) => boolean): boolean {
    return this.seen.some((seen) => !seen.isOver && fits(seen));
  }

  /** The charges for queries with matching names. */
  chargedFor(fits: (name: string) => boolean): bigint {
    return this.seen.reduce((sum, { name, charged }) => (fits(name) ? sum + charged : sum), 0n);
  }

  #cut(seen: Seen | undefined, reason: unknown): void {
    if (seen !== undefined && !seen.isOver) {
      seen.isCut = true;
      seen.isOver = true;
      this.onCut(seen, reason);
    }
  }

  async #receive(url: string, headers: Readonly<Record<string, string>>): Promise<FakeReply> {
    const at = this.seen.length;
    const { pathname, searchParams } = new URL(url);
    const [kind = '', name = ''] = pathname.split('/').slice(-2);
    const seen = { name, key: headers['x-api-key'] ?? '', url, charged: 0n, isCut: false, isOver: false };
    this.seen.push(seen);
    this.onRequest(seen);
    const fate: Fate = this.isHealthy ? 'page' : (this.#fates[at % this.#fates.length] ?? 'page');
    const delay = this.isHealthy ? 1 : (this.#delays[at % this.#delays.length] ?? 1);
    await this.#clock.sleep(delay);
    seen.isOver = true;
    if (typeof fate === 'object') {
      const { holds } = fate;
      this.onHeld(seen, 'until' in holds ? holds.until : this.#clock.now() + holds.ms);
    }
    return replyTo(fate, { at, name, cursor: searchParams.get('cursor'), isThread: kind === 'tweet' }, (isWhole) => {
      // charges every other aborted request, because either may happen
      seen.charged += (isWhole && !seen.isCut) || at % 2 === 0 ? price : 0n;
    });
  }
}

interface PageRequest {
  readonly at: number;
  readonly name: string;
  readonly cursor: string | null;
  /** Whether the request is for a conversation page. */
  readonly isThread: boolean;
}

/** @param charge called with whether the response is complete */
function replyTo(fate: Fate, request: PageRequest, charge: (isWhole: boolean) => void): FakeReply {
  const headers = { 'x-price-per-call': '0.0001' };
  if (typeof fate === 'object') {
    const { retryAfter, date } = fate;
    const waiting = {
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      ...(date === undefined ? {} : { date }),
    };
    return { status: 429, headers: waiting, body: { error: 'slow down' } };
  }
  switch (fate) {
    case 'page':
    case 'emptyPage':
    case 'repeated':
      charge(true);
      return { body: bodyOf(fate, request), headers };
    case 'unpriced':
      charge(true);
      return { body: bodyOf('page', request) };
    case 'failed':
      charge(true);
      return { status: 500, headers, body: { error: 'broken' } };
    case 'garbage':
      charge(true);
      return { body: '<html>', headers };
    case 'cut':
      charge(false);
      return createCutOffFault();
    case 'refunded':
      return { status: 503, headers: { ...headers, 'x-refunded': 'true' }, body: { error: 'down' } };
    case 'notSent':
      return createNotSentFault();
    case 'unauthorized':
      return { status: 401, body: { error: 'who?' } };
    case 'noBalance':
      return { status: 402, body: { error: 'no money' } };
  }
}

function bodyOf(fate: 'page' | 'emptyPage' | 'repeated', request: PageRequest) {
  return request.isThread ? threadBody(request) : pageBody(fate, request);
}

/** A conversation's raw page. Each page has a reply whose branch has one more page. An empty page would be the last. */
function threadBody({ name, cursor }: PageRequest) {
  const [, branch, at = '0'] = /-(b?)(\d+)$/.exec(cursor ?? '') ?? [];
  const page = Number(at);
  const ids = branch === 'b' ? [`${name}9${page}`] : [...(page === 0 ? [name] : []), `${name}${page}`];
  const next = branch !== 'b' && page + 1 < pageCount ? `${name}-${page + 1}` : undefined;
  const entries = [
    ...ids.map((id) => ({ entryId: `tweet-${id}` })),
    ...(next === undefined ? [] : [{ content: { cursorType: 'Bottom', value: next } }]),
  ];
  return { ids, branch: branch === 'b' ? undefined : `${name}-b${page}`, instructions: [{ entries }] };
}

/** An empty page's cursor requests the next page and is different each time. */
function pageBody(fate: 'page' | 'emptyPage' | 'repeated', { at, name, cursor }: PageRequest) {
  const page = Number(/(\d+)$/.exec(cursor ?? '')?.[1] ?? 0);
  if (fate === 'emptyPage') {
    return { data: [], nextCursor: `e${at}x${page}`, hasNextPage: true };
  }
  const repeats = fate === 'repeated' && cursor !== null && page + 1 < pageCount;
  const next = repeats ? cursor : page + 1 < pageCount ? `${name}-${page + 1}` : null;
  return { data: [{ id: `${name}${page}` }], nextCursor: next, hasNextPage: next !== null, repeats };
}
