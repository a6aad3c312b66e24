import type { Endpoint } from '../../client/endpoint.ts';
import { bodyText, type Exchange } from '../../client/exchange.ts';
import { recordTexts } from '../../results/export/recordTexts.ts';
import type { Column, RecordTable, Row } from '../../results/table/cell.ts';
import type { Field } from '../../results/table/fields.ts';
import { type PageRecord, pageRecords } from '../../results/table/pageRecords.ts';
import { rawRecords } from '../../results/table/rawRecords.ts';
import type { RecordKind } from '../../results/table/recordKind.ts';
import { tableFields, toColumn, toRow } from '../../results/table/recordTable.ts';
import { valueAt } from '../../results/table/readCell.ts';

interface Page {
  readonly exchange: Exchange;
  readonly records: readonly PageRecord[];
  /** The place of its first record among all. */
  readonly start: number;
}

/** The records of the pages that are loaded, with the page that each came with. */
export class LoadedRecords {
  readonly #endpoint: Endpoint;
  readonly #pages: Page[] = [];
  readonly #rows: Row[] = [];
  #fields: readonly Field[] = [];
  #kind: RecordKind = 'other';

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get size(): number {
    return this.#rows.length;
  }

  get kind(): RecordKind {
    return this.#kind;
  }

  get columns(): readonly Column[] {
    return this.#fields.map(toColumn);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get exchanges(): readonly Exchange[] {
    return this.#pages.map(({ exchange }) => exchange);
  }

  /**
   * Adds a page.
   * @returns the ids of its records; undefined where they have none
   */
  add(exchange: Exchange): readonly string[] | undefined {
    const { kind, records } =
      exchange.request.format === 'raw' ? rawRecords(exchange.value) : pageRecords(this.#endpoint, exchange.value);
    const values = records.map(({ value }) => value);
    if (this.#pages.length === 0 || (this.#rows.length === 0 && values.length > 0)) {
      this.#kind = kind;
      this.#fields = tableFields(kind, values);
    }
    this.#pages.push({ exchange, records, start: this.#rows.length });
    for (const value of values) {
      this.#rows.push(toRow(value, this.#fields));
    }
    const ids = values.map((value) => valueAt(value, ['id']));
    return ids.every((id) => typeof id === 'string') ? ids : undefined;
  }

  /** The table of some records, in the order of their places. */
  table(rows: readonly number[]): RecordTable {
    return { columns: this.columns, rows: rows.map((row) => this.#rows[row]).filter((row) => row !== undefined) };
  }

  /** The exact JSON of records, one line each. */
  texts(rows: readonly number[]): readonly string[] {
    const wanted = new Map<Page, number[]>();
    for (const row of rows) {
      const page = this.#pageOf(row);
      if (page !== undefined) {
        wanted.set(page, [...(wanted.get(page) ?? []), row]);
      }
    }
    const texts = new Map<number, string>();
    for (const [{ exchange, records, start }, places] of wanted) {
      const found = places.flatMap((row) => records[row - start] ?? []);
      const lines = recordTexts(bodyText(exchange), found);
      places.forEach((row, at) => texts.set(row, lines[at] ?? ''));
    }
    return rows.map((row) => texts.get(row) ?? '');
  }

  /** The record at a place, as it was read; undefined where there is none. */
  valueAt(row: number): unknown {
    const page = this.#pageOf(row);
    return page?.records[row - page.start]?.value;
  }

  /** The answers that hold these records, each once; all where none is named. */
  exchangesOf(rows: readonly number[]): readonly Exchange[] {
    return rows.length === 0
      ? this.exchanges
      : [...new Set(rows.map((row) => this.#pageOf(row)?.exchange))].filter((exchange) => exchange !== undefined);
  }

  #pageOf(row: number): Page | undefined {
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
    return page !== undefined && row - page.start < page.records.length ? page : undefined;
  }
}
