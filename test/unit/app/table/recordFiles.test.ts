import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { describe, it } from 'mocha';
import { csvLineEnd, formatCsvHeader, formatCsvRow, toCsv } from '../../../../src/app/table/export/tableText.ts';
import { type RecordFileWriter, joinJsonRecords, createLinesWriter } from '../../../../src/app/table/export/recordFileWriter.ts';
import { createParquetWriter } from '../../../../src/app/table/export/parquet.ts';
import type { Column } from '../../../../src/app/table/cell.ts';
import { madeOf } from './madeOf.ts';
import { foreignTexts, tables } from './tables.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

/** A list cut at places anywhere, some of the pieces empty. */
function pieces<T>(all: readonly T[], cuts: readonly number[]): readonly (readonly T[])[] {
  const ends = [...cuts.map((cut) => cut % (all.length + 1)), all.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => all.slice(ends[at - 1] ?? 0, end));
}

const cuts = fc.array(fc.nat(100), { maxLength: 6 });
const encoder = new TextEncoder();

describe('a file of records that is made piece by piece', () => {
  it('is the same CSV, byte for byte, wherever the rows are cut', () => {
    fc.assert(
      fc.property(tables, cuts, (table, at) => {
        const { columns, rows } = table;
        const lines = rows.map((row) => formatCsvRow(columns, row));
        const made = madeOf(createLinesWriter(csvLineEnd, formatCsvHeader(columns)), pieces(lines, at));
        assert.deepEqual(made, encoder.encode(toCsv(table)));
      }),
      { numRuns: propertyRuns(5_000, 120) },
    );
  });

  it('is the same NDJSON, byte for byte, wherever the records are cut', () => {
    const lines = fc.array(
      foreignTexts.map((text) => JSON.stringify({ text })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(lines, cuts, (texts, at) => {
        const made = madeOf(createLinesWriter('\n'), pieces(texts, at));
        assert.deepEqual(made, encoder.encode(texts.map((text) => `${text}\n`).join('')));
      }),
      { numRuns: propertyRuns(5_000, 120) },
    );
  });

  it('is the same Parquet wherever the rows are cut, and its groups hold as many rows as they should', async () => {
    await fc.assert(
      fc.asyncProperty(tables, cuts, fc.integer({ min: 1, max: 5 }), async (table, at, group) => {
        const whole = madeOf(createParquetWriter(table.columns, { a: 'note' }, group), [table.rows]);
        const { buffer } = madeOf(createParquetWriter(table.columns, { a: 'note' }, group), pieces(table.rows, at));
        assert.deepEqual(new Uint8Array(buffer), whole);
        const { row_groups, num_rows } = parquetMetadata(buffer);
        assert.equal(num_rows, BigInt(table.rows.length));
        assert.deepEqual(
          row_groups.map((rows) => [Number(rows.num_rows), rows.columns.length]),
          pieces(
            table.rows,
            Array.from({ length: Math.floor(table.rows.length / group) }, (_, times) => (times + 1) * group),
          )
            .filter((rows) => rows.length > 0)
            .map((rows) => [rows.length, table.columns.length]),
        );
        const read = await parquetReadObjects({ file: buffer });
        const alone = await parquetReadObjects({ file: madeOf(createParquetWriter(table.columns), [table.rows]).buffer });
        assert.deepEqual(read, alone);
      }),
      { numRuns: propertyRuns(1_000, 30) },
    );
  });

  it('is the Parquet that the writer makes of whole columns', () => {
    const texts = ['a', 'b', null, 'ü😀', 'a', 'a', 'a'];
    const counts = [1, 2, 3, null, 5, 6, 7];
    const columns: readonly Column[] = [
      { name: 'words', title: '', type: 'text', isShown: true },
      { name: 'likes', title: '', type: 'count', isShown: true },
    ];
    const writer = new ByteWriter();
    void parquetWrite({
      writer,
      schema: [
        { name: 'root', num_children: 2 },
        {
          name: 'words',
          repetition_type: 'OPTIONAL',
          type: 'BYTE_ARRAY',
          converted_type: 'UTF8',
          logical_type: { type: 'STRING' },
        },
        { name: 'likes', repetition_type: 'OPTIONAL', type: 'INT64' },
      ],
      columnData: [
        { name: 'words', data: texts },
        { name: 'likes', data: counts.map((count) => (count === null ? null : BigInt(count))) },
      ],
      rowGroupSize: 3,
      createdBy: 'Social Data Explorer',
      kvMetadata: [],
    });
    const rows = texts.map((text, at) => [text, counts[at] ?? null]);
    assert.deepEqual(madeOf(createParquetWriter(columns, {}, 3), [rows]), new Uint8Array(writer.getBytes()));
  });

  it('takes many short steps, so that others have their turn', () => {
    const columns: readonly Column[] = ['a', 'b', 'c'].map((name) => ({ name, title: name, type: 'text', isShown: true }));
    const rows = Array.from({ length: 10 }, (_, at) => [`${at}`, 'x', 'y']);
    const steps = <T>(file: RecordFileWriter<T>, records: readonly T[]) =>
      records.reduce((sum, record) => sum + Array.from(file.add([record])).length, 0) + Array.from(file.finish()).length;
    const lines = rows.map((row) => formatCsvRow(columns, row));
    assert.ok(
      steps(createLinesWriter(csvLineEnd), lines) >= 2 * rows.length,
      'one for each piece, and one to put it into its place',
    );
    assert.ok(steps(createParquetWriter(columns, {}, 5), rows) >= 2 * columns.length * 2, 'one for each column of a group');
  });
});

describe('records as one JSON text', () => {
  it('are one alone or a list of all, which a parser reads', () => {
    assert.equal(joinJsonRecords(['{"id":1}']), '{"id":1}');
    assert.deepEqual(JSON.parse(joinJsonRecords(['{"id":1}', '{"id":2}'])), [{ id: 1 }, { id: 2 }]);
    assert.deepEqual(JSON.parse(joinJsonRecords([])), []);
  });
});
