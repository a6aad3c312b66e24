import assert from 'node:assert/strict';
import { type PressableRow, acceptPressedRow } from '../../../../src/features/lookUp/rowsOnScreen.ts';

const response = { response: 1 };
const free: PressableRow = { label: 'User', reuse: 'only' };
const priced: PressableRow = { label: 'User' };
const refresh: PressableRow = { label: 'User: Refresh', reuse: 'never' };
const recent: PressableRow = { label: 'Profile', stored: response };

describe('a press on a row of a list that may not be the one on the screen', () => {
  it('counts where every list that may be there has the same row in that place, or none', () => {
    for (const row of [free, priced, refresh, recent]) {
      assert.equal(acceptPressedRow(row, []), row);
      assert.equal(acceptPressedRow(row, [{ ...row }, undefined]), row);
    }
  });

  it('does not count where the person may have seen another row there', () => {
    assert.equal(acceptPressedRow(refresh, [free]), undefined);
    assert.equal(acceptPressedRow(priced, [recent]), undefined);
    assert.equal(acceptPressedRow(recent, [{ ...recent, stored: { response: 2 } }]), undefined);
    assert.equal(acceptPressedRow({ ...free, replacement: 'a' }, [{ ...free, replacement: 'b' }]), undefined);
    assert.equal(acceptPressedRow(priced, [priced, refresh]), undefined);
  });

  it('never counts for a price where the person saw that it was free, and the other way round it does', () => {
    assert.equal(acceptPressedRow(priced, [free]), undefined);
    assert.equal(acceptPressedRow(free, [priced]), free);
  });
});
