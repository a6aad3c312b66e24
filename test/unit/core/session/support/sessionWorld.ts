import assert from 'node:assert/strict';
import { PagedSession } from '../../../../../src/core/session/pagedSession.ts';
import type { Client } from '../../../../../src/client/client.ts';
import type { Connection } from '../../../../../src/client/connection.ts';
import { createClient } from '../../../../../src/client/createClient.ts';
import type { Endpoint, EndpointResult } from '../../../../../src/client/endpoint.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import type { ResponsePages } from '../../../../../src/client/pages.ts';
import { type Budget, createBudget } from '../../../../../src/client/policies/budget.ts';
import { memoryHistory, reuseAnyAge } from '../../../../../src/client/policies/history.ts';
import { guessing } from '../../../../support/testEndpoints.ts';
import { type FakeClock, fakeClock } from '../../../../support/fakeClock.ts';
import { type Fate, namedPages, PagedService, price } from './pagedService.ts';

const address = 'https://service.example';

/** A page's content. */
export interface PageContent {
  readonly ids: readonly string[];
  /** Whether its cursor was sent before, so the list ends. */
  readonly repeats: boolean;
}

export type WorldSession = PagedSession<PageContent>;

interface OpenOptions {
  /** Called when the session's state changes. */
  readonly changed?: () => void;
  /** Called with each received response. */
  readonly came?: (exchange: Exchange) => void;
  readonly jobTitle?: string;
}

/** A service with its connection and budget, and sessions over one client, on a fake clock. Fates decide when and how it responds. */
export class SessionWorld {
  readonly clock: FakeClock = fakeClock();
  readonly service: PagedService;
  readonly budget: Budget = createBudget();
  /** The stored responses. */
  readonly history = memoryHistory();
  readonly client: Client;
  /** Complete and successful responses. */
  readonly received: Exchange[] = [];
  /** The settled costs, reported or assumed. */
  booked = 0n;
  connection: Connection | undefined;
  /** How long the connections take to become ready. */
  readonly readyMs: number;
  #keys = 0;

  constructor(fates: readonly Fate[], delays: readonly number[], readyMs = 0) {
    this.readyMs = readyMs;
    this.connection = this.#connect(address);
    this.service = new PagedService(this.clock, fates, delays);
    this.client = createClient({
      reuse: reuseAnyAge,
      connections: () => this.connection,
      transport: this.service.transport,
      clock: this.clock,
      budget: this.budget,
      prices: guessing(price),
      history: this.history,
      random: () => 0.5,
      onSettled: ({ booked, exchange }) => {
        this.booked += booked;
        if (exchange !== undefined && exchange.status === 200 && exchange.value !== undefined) {
          this.received.push(exchange);
        }
      },
    });
  }

  open(name: string, { changed = () => undefined, came }: OpenOptions = {}): WorldSession {
    return new PagedSession<PageContent>(
      { endpoint: namedPages, params: { name } },
      {
        client: async () => await this.ready(came),
        initiator: 'program',
        read: ({ value }) => contentOf(value),
        changed,
      },
    );
  }

  /** The client, once the connections are ready. @param came called with each received response */
  async ready(came?: (exchange: Exchange) => void): Promise<Client> {
    if (this.readyMs > 0) {
      await this.clock.sleep(this.readyMs);
    }
    return came === undefined ? this.client : watched(this.client, came);
  }

  /** The key is replaced. */
  replaceKey(): void {
    this.connection = this.#connect(this.connection?.baseUrl ?? address);
  }

  removeKey(): void {
    this.#keys += 1;
    const none = { keyId: `none${this.#keys}`, credentials: () => Promise.resolve(undefined) };
    this.connection = this.connection === undefined ? undefined : { ...this.connection, ...none };
  }

  changeAddress(): void {
    this.connection = this.#connect(this.connection?.baseUrl === address ? `${address}/other` : address);
  }

  /** Selects the other connection. Called twice, selects the first one again, with the same key. */
  changeKind(): void {
    const kind = this.connection?.kind === 'direct' ? 'marketplace' : 'direct';
    this.connection = this.connection === undefined ? undefined : { ...this.connection, kind };
  }

  disconnect(): void {
    this.connection = undefined;
  }

  /** Advances until every wait has ended and every response has arrived. */
  async finish(): Promise<void> {
    for (let step = 0; step < 500_000; step += 1) {
      if (!(await this.clock.advanceToNext())) {
        return;
      }
    }
    assert.fail('something still waits after a long time');
  }

  #connect(baseUrl: string): Connection {
    this.#keys += 1;
    const key = `key-${this.#keys}-of-the-test`;
    return {
      kind: 'direct',
      baseUrl,
      keyId: key,
      credentials: () => Promise.resolve({ origin: new URL(address).origin, headers: { 'x-api-key': key } }),
    };
  }
}

/** The client, which reports its pages' responses. */
function watched(client: Client, came: (exchange: Exchange) => void): Client {
  const pages = <E extends Endpoint>(...args: Parameters<typeof client.pages<E>>): ResponsePages<EndpointResult<E>> => {
    const watchedPages = client.pages<E>(...args);
    return {
      ...watchedPages,
      load: async (options) => {
        const exchange = await watchedPages.load(options);
        if (exchange !== undefined) {
          came(exchange);
        }
        return exchange;
      },
    };
  };
  return { ...client, pages };
}

function contentOf(value: unknown): PageContent {
  const { data, repeats } = value as { readonly data: readonly { readonly id: string }[]; readonly repeats?: boolean };
  return { ids: data.map(({ id }) => id), repeats: repeats === true };
}
