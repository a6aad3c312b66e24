import type { Column, RecordTable, Row } from './cell.ts';
import { type Field, fieldsOf } from './fields.ts';
import { otherFields } from './otherFields.ts';
import { readCell } from './readCell.ts';
import type { RecordKind } from './recordKind.ts';

/** The columns that records of a kind have; for `other` they come from the records. */
export function tableFields(kind: RecordKind, records: readonly unknown[]): readonly Field[] {
  const fields = fieldsOf(kind);
  return fields.length > 0 ? fields : otherFields(records);
}

/** The row of one record. Records that are no objects have empty cells. */
export function toRow(record: unknown, fields: readonly Field[]): Row {
  return fields.map((field) => readCell(record, field));
}

export function toColumn({ name, title, type, isShown }: Field): Column {
  return { name, title, type, isShown };
}

/** Records as a table with stable columns. Never throws: what does not fit a column is an empty cell there. */
export function toTable(kind: RecordKind, records: readonly unknown[]): RecordTable {
  const fields = tableFields(kind, records);
  return { columns: fields.map(toColumn), rows: records.map((record) => toRow(record, fields)) };
}
