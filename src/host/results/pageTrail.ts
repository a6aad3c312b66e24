import type { Endpoint } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import { nextParams } from '../../client/pages.ts';

/** What leads on from the pages of one question; ends where a page brings nothing new or a cursor comes again. */
export class PageTrail {
  readonly #endpoint: Endpoint;
  readonly #ids = new Set<string>();
  readonly #cursors = new Set<string>();
  #next: Readonly<Record<string, unknown>> | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** What the next page is asked with, on the connection that the last one came from. */
  get next(): Readonly<Record<string, unknown>> | undefined {
    return this.#next;
  }

  /** @param ids of the page's records; undefined where they have none */
  add(exchange: Exchange, ids: readonly string[] | undefined): void {
    const isNew = ids === undefined || ids.some((id) => !this.#ids.has(id));
    for (const id of ids ?? []) {
      this.#ids.add(id);
    }
    const next = nextParams(this.#endpoint, exchange);
    const cursor = next?.['cursor'];
    const isLoop = typeof cursor === 'string' && this.#cursors.has(cursor);
    if (typeof cursor === 'string') {
      this.#cursors.add(cursor);
    }
    this.#next = isNew && !isLoop ? next : undefined;
  }

  end(): void {
    this.#next = undefined;
  }
}
