import { type LoadedPage, PagedSession, type PagedState, quoteNextPage } from '../../../../core/session/pagedSession.ts';
import { toQuoteFromPrice } from '../../../../core/cost/cost.ts';
import { quoteThread } from '../../../threads/index.ts';
import type { Client, Quote } from '../../../../client/client.ts';
import type { Exchange } from '../../../../client/exchange.ts';
import { reuseAnyAge } from '../../../../client/policies/history.ts';
import { toPage } from '../../../../client/records/toPage.ts';
import type { SectionRequest } from '../../index.ts';
import { getTreeRecordKey, type TreeRecord, toTreeRecords } from '../../../../core/records/treeRecord.ts';

interface RowPageContent {
  /** Without records from earlier pages. */
  readonly records: readonly TreeRecord[];
}

export type LoadedRowPage = LoadedPage<RowPageContent>;

export interface PagedRowState extends PagedState<RowPageContent> {
  readonly records: readonly TreeRecord[];
}

export interface PagedSourceServices {
  readonly quotes: Client;
  readonly client: () => Promise<Client>;
  readonly stored: (exchangeId: string) => Promise<Exchange | undefined>;
  readonly changed: () => void;
}

export class PagedSource {
  readonly query: SectionRequest;
  readonly #services: PagedSourceServices;
  readonly session: PagedSession<RowPageContent>;
  #flat: { readonly pages: readonly LoadedRowPage[]; readonly records: readonly TreeRecord[] } = { pages: [], records: [] };

  constructor(query: SectionRequest, services: PagedSourceServices) {
    this.query = query;
    this.#services = services;
    const { endpoint, params, shows } = query;
    const { client, changed } = services;
    this.session = new PagedSession<RowPageContent>(
      { endpoint, params },
      {
        client,
        initiator: 'tree',
        read: (exchange, before) => ({
          records: filterNewRecords(toTreeRecords(toPage(exchange, { endpoint }), shows), before),
        }),
        changed,
      },
    );
  }

  get state(): PagedRowState {
    const { state } = this.session;
    if (this.#flat.pages !== state.pages) {
      this.#flat = { pages: state.pages, records: state.pages.flatMap(({ content }) => content.records) };
    }
    return { ...state, records: this.#flat.records };
  }

  /** The price of the first page. If the row said "free", the request isn't charged later. */
  quoteFirst(): Quote | undefined {
    const quote = this.#services.quotes.quote(this.query.endpoint, this.query.params, { reuse: reuseAnyAge });
    return this.session.offers.offer('first', quote);
  }

  /** Undefined at the end. */
  quoteNext(): Quote | undefined {
    return this.session.offers.offer('next', quoteNextPage(this.#services.quotes, this.query, this.session.state));
  }

  /** The price of refreshing one page. */
  quoteAgain(): Quote {
    return toQuoteFromPrice(this.#services.quotes.priceOf(this.query.endpoint));
  }

  quoteThread(postId: string): Quote | undefined {
    return quoteThread(this.#services.quotes, postId);
  }

  /** A page's stored response, never a newer one for the same request. Undefined if it is no longer stored. */
  async exchangeOf({ exchangeId, params }: Pick<LoadedRowPage, 'exchangeId' | 'params'>): Promise<Exchange | undefined> {
    const stored = await this.#services.stored(exchangeId);
    if (stored !== undefined) {
      return stored;
    }
    // a response that couldn't be saved to disk is in memory until the window closes
    const quote = this.#services.quotes.quote(this.query.endpoint, params, { reuse: 'only' });
    return quote?.kind === 'stored' && quote.exchange.id === exchangeId ? quote.exchange : undefined;
  }
}

export function findPageByRecordIndex({ pages }: Pick<PagedRowState, 'pages'>, index: number): LoadedRowPage | undefined {
  let end = 0;
  return pages.find(({ content }) => {
    end += content.records.length;
    return index < end;
  });
}

/** Rows need unique ids, so records from earlier pages are dropped. */
function filterNewRecords(records: readonly TreeRecord[], before: readonly LoadedRowPage[]): readonly TreeRecord[] {
  const seen = new Set(before.flatMap(({ content }) => content.records.map(getTreeRecordKey)));
  return records.filter((record) => {
    const key = getTreeRecordKey(record);
    const isNew = key === undefined || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
