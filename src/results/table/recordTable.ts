import { readRecord } from '../../client/records/readRecord.ts';
import type { RecordKind } from '../../client/records/recordKind.ts';
import type { AnyRecord } from '../../client/records/readRecord.ts';
import type { PageRecord, RecordPage } from '../../client/records/toPage.ts';
import type { Column, Row } from './cell.ts';
import { type Field, fieldsOf } from './fields.ts';
import { otherFields } from './otherFields.ts';

/** What of a page is shown as a table: the records that it is of, not those beside them. */
export function tableRecords({ kind, records, meta }: RecordPage): {
  readonly kind: RecordKind;
  readonly records: readonly PageRecord[];
} {
  return {
    kind: meta.hasOpenFields ? 'other' : kind,
    records: records.every((record) => record.kind === kind) ? records : records.filter((record) => record.kind === kind),
  };
}

/** The columns that records of a kind have; for `other` they come from the records. */
export function tableFields(kind: RecordKind, records: readonly PageRecord[]): readonly Field[] {
  const fields = fieldsOf(kind);
  return fields.length > 0 ? fields : otherFields(records.map(({ source }) => source));
}

/** The row of one record. */
export function toRow(record: AnyRecord, fields: readonly Field[]): Row {
  return fields.map((field) => field.read(record));
}

/** A record as one of a table's kind, whatever its own page took it for. */
export function recordAs(kind: RecordKind, { record, source }: Pick<PageRecord, 'record' | 'source'>): AnyRecord {
  return record.kind === kind ? record : readRecord(kind, source);
}

export function toColumn({ name, title, type, isShown }: Field): Column {
  return { name, title, type, isShown };
}
