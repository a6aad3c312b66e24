import assert from 'node:assert/strict';
import { findLossyNumbers } from '../../../../src/features/numbers/findLossyNumbers.ts';

const id = '1649191520250245121';
const found = (text: string): readonly string[] => findLossyNumbers(text).map(({ start, end }) => text.slice(start, end));

describe('integers that lose digits', () => {
  it('begin above 2^53 − 1, on either side of zero', () => {
    assert.deepEqual(found('[9007199254740991, 9007199254740992, -9007199254740993, 10000000000000000]'), [
      '9007199254740992',
      '-9007199254740993',
      '10000000000000000',
    ]);
  });

  it('are no fractions, powers and hexadecimals', () => {
    assert.deepEqual(found(`[${id}.5, 1e30, ${id}e2, ${id}E+2, 0x1649191520250245]`), []);
  });

  it('are none in strings and comments', () => {
    const text = `{"a": "${id}", "\\"${id}": 1, // ${id}\n/* ${id}\n${id} ** / */ "b": [${id},"x\\\\",${id}], "c": "cut ${id}\n, ${id}`;
    assert.deepEqual(found(text), [id, id, id]);
  });

  it('end where nobody reads on: a thousand, and two million characters', () => {
    assert.equal(found(`${id},`.repeat(3000)).length, 1000);
    assert.deepEqual(found(`${' '.repeat(2_000_000)} ${id}`), []);
  });
});
