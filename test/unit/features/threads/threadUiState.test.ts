import assert from 'node:assert/strict';
import type { RestorableThread } from '../../../../src/features/threads/threadContract.ts';
import { initialThreadUiState, restoreThreadUi, toPersistedThreadUi } from '../../../../src/features/threads/threadUiState.ts';

const source: RestorableThread = { focalId: '1', ranking: 'Relevance', pages: [] };

describe('restoreThreadUi', () => {
  it('returns the saved state', () => {
    const ui = {
      ...initialThreadUiState,
      query: 'words',
      collapsed: ['2'],
      isFinding: true,
      activeKey: '3',
    };
    const stored = restoreThreadUi(toPersistedThreadUi({ source, ui, anchor: undefined, hasPictures: false }));
    assert.deepEqual(stored?.source, source);
    assert.deepEqual(stored?.ui.collapsed, ['2']);
    assert.equal(stored?.ui.activeKey, '3');
    assert.equal(stored?.ui.query, 'words');
  });
});
