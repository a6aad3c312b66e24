import * as fc from 'fast-check';
import type { Cell, Column, ColumnType, RecordTable } from '../../../../src/core/table/cell.ts';

const types: readonly ColumnType[] = ['id', 'text', 'link', 'time', 'count', 'number', 'flag', 'list'];

/** Strings that can break files and screens: quotes, line breaks, formulas, control and bidi characters, and lone surrogates. */
const foreignTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', ';', '\t', '\r', '\n', '"', ',', ' ', '\u202e', '\u0007', 'ا', '😀', '|', '`'),
    maxLength: 8,
  }),
);

function cells(type: ColumnType): fc.Arbitrary<Cell> {
  switch (type) {
    case 'id':
      return fc.stringMatching(/^[0-9]{1,20}$/);
    case 'text':
    case 'link':
      return foreignTexts;
    case 'time':
      return fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_000 });
    case 'count':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'flag':
      return fc.boolean();
    case 'list':
      return fc.array(foreignTexts, { maxLength: 3 });
  }
}

/** Tables with up to eight columns, one of each type, with empty cells. */
export const tables: fc.Arbitrary<RecordTable> = fc.subarray([...types], { minLength: 1 }).chain((chosen) => {
  const columns = chosen.map((type): Column => ({ name: `a_${type}`, title: type, type, isShown: true }));
  const row = fc.tuple(...chosen.map((type) => fc.option(cells(type), { freq: 5 })));
  return fc.array(row, { maxLength: 12 }).map((rows) => ({ columns, rows }));
});
