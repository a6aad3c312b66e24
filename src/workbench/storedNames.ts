import { type IsOriginServed, StoredNames } from '../core/records/storedNames.ts';
import { isNameKnownAt, isSandboxResponse } from '../core/connections/responseConnection.ts';
import type { Service } from '../client/endpoint.ts';
import type { AnyRecord } from '../client/records/readRecord.ts';
import { toPage } from '../client/records/toPage.ts';
import type { StoredSummary, Store } from '../store/store.ts';
import { shortenText } from '../core/text/stripHiddenCharacters.ts';
import { TimeSlicer } from './timeSlicer.ts';
import type { StoredNameLookup } from './storedResponseSubject.ts';
import type { Services } from './services.ts';

/** Limits on what is read for its names, newest first. */
const maxBytesReadForNames = 96 * 1024 * 1024;
const maxBodyBytes = 2 * 1024 * 1024;

const maxTitleLength = 60;

const exchangesPerListing = 100;

/** Reads the names in stored responses, in slices, each response once. */
class NameReader {
  readonly names = new StoredNames();
  readonly #store: Store;
  readonly #read = new Set<string>();
  /** By exchange id: the first words of a post, a title, or a name, if the request contained the record's id. */
  readonly #titles = new Map<string, string>();
  #state = '';
  #reading: Promise<boolean> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The names that have been read so far. Sandbox names apply to sandbox responses only. */
  namesFor({ id: exchangeId, connection }: StoredSummary): StoredNameLookup {
    const isOfSameKind: IsOriginServed = ({ isMadeUp }) => isMadeUp === (connection === 'sandbox');
    return {
      handleOf: (id) => this.names.handleOf(id, isOfSameKind),
      titleOf: (id) => this.#titles.get(exchangeId) ?? this.names.titleOf(id, isOfSameKind),
    };
  }

  #take({ id, status, bodyBytes, isWithheld }: StoredSummary): void {
    this.#read.add(id);
    const isGood = status >= 200 && status < 300 && !isWithheld && bodyBytes <= maxBodyBytes;
    const exchange = isGood ? this.#store.exchanges.exchange(id) : undefined;
    if (exchange !== undefined) {
      const { baseUrl } = exchange.request;
      const records = toPage(exchange).records.map(({ record }) => record);
      this.names.add({ baseUrl, isMadeUp: isSandboxResponse(exchange) }, exchange.sentAt, records);
      const ids = new Set(Object.values(exchange.request.params));
      const title = getRecordTitle(records.find((record) => 'id' in record && ids.has(record.id)));
      if (title !== undefined) {
        this.#titles.set(id, shortenText(title, maxTitleLength));
      }
    }
  }

  /** @returns whether there were new responses @throws SocialDataError `storage` */
  async refresh(): Promise<boolean> {
    this.#reading ??= this.#readNew().finally(() => {
      this.#reading = undefined;
    });
    return await this.#reading;
  }

  async #readNew(): Promise<boolean> {
    const { exchanges } = this.#store;
    const state = `${exchanges.newest({ limit: 1 }).items[0]?.id ?? ''} ${exchanges.size().exchanges}`;
    if (state === this.#state) {
      return false;
    }
    const pace = new TimeSlicer();
    const stored = new Set<string>();
    let left = maxBytesReadForNames;
    let oldest = '';
    for await (const summary of this.#summaries(pace)) {
      left -= summary.bodyBytes;
      if (left < 0) {
        oldest = summary.id;
        break;
      }
      stored.add(summary.id);
      if (!this.#read.has(summary.id)) {
        this.#take(summary);
        await pace.yieldIfDue();
      }
    }
    if ([...this.#read].some((id) => id > oldest && !stored.has(id))) {
      // forget deleted responses' names
      this.names.clear();
      this.#read.clear();
      this.#titles.clear();
      await this.#readNew();
    }
    this.#state = state;
    return true;
  }

  async *#summaries(pace: TimeSlicer): AsyncGenerator<StoredSummary> {
    let before: string | undefined;
    for (let hasMore = true; hasMore;) {
      const page = this.#store.exchanges.newest({ limit: exchangesPerListing, ...(before === undefined ? {} : { before }) });
      yield* page.items;
      before = page.items.at(-1)?.id;
      hasMore = page.hasMore && before !== undefined;
      await pace.yieldIfDue();
    }
  }
}

function getRecordTitle(record: AnyRecord | undefined): string | undefined {
  switch (record?.kind) {
    case 'post':
      return record.text?.trim() === '' ? undefined : record.text;
    case 'list':
    case 'community':
      return record.name;
    case 'space':
    case 'job':
      return record.title;
    case 'user':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
    case undefined:
      return undefined;
  }
}

/** Shared by all views. */
const nameReadersByStore = new WeakMap<Store, NameReader>();

export function getStoredNameReader(store: Store): NameReader {
  const reader = nameReadersByStore.get(store) ?? new NameReader(store);
  nameReadersByStore.set(store, reader);
  return reader;
}

/** The names that have been read so far. */
export interface StoredNamesForService {
  readonly names: StoredNames;
  readonly isServed: IsOriginServed;
  readonly handleOf: (id: string) => string | undefined;
  /** Reads new responses; `names` grows while they are read. @throws SocialDataError `storage` */
  readonly refresh: () => Promise<boolean>;
}

/** @param name default: the selected connection */
export async function getStoredNamesForService(
  { store, connections }: Pick<Services, 'store'> & { readonly connections: Pick<Services['connections'], 'kindOf' | 'of'> },
  service: Service = 'primary',
  name?: string,
): Promise<StoredNamesForService> {
  const reader = getStoredNameReader(await store());
  const { names } = reader;
  const isServed: IsOriginServed = (origin) =>
    isNameKnownAt(origin, { kind: connections.kindOf(service, name), baseUrl: connections.of(service, name)?.baseUrl ?? '' });
  return {
    names,
    isServed,
    handleOf: (id) => names.handleOf(id, isServed),
    refresh: async () => await reader.refresh(),
  };
}
