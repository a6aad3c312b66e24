import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { type RecordKind, recordKinds } from '../../client/endpoint.ts';
import { sliceJsonAtPaths } from '../../client/json/sliceJson.ts';
import { isObject } from '../../client/records/fieldValues.ts';
import { readRecord } from '../../client/records/readRecord.ts';
import type { PageRecord, RecordPath } from '../../client/records/toPage.ts';
import { type Cell, type Column, type ColumnType, formatIsoTime } from '../../core/table/cell.ts';
import { toParquetColumns, toParquetSchema } from '../../core/table/parquet.ts';
import { getRecordColumns, toRecordOfKind } from '../../core/table/recordTable.ts';
import type { PartFormat } from './collectPlan.ts';

export const partFolderByKind: Readonly<Record<RecordKind, string>> = {
  post: 'posts',
  user: 'users',
  list: 'lists',
  community: 'communities',
  job: 'jobs',
  trend: 'trends',
  space: 'spaces',
  place: 'places',
  hashtagPoint: 'hashtag_points',
  handleState: 'handle_states',
  other: 'others',
};

interface PartRow {
  readonly kind: RecordKind;
  readonly cells: readonly Cell[];
}

const entryColumn: Column = { name: 'entry', title: 'List Entry', type: 'text', isShown: true };
/** The members that no other column has unchanged, as JSON. */
const restColumn: Column = { name: 'rest', title: 'Other Fields', type: 'text', isShown: false };
const idColumn: Column = { name: 'id', title: 'ID', type: 'id', isShown: true };

/** The same in every run, so all parts of a kind have one schema. */
function getPartColumns(kind: RecordKind): readonly Column[] {
  const columns = getRecordColumns(kind);
  return [entryColumn, ...(columns.length === 0 ? [idColumn] : columns), restColumn];
}

/** A number that JavaScript may print with other digits. */
const inexactNumberPattern = /[[:,\s]-?(?:\d{16}|[\d.]*[eE]|\d*\.\d{15})/;

/** The strings that a kind's columns have unchanged: reads a record whose members are their own names. */
const columnedMembers = new Map(
  recordKinds.map((kind): readonly [RecordKind, ReadonlySet<unknown>] => {
    const names: unknown = new Proxy({}, { get: (_, name) => name });
    const record = readRecord(kind, names);
    return [kind, new Set(getRecordColumns(kind).map((column) => column.read(record)))];
  }),
);

/**
 * @param text the response's JSON
 * @param entries the list entry of each record
 */
export function toPartRows(
  records: readonly PageRecord[],
  text: string,
  entries: readonly (string | undefined)[],
): readonly PartRow[] {
  const isInexact = inexactNumberPattern.test(text);
  return records.map((record, at) => {
    const { kind, source, path, id } = record;
    const rest = selectRest(kind, source);
    const json = isInexact && path !== undefined ? sliceMembers(text, path, Object.keys(rest)) : JSON.stringify(rest);
    const columns = getRecordColumns(kind);
    const known = toRecordOfKind(kind, record);
    const cells = columns.length === 0 ? [id ?? null] : columns.map((column) => column.read(known));
    return { kind, cells: [entries[at] ?? null, ...cells, json] };
  });
}

/** The members without those that a column has unchanged. */
function selectRest(kind: RecordKind, source: unknown): object {
  const columned = columnedMembers.get(kind);
  if (!isObject(source)) {
    return { value: source };
  }
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(source)) {
    const value = source[name];
    if (typeof value !== 'string' || columned?.has(name) !== true) {
      rest[name] = value;
    }
  }
  return rest;
}

/** Members of the object at a path, with all digits of their numbers. */
function sliceMembers(text: string, path: RecordPath, names: readonly string[]): string {
  const values = sliceJsonAtPaths(
    text,
    names.map((name) => [...path, name]),
  );
  return `{${names.map((name, at) => `${JSON.stringify(name)}:${values[at] ?? 'null'}`).join(',')}}`;
}

interface Part {
  readonly add: (rows: readonly PartRow[]) => void;
  /** About how many bytes it has. */
  readonly size: () => number;
  readonly close: () => void;
}

const maxPartBytes = 64 * 1024 * 1024;
const rowsPerGroup = 1_000;

/**
 * Writes rows to `DIR/<kind>/<number>.<format>`. All kinds start a part with the same page, whose number names it, so the parts
 * after a page can be written again from the pages.
 */
