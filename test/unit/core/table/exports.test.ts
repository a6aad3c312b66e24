import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, it } from 'mocha';
import { toCsv, toMarkdownTable } from '../../../../src/core/table/tableText.ts';
import { toParquet } from '../../../../src/core/table/parquet.ts';
import { type Cell, type Column, type ColumnType, formatPlainCell } from '../../../../src/core/table/cell.ts';
import { toTable } from '../../../support/toTable.ts';
import { stripHiddenCharacters } from '../../../../src/core/text/stripHiddenCharacters.ts';
import { tables } from './tables.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

/** A strict reader of RFC 4180. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"';
    const match = (quoted ? /"((?:[^"]|"")*)"(,|\r\n)/y : /([^",\r\n]*)(,|\r\n)/y) satisfies RegExp;
    match.lastIndex = at;
    const found = match.exec(text);
    assert.ok(found, `not RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 30))}`);
    rows.at(-1)?.push((found[1] ?? '').replaceAll('""', '"'));
    at = match.lastIndex;
    if (found[2] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const column = (name: string, type: ColumnType): Column => ({ name, title: name, type, isShown: true });

describe('a table as CSV', () => {
  it('is valid RFC 4180 with the same cells, except for escaped ones', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const read = readCsv(toCsv(table));
        assert.deepEqual(
          read[0],
          table.columns.map(({ name }) => name),
        );
        assert.equal(read.length, table.rows.length + 1);
        table.rows.forEach((row, line) =>
          row.forEach((cell, at) => {
            const want = stripHiddenCharacters(formatPlainCell(cell, table.columns[at]?.type ?? 'text'));
            const got = read[line + 1]?.[at];
            assert.equal(got?.replaceAll("'", ''), want.replaceAll("'", ''));
          }),
        );
      }),
      { numRuns: propertyRuns(5_000, 120) },
    );
  });

  it("doesn't contain formulas, control characters, or bidi characters", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const text = toCsv(table);
        // oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
        assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        readCsv(text)
          .slice(1)
          .forEach((row, line) =>
            row.forEach((cell, at) => {
              if (typeof table.rows[line]?.[at] !== 'number') assert.doesNotMatch(cell, /(^|[;\t\n])\s*[=+\-@]/);
            }),
          );
      }),
      { numRuns: propertyRuns(5_000, 120) },
    );
  });

  it('escapes known formulas, but not negative numbers', () => {
    const table = {
      columns: [column('text', 'text'), column('n', 'count')],
      rows: [["=HYPERLINK('x')", -3] as const, ['\uff1d1', null] as const, ['＠ada', 0] as const],
    };
    assert.equal(toCsv(table), "text,n\r\n'=HYPERLINK('x'),-3\r\n'＝1,\r\n'＠ada,0\r\n");
  });

  it('escapes formulas after semicolons, tabs, and line breaks', () => {
    const of = (text: string) => readCsv(toCsv({ columns: [column('text', 'text')], rows: [[text]] }))[1]?.[0];
    assert.equal(of('a;=1+1;b'), "a;'=1+1;b");
    assert.equal(of('a; @SUM(1)\t-1\n+1'), "a;' @SUM(1)\t'-1\n'+1");
    assert.equal(of('=1;;=2'), "'=1;;'=2");
    assert.equal(of('a;"=1+1;b'), `a;'"=1+1;b`, 'a quote that is doubled begins and ends there');
    assert.equal(of('1 = 2; a-b; c@d.example'), '1 = 2; a-b; c@d.example');
  });
});

describe('a table as Parquet', () => {
  it('preserves values and the schema', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const bytes = toParquet(table.columns, table.rows, { source: 'a test' }).bytes;
        const rows = await parquetReadObjects({ file: bytes.buffer });
        assert.equal(rows.length, table.rows.length);
        table.rows.forEach((row, line) =>
          row.forEach((cell, at) => {
            const { name, type } = table.columns[at] ?? column('', 'text');
            assert.deepEqual(readBack(rows[line]?.[name], type), wellFormed(cell));
          }),
        );
      }),
      { numRuns: propertyRuns(1_000, 30) },
    );
  });

  it("leaves out and counts values that don't fit their column", async () => {
    const columns = [column('id', 'id'), column('likes', 'count'), column('at', 'time'), column('share', 'number')];
    const rows: readonly (readonly Cell[])[] = [
      ['1', 5, 0, 0.5],
      ['2', 1e19, 8.7e15, 1e300],
      ['3', -(2 ** 63), 8.64e15, null],
      ['4', 2 ** 63, 1, Number.POSITIVE_INFINITY],
      ['5', Number.NaN, null, -1],
    ];
    const file = toParquet(columns, rows, {});
    const { buffer } = file.bytes;
    const read = await parquetReadObjects({ file: buffer });
    assert.deepEqual(
      read.map((row) => columns.map(({ name }): unknown => row[name])),
      [
        ['1', 5n, new Date(0), 0.5],
        ['2', null, null, 1e300],
        ['3', -(2n ** 63n), new Date(8.64e15), null],
        ['4', null, new Date(1), null],
        ['5', null, null, -1],
      ],
    );
    assert.equal(file.leftOut, 5);
  });

  it('stores ids as strings, times as timestamps, and counts as 64-bit integers, even without rows', () => {
    for (const records of [[], [{ id: '18446744073709551615', createdAt: '2026-01-31T10:30:00Z', counts: { likes: 3 } }]]) {
      const { columns, rows } = toTable('post', records);
      const { schema } = parquetMetadata(toParquet(columns, rows, {}).bytes.buffer);
      const of = (name: string) => schema.find((element) => element.name === name);
      assert.deepEqual([of('id')?.type, of('id')?.converted_type], ['BYTE_ARRAY', 'UTF8']);
      assert.deepEqual([of('created_at')?.type, of('created_at')?.converted_type], ['INT64', 'TIMESTAMP_MILLIS']);
      assert.deepEqual([of('likes')?.type, of('likes')?.converted_type], ['INT64', undefined]);
      assert.equal(of('hashtags')?.converted_type, 'LIST');
    }
  });
});

describe('a table as Markdown', () => {
  it('has one line per row with the same number of cells', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const lines = toMarkdownTable(table).trimEnd().split('\n');
        assert.equal(lines.length, table.rows.length + 2);
        for (const line of lines) {
          assert.equal(line.replaceAll(/\\./g, '').split('|').length - 2, table.columns.length, line);
        }
      }),
      { numRuns: propertyRuns(3_000, 80) },
    );
  });

  it("doesn't contain links, markup, or HTML from strings", () => {
    const hostile = '[x](javascript:alert(1)) <img src=x onerror=1> `c` **b** https://evil.example www.evil.example @ada';
    const text = toMarkdownTable({ columns: [column('text', 'text')], rows: [[hostile]] });
    assert.doesNotMatch(text, /[^\\]\[x|[^\\]<img|[^\\]`|[^\\]\*|https:\/\/|www\.|[^\\]@/);
  });
});

function readBack(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'time') {
    assert.ok(value instanceof Date);
    return value.getTime();
  }
  if (type === 'count') {
    assert.equal(typeof value, 'bigint');
    return Number(value);
  }
  return value as Cell;
}

/** UTF-8 can't encode lone surrogates. */
function wellFormed(cell: Cell): Cell {
  if (typeof cell === 'string') return cell.toWellFormed();
  return typeof cell === 'object' && cell !== null ? cell.map((text) => text.toWellFormed()) : cell;
}
