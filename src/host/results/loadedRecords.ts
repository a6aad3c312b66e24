import { toPost } from '../../app/post/toPost.ts';
import type { Post } from '../../protocol/post.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { type Exchange, decodeBodyText, decodeJsonText } from '../../client/exchange.ts';
import { compactJson } from '../../client/json/formatJson.ts';
import { sliceJsonAtPaths } from '../../client/json/sliceJsonAtPath.ts';
import type { RecordKind } from '../../client/records/recordKind.ts';
import type { AnyRecord } from '../../client/records/readRecord.ts';
import { type PageRecord, toPage } from '../../client/records/toPage.ts';
import type { Column, RecordColumn, RowCells } from '../../app/table/cell.ts';
import { toRecordOfKind, selectTableRecords, getTableColumns, toPlainColumn, toRowCells } from '../../app/table/recordTable.ts';
import { TimeSlicer } from '../shared/timeSlicer.ts';
import { type OrderedRecordBatch, readRecordsInRequestedOrder } from './readRecordsInRequestedOrder.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

interface PackedPage {
  readonly answer: PackedAnswer;
  /** The place of its first record among all. */
  readonly start: number;
  readonly count: number;
  /** The places on it of posts that were there before: a pinned one comes again in its time, and a thread repeats what it answers. */
  readonly repeated: ReadonlySet<number>;
}

interface UnpackedPage {
  readonly exchange: Exchange;
  readonly records: readonly PageRecord[];
}

/** How many pages stand ready unpacked: what came last, and what a person looks at. */
const maxUnpackedPages = 32;

/** After pages of that many bytes no further one is read for the same message. */
const maxPageBytesPerMessage = 8 * 1024 * 1024;

/**
 * The records of the pages that are loaded. A hundred thousand parsed ones would fill the extension host: it holds each answer
 * as it came, packed, and reads again what is asked for. So nothing that was paid for depends on what becomes of the history.
 */
export class LoadedRecords {
  /** Tells these records from those of another question. */
  readonly series: number;
  readonly #endpoint: Endpoint;
  readonly #pages: PackedPage[] = [];
  readonly #postIds = new Set<string>();
  /** The newest last. */
  readonly #ready = new Map<PackedPage, UnpackedPage>();
  #size = 0;
  #fields: readonly RecordColumn[] = [];
  #kind: RecordKind = 'other';

  constructor(endpoint: Endpoint, series = 0) {
    this.#endpoint = endpoint;
    this.series = series;
  }

  get size(): number {
    return this.#size;
  }

  get kind(): RecordKind {
    return this.#kind;
  }

  get columns(): readonly Column[] {
    return this.#fields.map(toPlainColumn);
  }

  /** The answers in the order in which they were loaded. */
  get answers(): readonly PackedAnswer[] {
    return this.#pages.map(({ answer }) => answer);
  }

  get last(): PackedAnswer | undefined {
    return this.#pages.at(-1)?.answer;
  }

