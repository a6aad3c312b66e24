import assert from 'node:assert/strict';
import type { RestorableThread } from '../../../../../src/features/threads/threadContract.ts';
import {
  initialThreadUiState,
  readThreadPageState,
  toPersistedThreadPage,
} from '../../../../../src/features/threads/threadPageState.ts';

const source: RestorableThread = { focalId: '1', ranking: 'Relevance', pages: [] };

describe('what is kept of a thread', () => {
  it('is read as it was left', () => {
    const ui = {
      ...initialThreadUiState,
      query: 'words',
      collapsed: new Set(['2']),
      isFinding: true,
      activeKey: '3',
    };
    const stored = readThreadPageState(toPersistedThreadPage({ source, ui, anchor: undefined, hasPictures: false }));
    assert.deepEqual(stored?.source, source);
    assert.deepEqual([...(stored?.ui.collapsed ?? [])], ['2']);
    assert.equal(stored?.ui.activeKey, '3');
    assert.equal(stored?.ui.query, 'words');
  });
});
