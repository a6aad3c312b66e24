import { parquetWriteBuffer, type ParquetWriteOptions } from 'hyparquet-writer';
import type { Cell, Column, ColumnType, RowCells } from './cell.ts';

const rowGroupSize = 5_000;

/**
 * A Parquet file: ids and text as UTF-8 strings, times as UTC timestamps in milliseconds, counts as 64-bit integers, lists as
 * lists of strings, all nullable. A value that doesn't fit its column becomes null, so all files have the same schema.
 * @param note stored in the file's metadata
 * @returns the file, and how many values didn't fit their column
 */
export function toParquet(
  columns: readonly Column[],
  rows: readonly RowCells[],
  note: Readonly<Record<string, string>>,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly leftOut: number } {
  const columnData = toParquetColumns(columns, rows);
  const leftOut = columnData.reduce(
    (sum, { data }, at) => sum + data.filter((value, row) => value === null && (rows[row]?.[at] ?? null) !== null).length,
    0,
  );
  const buffer = parquetWriteBuffer({
    columnData: [...columnData],
    schema: [...toParquetSchema(columns)],
    rowGroupSize,
    createdBy: 'Social Data Explorer',
    kvMetadata: Object.entries(note).map(([key, value]) => ({ key, value })),
  });
  return { bytes: new Uint8Array(buffer), leftOut };
}

/** A value that doesn't fit its column is null. */
export function toParquetColumns(columns: readonly Column[], rows: readonly RowCells[]) {
  return columns.map(({ name, type }, at) => ({ name, data: rows.map((row) => toParquetValue(row[at] ?? null, type)) }));
}

export function toParquetSchema(columns: readonly Column[]): readonly SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toSchemaElements)];
}

type SchemaElement = NonNullable<ParquetWriteOptions['schema']>[number];

const utf8StringElement = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
const timestampLogicalType = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

const schemaElementByColumnType: Readonly<Record<Exclude<ColumnType, 'list'>, Omit<SchemaElement, 'name'>>> = {
  id: utf8StringElement,
  text: utf8StringElement,
  link: utf8StringElement,
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type: timestampLogicalType },
  count: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
};

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

/** Services may send counts outside this range. The end is exclusive. */
const int64Range = [-(2 ** 63), 2 ** 63] as const;

/** The limit of `Date`. */
const maxTimeMs = 8.64e15;

/** Null if the cell doesn't fit the column's type. */
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
