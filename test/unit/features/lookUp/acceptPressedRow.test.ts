import assert from 'node:assert/strict';
import { type PressableRow, acceptPressedRow } from '../../../../src/features/lookUp/rowsOnScreen.ts';

const response = { response: 1 };
const free: PressableRow = { label: 'User', reuse: 'only' };
const priced: PressableRow = { label: 'User' };
const refresh: PressableRow = { label: 'User: Refresh', reuse: 'never' };
const recent: PressableRow = { label: 'Profile', stored: response };

describe('acceptPressedRow', () => {
  it('accepts a press if each visible list has the same row at that position, or none', () => {
    for (const row of [free, priced, refresh, recent]) {
      assert.equal(acceptPressedRow(row, []), row);
      assert.equal(acceptPressedRow(row, [{ ...row }, undefined]), row);
    }
  });

  it('rejects a press if a different row may be visible at that position', () => {
    assert.equal(acceptPressedRow(refresh, [free]), undefined);
    assert.equal(acceptPressedRow(priced, [recent]), undefined);
    assert.equal(acceptPressedRow(recent, [{ ...recent, stored: { response: 2 } }]), undefined);
    assert.equal(acceptPressedRow({ ...free, replacement: 'a' }, [{ ...free, replacement: 'b' }]), undefined);
    assert.equal(acceptPressedRow(priced, [priced, refresh]), undefined);
  });

  it('rejects a price on a row that was free, and accepts the reverse', () => {
    assert.equal(acceptPressedRow(priced, [free]), undefined);
    assert.equal(acceptPressedRow(free, [priced]), free);
  });
});
