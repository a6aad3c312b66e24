import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { defaultResultsViewState, readPersistedResultsPage } from '../../../../../src/features/results/page/resultsViewState.ts';

const source = (exchangeIds: readonly string[]) => ({ endpointId: 'e', texts: {}, exchangeIds: [...exchangeIds] });

describe('readPersistedResultsPage', () => {
  it('replaces each invalid or missing field with its default', () => {
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
