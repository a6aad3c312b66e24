import assert from 'node:assert/strict';
import * as z from 'zod';
import type { BackgroundJob } from '../../../../../src/app/session/backgroundJob.ts';
import { JobBoard } from '../../../../../src/app/session/backgroundJob.ts';
import { PagedSession } from '../../../../../src/app/session/pagedSession.ts';
import type { Client, Connection } from '../../../../../src/client/client.ts';
import { connectionName, priceName } from '../../../../../src/client/connection.ts';
import { createClient } from '../../../../../src/client/createClient.ts';
import { defineEndpoint } from '../../../../../src/client/endpoint.ts';
import { type Budget, createBudget } from '../../../../../src/client/policies/budget.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import { type FakeClock, fakeClock } from '../../../../support/fakeClock.ts';
import { cutOff, type FakeReply, fakeTransport, notSent } from '../../../../support/fakeTransport.ts';

/** What each request that is charged costs, micro-dollars. */
export const price = 100n;

/** How many pages a question has. */
export const pageCount = 5;

const service = 'https://service.example';

/** A row with pages whose name tells one question from another. */
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
  result: z.looseObject({
    data: z.array(z.looseObject({ id: z.string() })),
    nextCursor: z.string().nullable(),
    hasNextPage: z.boolean(),
  }),
  yields: [{ kind: 'other', at: ['data'], id: 'id' }],
  paging: { param: 'cursor', next: ['nextCursor'] },
  example: { name: 'a' },
});

/** How the service treats the next request. */
export type Fate =
  | 'page'
  | 'emptyPage'
  | 'refunded'
  | 'failed'
  | 'notSent'
  | 'cut'
  | 'unauthorized'
  | 'noBalance'
  | 'garbage'
  | { readonly retryAfter: string | undefined };

/** A request as the service saw it. */
export interface Seen {
  readonly name: string;
  readonly at: number;
  readonly key: string;
  readonly url: string;
}

type Session = PagedSession<readonly string[]>;

/**
 * A service, its connection and budget, and sessions over one client of it, on a clock that stands still. A request is answered
 * some time after it came, as the fate says that was drawn for it.
 */
export class SessionWorld {
  readonly clock: FakeClock = fakeClock();
  readonly budget: Budget = createBudget();
  readonly client: Client;
  readonly board: JobBoard;
  readonly seen: Seen[] = [];
  /** What the service charged so far. */
  charged = 0n;
  /** Answers that came whole and good. */
  answered: Exchange[] = [];
  /** What the client settled, by the receipts or by assumption. */
  booked = 0n;
  connection: Connection | undefined;
  isHealthy = false;
  /** Called for each request before it is answered. */
  onRequest: (seen: Seen) => void = () => undefined;
  readonly sessions: Session[] = [];
  readonly #fates: readonly Fate[];
  readonly #delays: readonly number[];
  #keys = 0;

