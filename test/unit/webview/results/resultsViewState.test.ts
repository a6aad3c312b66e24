import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  defaultResultsViewState,
  readPersistedResultsPage,
  restoreTop,
} from '../../../../src/webview/results/resultsViewState.ts';

const source = (exchangeIds: readonly string[]) => ({ endpointId: 'e', texts: {}, exchangeIds: [...exchangeIds] });
const restored = (kept: readonly string[], now: readonly string[]) => restoreTop(25, source(kept), { source: source(now) });

describe('the view of records that came back', () => {
  it('keeps what was in sight where the same answers begin it', () => {
    assert.deepEqual(
      [['one', 'two'], ['one', 'two', 'three'], ['one']].map((now) => restored(['one', 'two'], now)),
      [25, 25, 25],
    );
  });

  it('begins at the top where one of the answers is another', () => {
    assert.deepEqual(
      [['two'], ['one', 'other'], []].map((now) => restored(['one', 'two'], now)),
      [0, 0, 0],
    );
  });
});

describe('how many pages are loaded at once', () => {
  it('is kept, and never more than the page itself lets one ask for', () => {
    const pagesOf = (pages: unknown) => readPersistedResultsPage({ source: source([]), view: { pages } })?.view.pages;
    assert.deepEqual([7, 100, 1e9, 0, -3, 'many', undefined].map(pagesOf), [7, 100, 5, 5, 5, 5, 5]);
  });
});

describe('what a page kept', () => {
  it('is read field by field: what an older version or nobody wrote is as at first', () => {
    assert.equal(readPersistedResultsPage(undefined), undefined);
    assert.equal(readPersistedResultsPage({ source: { endpointId: 3 } }), undefined);
    const { draft, view: read } = readPersistedResultsPage({
      source: source(['one']),
      draft: 'none',
      view: {
        mode: 'table',
        filter: 7,
        sort: { column: 'likes', direction: 'upwards' },
        widths: { text: 200 },
        top: -1,
        other: 1,
      },
    }) ?? { draft: undefined, view: undefined };
    assert.deepEqual(draft, {});
    assert.deepEqual(
      { ...defaultResultsViewState, ...read },
      { ...defaultResultsViewState, mode: 'table', sort: undefined, widths: { text: 200 } },
    );
    assert.equal(readPersistedResultsPage({ source: { ...source([]), connection: 'sandbox' } })?.source.connection, 'sandbox');
  });
});
