import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { firstView, viewOfRestored } from '../../../../src/webview/results/resultsView.ts';

const source = (exchangeIds: readonly string[]) => ({ endpointId: 'e', texts: {}, exchangeIds: [...exchangeIds] });
const view = { ...firstView, filter: 'a', selected: [0, 30, 70], top: 25 };
const restored = (kept: readonly string[], now: readonly string[], loaded: number) => {
  const { selected, top, filter } = viewOfRestored(view, source(kept), { source: source(now), loaded });
  assert.equal(filter, 'a');
  return [selected, top];
};

describe('the view of records that came back', () => {
  it('keeps what was selected and in sight where the same answers begin it', () => {
    assert.deepEqual(restored(['one', 'two'], ['one', 'two'], 80), [[0, 30, 70], 25]);
    assert.deepEqual(restored(['one', 'two'], ['one', 'two', 'three'], 120), [[0, 30, 70], 25]);
  });

  it('drops the places beyond the end where answers are missing there', () => {
    assert.deepEqual(restored(['one', 'two'], ['one'], 40), [[0, 30], 25]);
  });

  it('drops all places where one of the answers is another', () => {
    assert.deepEqual(restored(['one', 'two'], ['two'], 40), [[], 0]);
    assert.deepEqual(restored(['one', 'two'], ['one', 'other'], 80), [[], 0]);
    assert.deepEqual(restored(['one'], [], 0), [[], 0]);
  });
});
