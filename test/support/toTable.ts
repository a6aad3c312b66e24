import { readRecord } from '../../src/client/records/readRecord.ts';
import type { RecordKind } from '../../src/client/endpoint.ts';
import type { RecordTable } from '../../src/core/table/cell.ts';
import { getRecordColumns, inferColumns, toPlainColumn, toRowCells } from '../../src/core/table/recordTable.ts';

export function toTable(kind: RecordKind, values: readonly unknown[]): RecordTable {
  const fields = kind === 'other' ? inferColumns(values) : getRecordColumns(kind);
  return { columns: fields.map(toPlainColumn), rows: values.map((value) => toRowCells(readRecord(kind, value), fields)) };
}
