import { readRecord } from '../../src/client/records/readRecord.ts';
import type { RecordKind } from '../../src/client/records/recordKind.ts';
import type { RecordTable } from '../../src/app/table/cell.ts';
import { fieldsOf, toColumn, toRow } from '../../src/app/table/recordTable.ts';
import { otherFields } from '../../src/app/table/otherFields.ts';

/** Values of answers as a table of their kind. */
export function toTable(kind: RecordKind, values: readonly unknown[]): RecordTable {
  const fields = kind === 'other' ? otherFields(values) : fieldsOf(kind);
  return { columns: fields.map(toColumn), rows: values.map((value) => toRow(readRecord(kind, value), fields)) };
}
