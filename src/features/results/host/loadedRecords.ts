import { toPost } from '../../../core/records/toPost.ts';
import type { Post } from '../../../core/channel/post.ts';
import type { RecordKind, Endpoint } from '../../../client/endpoint.ts';
import { type Exchange, decodeBodyText } from '../../../client/exchange.ts';
import { compactJson } from '../../../client/json/formatJson.ts';
import { sliceJsonAtPaths } from '../../../client/json/sliceJson.ts';
import type { AnyRecord } from '../../../client/records/readRecord.ts';
import { type PageRecord, toPage } from '../../../client/records/toPage.ts';
import type { Column, RecordColumn, RowCells } from '../../../core/table/cell.ts';
import {
  toRecordOfKind,
  selectTableRecords,
  getTableColumns,
  toPlainColumn,
  toRowCells,
} from '../../../core/table/recordTable.ts';

export const maxLoadedRecords = 10_000;

interface LoadedPage {
  readonly exchange: Exchange;
  readonly records: readonly PageRecord[];
}

interface LoadedRecord {
  readonly page: LoadedPage;
  readonly record: PageRecord;
}

/** Keeps the loaded responses even if they're deleted from history. */
export class LoadedRecords {
  static #last = 0;
  /** Different from all others. */
  readonly series = (LoadedRecords.#last += 1);
  readonly #endpoint: Endpoint;
  readonly #pages: LoadedPage[] = [];
  readonly #records: LoadedRecord[] = [];
  readonly #postIds = new Set<string>();
  #fields: readonly RecordColumn[] = [];
  #kind: RecordKind = 'other';

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get size(): number {
    return this.#records.length;
  }

  get kind(): RecordKind {
    return this.#kind;
  }

  get columns(): readonly Column[] {
    return this.#fields.map(toPlainColumn);
  }

  get responses(): readonly Exchange[] {
    return this.#pages.map(({ exchange }) => exchange);
  }

  get last(): Exchange | undefined {
    return this.#pages.at(-1)?.exchange;
  }

  /**
   * Leaves out posts that are already loaded, because a pinned post is repeated at its time.
   * @returns the index of the page's first record
   */
  add(exchange: Exchange): number {
    const { kind, records: all } = selectTableRecords(toPage(exchange, { endpoint: this.#endpoint }));
    const records = all.filter(({ kind: ofRecord, id }) => {
      const isRepeated = ofRecord === 'post' && id !== undefined && this.#postIds.has(id);
      if (ofRecord === 'post' && id !== undefined) {
        this.#postIds.add(id);
      }
      return !isRepeated;
    });
    const start = this.size;
    if (this.#pages.length === 0 || (start === 0 && records.length > 0)) {
      this.#kind = kind;
      this.#fields = getTableColumns(kind, records);
    }
    const page = { exchange, records };
    this.#pages.push(page);
    for (const record of records) {
      this.#records.push({ page, record });
    }
    return start;
  }

  rowsFrom(start: number, most: number): readonly RowCells[] {
    return this.#records.slice(start, start + most).map((loaded) => this.#rowOf(loaded));
  }

  /** Leaves out rows that aren't loaded. */
  rows(rows: readonly number[]): readonly RowCells[] {
    return this.#pick(rows).map((loaded) => this.#rowOf(loaded));
  }

  /** Each record's exact JSON on one line; empty without records. */
  texts(rows: readonly number[]): readonly string[] {
    const lines = new Map<PageRecord, string>();
    for (const { exchange, records } of this.selected(rows)) {
      toJsonLines(exchange, records).forEach((line, at) => {
        const record = records[at];
        if (record !== undefined) {
          lines.set(record, line);
        }
      });
    }
    return rows.map((row) => {
      const loaded = this.#records[row];
      return loaded === undefined ? '' : (lines.get(loaded.record) ?? '');
    });
  }

  /** Null for rows without a post. */
  posts(rows: readonly number[]): readonly (Post | null)[] {
    return rows.map((row) => {
      const record = this.recordAt(row);
      return record?.kind === 'post' ? toPost(record, this.#records[row]?.record.extra) : null;
    });
  }

  recordAt(row: number): AnyRecord | undefined {
    const loaded = this.#records[row];
    return loaded === undefined ? undefined : toRecordOfKind(this.#kind, loaded.record);
  }

  /** All responses if no rows are given. */
  responsesOf(rows: readonly number[]): readonly Exchange[] {
    return rows.length === 0 ? this.responses : [...new Set(this.#pick(rows).map(({ page }) => page.exchange))];
  }

  /** The rows' pages, each with its selected records. */
  selected(rows: readonly number[]): readonly LoadedPage[] {
    const byPage = Map.groupBy(this.#pick(rows), ({ page }) => page);
    return this.#pages.flatMap((page) => {
      const picked = byPage.get(page);
      return picked === undefined ? [] : [{ exchange: page.exchange, records: picked.map(({ record }) => record) }];
    });
  }

  #pick(rows: readonly number[]): readonly LoadedRecord[] {
    return rows.flatMap((row) => this.#records[row] ?? []);
  }

  #rowOf({ record }: LoadedRecord): RowCells {
    return toRowCells(toRecordOfKind(this.#kind, record), this.#fields);
  }
}

/** Records made from a field's name and value don't have exact JSON. */
function toJsonLines(exchange: Exchange, records: readonly PageRecord[]): readonly string[] {
  const slices = sliceJsonAtPaths(
    decodeBodyText(exchange),
    records.map(({ path }) => path ?? []),
  );
  return records.map(({ source, path }, at) => {
    const slice = path === undefined ? undefined : slices[at];
    return slice === undefined ? JSON.stringify(source) : compactJson(slice);
  });
}
