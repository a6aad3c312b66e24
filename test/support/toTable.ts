import { readRecord } from '../../src/client/records/readRecord.ts';
import type { RecordKind } from '../../src/client/records/recordKind.ts';
import type { RecordTable } from '../../src/app/table/cell.ts';
import { getRecordFields, toColumn, toRowCells } from '../../src/app/table/recordTable.ts';
import { inferFields } from '../../src/app/table/inferFields.ts';

/** Values of answers as a table of their kind. */
export function toTable(kind: RecordKind, values: readonly unknown[]): RecordTable {
  const fields = kind === 'other' ? inferFields(values) : getRecordFields(kind);
  return { columns: fields.map(toColumn), rows: values.map((value) => toRowCells(readRecord(kind, value), fields)) };
}