export class PartWriter {
  readonly #folder: string;
  readonly #format: PartFormat;
  readonly #maxBytes: number;
  readonly #parts = new Map<RecordKind, Part>();
  #firstPage: number;

  /** Deletes the last part of each kind. @param maxBytes of a part */
  constructor(folder: string, format: PartFormat, maxBytes = maxPartBytes) {
    this.#folder = folder;
    this.#format = format;
    this.#maxBytes = maxBytes;
    const files = Object.values(partFolderByKind).flatMap((kind) => listParts(folder, kind));
    this.#firstPage = Math.max(1, ...files.map(({ page }) => page));
    files.filter(({ page }) => page === this.#firstPage).forEach(({ path }) => rmSync(path));
  }

  /** The first page whose rows have to be added again. */
  get firstPage(): number {
    return this.#firstPage;
  }

  add(page: number, rows: readonly PartRow[]): void {
    if ([...this.#parts.values()].some((part) => part.size() >= this.#maxBytes)) {
      this.close();
      this.#firstPage = page;
    }
    for (const [kind, own] of Map.groupBy(rows, (row) => row.kind)) {
      const part = this.#parts.get(kind) ?? this.#open(kind);
      this.#parts.set(kind, part);
      part.add(own);
    }
  }

  close(): void {
    this.#parts.forEach((part) => part.close());
    this.#parts.clear();
  }

  #open(kind: RecordKind): Part {
    const folder = join(this.#folder, partFolderByKind[kind]);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${String(this.#firstPage).padStart(6, '0')}.${this.#format}`);
    const columns = getPartColumns(kind);
    return this.#format === 'ndjson' ? openNdjson(path, columns) : openParquet(path, columns);
  }
}

function listParts(folder: string, kind: string): readonly { readonly page: number; readonly path: string }[] {
  try {
    return readdirSync(join(folder, kind)).flatMap((name) => {
      const page = /^(\d{6,})\.(?:ndjson|parquet)$/.exec(name)?.[1];
      return page === undefined ? [] : [{ page: Number(page), path: join(folder, kind, name) }];
    });
  } catch {
    return []; // no records of this kind
  }
}

function openNdjson(path: string, columns: readonly Column[]): Part {
  const file = openSync(path, 'w');
  const print = createLinePrinter(columns);
  let bytes = 0;
  return {
    add: (rows) => {
      bytes += writeSync(file, rows.map(({ cells }) => print(cells)).join(''));
    },
    size: () => bytes,
    close: () => closeSync(file),
  };
}

function createLinePrinter(columns: readonly Column[]): (cells: readonly Cell[]) => string {
  const names = columns.map(({ name }) => name);
  const isTime = columns.map(({ type }) => type === 'time');
  const empty: Record<string, Cell> = Object.fromEntries(names.map((name) => [name, null]));
  return (cells) => {
    const line = { ...empty }; // twice as fast as adding the members
    for (let at = 0; at < names.length; at += 1) {
      const cell = cells[at] ?? null;
      line[names[at] ?? ''] = isTime[at] === true && typeof cell === 'number' ? formatIsoTime(cell) : cell;
    }
    return `${JSON.stringify(line)}\n`;
  };
}

/** The file can be read once it is closed. */
function openParquet(path: string, columns: readonly Column[]): Part {
  const writer = fileWriter(path);
  const parquet = new ParquetWriter({ writer, schema: [...toParquetSchema(columns)], createdBy: 'Social Data Explorer' });
  let waiting: PartRow[] = [];
  const flush = () => {
    if (waiting.length > 0) {
      const data = toParquetColumns(
        columns,
        waiting.map(({ cells }) => cells),
      );
      const columnData = data.map((column, at) => ({ ...column, ...encodingByType[columns[at]?.type ?? 'text'] }));
      void parquet.write({ columnData, rowGroupSize: rowsPerGroup });
      waiting = [];
    }
  };
  return {
    add: (rows) => {
      waiting.push(...rows);
      if (waiting.length >= rowsPerGroup) {
        flush();
      }
    },
    size: () => writer.offset,
    close: () => {
      flush();
      void parquet.finish();
    },
  };
}

/** Nobody asks for a range of texts, and unique values make no dictionary. */
const encodingByType: Readonly<Record<ColumnType, { readonly encoding?: 'PLAIN'; readonly statistics?: boolean }>> = {
  id: { encoding: 'PLAIN', statistics: false },
  text: { statistics: false },
  link: { encoding: 'PLAIN', statistics: false },
  list: { statistics: false },
  flag: { statistics: false },
  time: {},
  count: {},
  number: {},
};