  constructor(fates: readonly Fate[], delays: readonly number[]) {
    this.#fates = fates;
    this.#delays = delays;
    this.connection = this.#connect(service);
    const transport = fakeTransport(({ url, headers }) => this.#receive(url, headers), this.clock.now);
    this.client = createClient({
      connections: () => this.connection,
      transport,
      clock: this.clock,
      budget: this.budget,
      random: () => 0.5,
      onSettled: ({ booked, exchange }) => {
        this.booked += booked;
        if (exchange !== undefined && exchange.status === 200 && exchange.value !== undefined) {
          this.answered.push(exchange);
        }
      },
    });
    this.board = new JobBoard({
      mayUseKey: () => Promise.resolve(true),
      placeOf: (endpoint) =>
        this.connection === undefined
          ? { address: '', account: '' }
          : {
              address: priceName(endpoint.service, this.connection),
              account: connectionName(endpoint.service, this.connection),
            },
      onParked: () => undefined,
      onKeyRefused: () => undefined,
      onChange: () => undefined,
    });
  }

  /** @param changed called whenever the session's state is another one */
  open(name: string, changed: () => void = () => undefined): Session {
    const session: Session = new PagedSession<readonly string[]>(
      { endpoint: namedPages, params: { name } },
      {
        client: () => Promise.resolve(this.client),
        initiator: 'program',
        read: ({ value }) => idsIn(value),
        changed,
        runJob: async (job: BackgroundJob) => await this.board.run(job),
      },
    );
    this.sessions.push(session);
    return session;
  }

  /** A key takes the place of the one before. */
  replaceKey(): void {
    this.connection = this.#connect(this.connection?.baseUrl ?? service);
  }

  removeKey(): void {
    const { connection } = this;
    this.#keys += 1;
    this.connection =
      connection === undefined
        ? undefined
        : { ...connection, keyId: `none${this.#keys}`, credentials: () => Promise.resolve(undefined) };
  }

  changeAddress(): void {
    this.connection = this.#connect(this.connection?.baseUrl === service ? `${service}/other` : service);
  }

  changeKind(): void {
    const { connection } = this;
    this.connection =
      connection === undefined ? undefined : { ...connection, kind: connection.kind === 'direct' ? 'marketplace' : 'direct' };
  }

  /** Every wait ends and every answer comes. */
  async finish(): Promise<void> {
    for (let step = 0; step < 5_000; step += 1) {
      if (!(await this.clock.advanceToNext())) {
        return;
      }
    }
    assert.fail('time passes and passes, and still something waits');
  }

  #connect(baseUrl: string): Connection {
    this.#keys += 1;
    const key = `key-${this.#keys}-of-the-test`;
    return {
      kind: 'direct',
      baseUrl,
      keyId: key,
      assumedPrice: price,
      credentials: () => Promise.resolve({ origin: new URL(service).origin, headers: { 'x-api-key': key } }),
    };
  }

  #receive(url: string, headers: Readonly<Record<string, string>>): Promise<FakeReply> {
    const at = this.seen.length;
    const { pathname, searchParams } = new URL(url);
    const name = pathname.split('/').at(-1) ?? '';
    const seen = { name, at: this.clock.now(), key: headers['x-api-key'] ?? '', url };
    this.seen.push(seen);
    this.onRequest(seen);
    const fate: Fate = this.isHealthy ? 'page' : (this.#fates[at % this.#fates.length] ?? 'page');
    const reply = this.#reply(fate, name, searchParams.get('cursor'));
    const delay = this.isHealthy ? 1 : (this.#delays[at % this.#delays.length] ?? 1);
    return new Promise((resolve) => this.clock.schedule(delay, () => resolve(reply())));
  }

  /** What is answered, made when it is: only then it is charged. */
  #reply(fate: Fate, name: string, cursor: string | null): () => FakeReply {
    const page = Number(/(\d+)$/.exec(cursor ?? '')?.[1] ?? 0);
    const charge = (reply: FakeReply) => () => {
      this.charged += price;
      return reply;
    };
    const priced = { 'x-price-per-call': '0.0001' };
    if (typeof fate === 'object') {
      const header = fate.retryAfter === undefined ? {} : { 'retry-after': fate.retryAfter };
      return () => ({ status: 429, headers: header, body: { error: 'slow down' } });
    }
    switch (fate) {
      case 'page':
        return charge({ body: pageBody(name, page, [`${name}${page}`]), headers: priced });
      case 'emptyPage':
        return charge({ body: { data: [], nextCursor: `e${at(this)}x${page}`, hasNextPage: true }, headers: priced });
      case 'refunded':
        return () => ({ status: 503, headers: { ...priced, 'x-refunded': 'true' }, body: { error: 'down' } });
      case 'failed':
        return charge({ status: 500, headers: priced, body: { error: 'broken' } });
      case 'garbage':
        return charge({ body: '<html>', headers: priced });
      case 'notSent':
        return () => notSent();
      case 'cut':
        return () => cutOff();
      case 'unauthorized':
        return () => ({ status: 401, body: { error: 'who?' } });
      case 'noBalance':
        return () => ({ status: 402, body: { error: 'no money' } });
    }
  }
}

/** The cursor of an empty page leads to the page that it stands in front of, and is another one each time. */
function at({ seen }: SessionWorld): number {
  return seen.length;
}

function pageBody(name: string, page: number, ids: readonly string[]) {
  const next = page + 1 < pageCount ? `${name}-${page + 1}` : null;
  return { data: ids.map((id) => ({ id })), nextCursor: next, hasNextPage: next !== null };
}

function idsIn(value: unknown): readonly string[] {
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : undefined;
  return Array.isArray(data) ? data.map((item: { readonly id: string }) => item.id) : [];
}