  /**
   * Adds a page.
   * @returns the place of its first record among all
   */
  add(exchange: Exchange): number {
    const { kind, records: all } = this.#read(exchange);
    const repeated = new Set<number>();
    all.forEach(({ kind: ofRecord, id }, at) => {
      if (ofRecord === 'post' && id !== undefined) {
        if (this.#postIds.has(id)) repeated.add(at);
        this.#postIds.add(id);
      }
    });
    const records = withoutRepeated(all, repeated);
    if (this.#pages.length === 0 || (this.#size === 0 && records.length > 0)) {
      this.#kind = kind;
      this.#fields = getTableColumns(kind, records);
    }
    const page: PackedPage = { answer: packAnswer(exchange), start: this.#size, count: records.length, repeated };
    this.#pages.push(page);
    this.#size += records.length;
    this.#keepReady(page, { exchange, records });
    return page.start;
  }

  /** The rows from a place on, at most that many. For a few: what it reads, it reads at once. */
  rowsFrom(start: number, most: number): readonly RowCells[] {
    return [...this.#rowsByPage(start, most)].flatMap(({ some }) => some);
  }

  /** The same for many, in slices; fewer where they are large. */
  async manyRowsFrom(start: number, most: number): Promise<readonly RowCells[]> {
    const pace = new TimeSlicer();
    const rows: RowCells[] = [];
    let bytes = 0;
    for (const { some, page } of this.#rowsByPage(start, most)) {
      rows.push(...some);
      bytes += page.answer.bodyBytes;
      if (bytes > maxPageBytesPerMessage) {
        break;
      }
      await pace.yieldIfDue();
    }
    return rows;
  }

  /**
   * Some records in the order in which they are named, in slices.
   * @param make what is made of the row of each: where many wait for the first one, texts take less room than cells
   */
  pickRows<T>(rows: readonly number[], make: (row: RowCells) => T): AsyncGenerator<OrderedRecordBatch<T>> {
    const makeEach = ({ records }: UnpackedPage, places: readonly number[]) =>
      this.#rowsOf(places.flatMap((at) => records[at] ?? [])).map(make);
    return this.#pick(rows, makeEach);
  }

  /** The same with the exact JSON of each, on one line. */
  pickTexts(rows: readonly number[]): AsyncGenerator<OrderedRecordBatch<string>> {
    return this.#pick(rows, (page, places) =>
      toJsonLines(
        page,
        places.flatMap((at) => page.records[at] ?? []),
      ),
    );
  }

  /** The exact JSON of a few records, one line each; empty where there is none. */
  async texts(rows: readonly number[]): Promise<readonly string[]> {
    return await this.#each(rows, (there) => this.pickTexts(there), '');
  }

  /** A few records as posts; null where there is none. */
  async posts(rows: readonly number[]): Promise<readonly (Post | null)[]> {
    const make = ({ records }: UnpackedPage, places: readonly number[]) => places.map((at) => this.#postOf(records[at]));
    return await this.#each(rows, (there) => this.#pick(there, make), null);
  }

  /** The record at a place; undefined where there is none. */
  recordAt(row: number): AnyRecord | undefined {
    const page = this.#pageOf(row);
    const found = page === undefined ? undefined : this.#open(page).records[row - page.start];
    return found === undefined ? undefined : toRecordOfKind(this.#kind, found);
  }

  /** The answers that hold these records, each once; all where none is named. */
  answersOf(rows: readonly number[]): readonly PackedAnswer[] {
    return rows.length === 0
      ? this.answers
      : [...new Set(rows.map((row) => this.#pageOf(row)?.answer))].filter((answer) => answer !== undefined);
  }

  /** The same, each with the records that are meant. */
  selected(rows: readonly number[]): readonly UnpackedPage[] {
    const byPage = Map.groupBy(rows, (row) => this.#pageOf(row));
    return this.#pages.flatMap((page) => {
      const { exchange, records } = byPage.has(page) ? this.#open(page) : { exchange: undefined, records: [] };
      const places = byPage.get(page)?.map((row) => row - page.start) ?? [];
      return exchange === undefined ? [] : [{ exchange, records: places.flatMap((at) => records[at] ?? []) }];
    });
  }

  /** One of each row, in their order; `none` where there is no record. */
  async #each<T>(
    rows: readonly number[],
    pick: (rows: readonly number[]) => AsyncIterable<OrderedRecordBatch<T>>,
    none: T,
  ): Promise<readonly T[]> {
    const there = rows.filter((row) => this.#pageOf(row) !== undefined);
    const picked: T[] = [];
    for await (const { ready } of pick(there)) {
      picked.push(...ready);
    }
    const found = new Map(there.map((row, at) => [row, picked[at]]));
    return rows.map((row) => found.get(row) ?? none);
  }

  #postOf(found: PageRecord | undefined): Post | null {
    const record = found === undefined ? undefined : toRecordOfKind(this.#kind, found);
    return record?.kind === 'post' ? toPost(record, found?.extra) : null;
  }

  #pick<T>(
    rows: readonly number[],
    make: (page: UnpackedPage, places: readonly number[]) => readonly T[],
  ): AsyncGenerator<OrderedRecordBatch<T>> {
    return readRecordsInRequestedOrder(rows, {
      pageOf: (row) => this.#pageOf(row),
      make: (page, some) => {
        const places = some.map((row) => row - page.start);
        return make(this.#open(page), places);
      },
    });
  }

  *#rowsByPage(start: number, most: number): Generator<{ readonly some: readonly RowCells[]; readonly page: PackedPage }> {
    const end = Math.min(this.#size, start + most);
    let at = start;
    while (at < end) {
      const page = this.#pageOf(at);
      if (page === undefined) {
        return;
      }
      const from = at - page.start;
      const some = this.#open(page).records.slice(from, from + end - at);
      at += some.length;
      yield { some: this.#rowsOf(some), page };
    }
  }

  #read(exchange: Exchange): ReturnType<typeof selectTableRecords> {
    return selectTableRecords(toPage(exchange, { endpoint: this.#endpoint }));
  }

  #rowsOf(records: readonly PageRecord[]): readonly RowCells[] {
    return records.map((record) => toRowCells(toRecordOfKind(this.#kind, record), this.#fields));
  }

  #open(page: PackedPage): UnpackedPage {
    const ready = this.#ready.get(page);
    if (ready !== undefined) {
      return ready;
    }
    const exchange = unpackAnswer(page.answer);
    const read = { exchange, records: withoutRepeated(this.#read(exchange).records, page.repeated) };
    this.#keepReady(page, read);
    return read;
  }

  #keepReady(page: PackedPage, read: UnpackedPage): void {
    this.#ready.set(page, read);
    const [oldest] = this.#ready.keys();
    if (this.#ready.size > maxUnpackedPages && oldest !== undefined) {
      this.#ready.delete(oldest);
    }
  }

  /** The page that holds a record; one without records holds none, and begins where the next one does. */
  #pageOf(row: number): PackedPage | undefined {
    let low = 0;
    let high = this.#pages.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#pages[middle]?.start ?? 0) <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const page = this.#pages[low];
    return page !== undefined && row - page.start < page.count ? page : undefined;
  }
}

function withoutRepeated(records: readonly PageRecord[], repeated: ReadonlySet<number>): readonly PageRecord[] {
  return repeated.size === 0 ? records : records.filter((_, at) => !repeated.has(at));
}

/** The exact JSON of each record, on one line; a record that was put together from a name and a value is printed. */
function toJsonLines({ exchange }: UnpackedPage, records: readonly PageRecord[]): readonly string[] {
  const paths = records.map(({ path }) => path ?? []);
  const slices = sliceJsonAtPaths(decodeBodyText(exchange), paths);
  return records.map(({ source, path }, at) => {
    const slice = path === undefined ? undefined : slices[at];
    return slice === undefined ? JSON.stringify(source) : compactJson(slice);
  });
}

/** An answer as a tab holds it: all of it, its body packed, and nothing that was parsed. */
export interface PackedAnswer {
  readonly head: Omit<Exchange, 'body' | 'value'>;
  readonly packed: Uint8Array;
  /** The size of the body as it came. */
  readonly bodyBytes: number;
  /** Whether the body was read as JSON, no deeper than may be. */
  readonly isJson: boolean;
}

/** JSON of records becomes a tenth at any level; the fastest one costs less than parsing it. */
const deflateLevel = 1;

export function packAnswer(exchange: Exchange): PackedAnswer {
  const { body, value } = exchange;
  // a copy: what comes from zlib stands at the begin of a far larger piece of memory
  const packed = new Uint8Array(deflateRawSync(body, { level: deflateLevel }));
  const head = { ...exchange, body: undefined, value: undefined };
  return { head, packed, bodyBytes: body.byteLength, isJson: value !== undefined };
}

/** The answer as it came, byte for byte. */
export function unpackAnswer({ head, packed, isJson }: PackedAnswer): Exchange {
  const body = new Uint8Array(inflateRawSync(packed));
  const value: unknown = isJson ? JSON.parse(decodeJsonText({ body, headers: head.headers })) : undefined;
  return { ...head, body, value };
}
