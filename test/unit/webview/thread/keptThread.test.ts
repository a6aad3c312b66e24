import assert from 'node:assert/strict';
import type { ThreadSource } from '../../../../src/protocol/threadContract.ts';
import { freshUi, readKeptThread, toKept } from '../../../../src/webview/thread/keptThread.ts';

const source: ThreadSource = { focalId: '1', ranking: 'Relevance', pages: [] };

describe('what is kept of a thread', () => {
  it('is read as it was left, however long the text is that was looked for', () => {
    const ui = { ...freshUi, query: 'words '.repeat(1_000), collapsed: new Set(['2']), isFinding: true, activeKey: '3' };
    const kept = readKeptThread(toKept({ source, ui, anchor: undefined, hasPictures: false }));
    assert.deepEqual(kept?.source, source);
    assert.deepEqual([...(kept?.ui.collapsed ?? [])], ['2']);
    assert.equal(kept?.ui.activeKey, '3');
    assert.ok(ui.query.startsWith(kept.ui.query) && kept.ui.query !== '');
  });
});
