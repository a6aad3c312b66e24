import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, Column, ColumnType, RowCells } from '../cell.ts';
import { joinBytePieces, type RecordFileWriter } from './recordFileWriter.ts';

/** So many rows stand in memory as cells at a time, and so many cells of one column are written in a step. */
const defaultRowsPerGroup = 5_000;

/** A file that has no place for some values: their cells are empty, all others are as they were. */
export interface ParquetFileWriter extends RecordFileWriter<RowCells> {
  /** How many of the values taken in so far did not fit their column. */
  readonly leftOut: number;
}

/**
 * A table as Parquet with a schema that engines read as it is: ids and texts as UTF-8 strings, times as timestamps in
 * milliseconds UTC, counts as 64-bit integers, lists as lists of strings; every column may be null. A value that does not fit
 * is null: a column whose type one absurd value changes cannot be read together with other files.
 * @param note who made the file and from what, kept in its metadata
 * @param rowsOfGroup how many rows engines read at a time
 */
export function createParquetWriter(
  columns: readonly Column[],
  note: Readonly<Record<string, string>> = {},
  rowsOfGroup = defaultRowsPerGroup,
): ParquetFileWriter {
  const pieces: Uint8Array[] = [];
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: toParquetSchema(columns),
    createdBy: 'Social Data Explorer',
    kvMetadata: Object.entries(note).map(([key, value]) => ({ key, value })),
  });
  let waiting: RowCells[] = [];
  let leftOut = 0;

  /** What was written so far leaves the writer, which would copy all of it whenever it grows. */
  const take = () => {
    pieces.push(new Uint8Array(writer.getBuffer()));
    writer.index = 0;
  };

  const toValues = (rows: readonly RowCells[], at: number, type: ColumnType): unknown[] =>
    rows.map((row) => {
      const cell = row[at] ?? null;
      const value = toParquetValue(cell, type);
      leftOut += cell !== null && value === null ? 1 : 0;
      return value;
    });

  /** Writes what waits as one group, a column in each step. */
  function* writeGroup(): Generator<undefined> {
    const rows = waiting;
    waiting = [];
    const first = parquet.row_groups.length;
    const before = parquet.num_rows;
    for (const [at, column] of columns.entries()) {
      // writes at once: a promise comes from writers to a file only
      void parquet.write({
        columnData: [{ name: column.name, data: toValues(rows, at, column.type) }],
        rowGroupSize: rows.length,
      });
      take();
      yield;
    }
    // the writer took each column for a group: they are one
    const parts = parquet.row_groups.splice(first);
    parquet.row_groups.push({
      columns: parts.flatMap((part) => part.columns),
      num_rows: BigInt(rows.length),
      total_byte_size: parts.reduce((sum, part) => sum + part.total_byte_size, 0n),
      total_compressed_size: parts.reduce((sum, part) => sum + (part.total_compressed_size ?? 0n), 0n),
    });
    parquet.num_rows = before + BigInt(rows.length);
  }

  return {
    get leftOut() {
      return leftOut;
    },
    *add(some) {
      for (const row of some) {
        waiting.push(row);
        if (waiting.length === rowsOfGroup) {
          yield* writeGroup();
        }
      }
    },
    *finish() {
      if (waiting.length > 0) {
        yield* writeGroup();
      }
      void parquet.finish();
      take();
      return yield* joinBytePieces(pieces);
    },
  };
}

type ParquetSchema = ParquetWriter['schema'];
type SchemaElement = ParquetSchema[number];

const utf8StringElement = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
const timestampLogicalType = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** How the cells of each type are stored; lists have elements of their own. */
const schemaElementByColumnType: Readonly<Record<Exclude<ColumnType, 'list'>, Omit<SchemaElement, 'name'>>> = {
  id: utf8StringElement,
  text: utf8StringElement,
  link: utf8StringElement,
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type: timestampLogicalType },
  count: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
};

/** The schema of a table; every column may be null. */
function toParquetSchema(columns: readonly Column[]): ParquetSchema {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toSchemaElements)];
}

function toSchemaElements({ name, type }: Column): readonly SchemaElement[] {
  const base = { name, repetition_type: 'OPTIONAL' } as const;
  return type === 'list'
    ? [
        { ...base, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', ...utf8StringElement },
      ]
    : [{ ...base, ...schemaElementByColumnType[type] }];
}

/** Counts are 64-bit integers, from the first to before the second; a count of a service may be any number. */
const int64Range = [-(2 ** 63), 2 ** 63] as const;

/** No calendar goes further, in milliseconds from 1970. */
const maxTimeMs = 8.64e15;

/** A cell as the writer takes it; null for what is none of its column's type, or does not fit it. */
function toParquetValue(cell: Cell, type: ColumnType): unknown {
  switch (type) {
    case 'time':
      return typeof cell === 'number' && Math.abs(cell) <= maxTimeMs ? new Date(cell) : null;
    case 'count':
      return typeof cell === 'number' && cell >= int64Range[0] && cell < int64Range[1] ? BigInt(Math.trunc(cell)) : null;
    case 'number':
      return Number.isFinite(cell) ? cell : null;
    case 'list':
      return Array.isArray(cell) ? cell : null;
    case 'flag':
      return typeof cell === 'boolean' ? cell : null;
    case 'id':
    case 'text':
    case 'link':
      return typeof cell === 'string' ? cell : null;
  }
}
