import { type ColumnSource, ByteWriter, parquetWrite } from 'hyparquet-writer';
import type { Cell, Column, ColumnType, RecordTable } from '../table/cell.ts';

type Schema = NonNullable<Parameters<typeof parquetWrite>[0]['schema']>;
type SchemaElement = Schema[number];

/**
 * A table as Parquet with a schema that engines read as it is: ids and texts as UTF-8 strings, times as timestamps in
 * milliseconds UTC, counts as 64-bit integers, lists as lists of strings; every column may be null.
 * @param note who made the file and from what, kept in its metadata
 */
export function toParquet({ columns, rows }: RecordTable, note: Readonly<Record<string, string>> = {}): Uint8Array {
  const writer = new ByteWriter(); // writes at once: a promise comes from writers to a file only
  void parquetWrite({
    writer,
    columnData: columns.map((column, at) =>
      toSource(
        column,
        rows.map((row) => row[at] ?? null),
      ),
    ),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toSchema)],
    createdBy: 'Social Data Explorer',
    kvMetadata: Object.entries(note).map(([key, value]) => ({ key, value })),
  });
  return writer.getBytes();
}

function toSource({ name, type }: Column, cells: readonly Cell[]): ColumnSource {
  return { name, data: cells.map((cell) => toValue(cell, type)) };
}

function toValue(cell: Cell, type: ColumnType): unknown {
  if (cell === null) {
    return null;
  }
  switch (type) {
    case 'time':
      return typeof cell === 'number' ? new Date(cell) : null;
    case 'count':
      return typeof cell === 'number' ? BigInt(Math.trunc(cell)) : null;
    case 'list':
      return typeof cell === 'object' ? [...cell] : null;
    case 'id':
    case 'text':
    case 'link':
    case 'number':
    case 'flag':
      return cell;
  }
}

function toSchema({ name, type }: Column): readonly SchemaElement[] {
  const base = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'id':
    case 'text':
    case 'link':
      return [{ ...base, ...text }];
    case 'time':
      return [
        {
          ...base,
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
      ];
    case 'count':
      return [{ ...base, type: 'INT64' }];
    case 'number':
      return [{ ...base, type: 'DOUBLE' }];
    case 'flag':
      return [{ ...base, type: 'BOOLEAN' }];
    case 'list':
      return [
        { ...base, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', ...text },
      ];
  }
}

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
