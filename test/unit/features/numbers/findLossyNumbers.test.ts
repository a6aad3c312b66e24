import assert from 'node:assert/strict';
import { findLossyNumbers } from '../../../../src/features/numbers/findLossyNumbers.ts';

const id = '1649191520250245121';
const found = (text: string): readonly string[] => findLossyNumbers(text).map(({ start, end }) => text.slice(start, end));

describe('findLossyNumbers', () => {
  it('finds integers beyond ±(2^53 − 1)', () => {
    assert.deepEqual(found('[9007199254740991, 9007199254740992, -9007199254740993, 10000000000000000]'), [
      '9007199254740992',
      '-9007199254740993',
      '10000000000000000',
    ]);
  });

  it('ignores fractions, powers, and hexadecimals', () => {
    assert.deepEqual(found(`[${id}.5, 1e30, ${id}e2, ${id}E+2, 0x1649191520250245]`), []);
  });

  it('ignores strings and comments', () => {
    const text = `{"a": "${id}", "\\"${id}": 1, // ${id}\n/* ${id}\n${id} ** / */ "b": [${id},"x\\\\",${id}], "c": "cut ${id}\n, ${id}`;
    assert.deepEqual(found(text), [id, id, id]);
  });

  it('stops after a thousand numbers or two million characters', () => {
    assert.equal(found(`${id},`.repeat(3000)).length, 1000);
    assert.deepEqual(found(`${' '.repeat(2_000_000)} ${id}`), []);
  });
});
