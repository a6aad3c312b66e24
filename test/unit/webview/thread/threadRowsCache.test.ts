import assert from 'node:assert/strict';
import type { ThreadState, ThreadRow } from '../../../../src/protocol/threadContract.ts';
import { initialThreadUiState } from '../../../../src/webview/thread/threadPageState.ts';
import { ThreadRowsCache } from '../../../../src/webview/thread/threadRowsCache.ts';
import { madeTweet, shownPost } from '../../app/thread/madeTweet.ts';

const ids = ['1', '2', '3'];
const rows: readonly ThreadRow[] = ids.map((id, at) => ({
  kind: 'post',
  key: id,
  id,
  depth: Math.min(at, 1),
  role: at === 0 ? 'focal' : 'reply',
}));
const state: ThreadState = {
  phase: 'ready',
  failure: null,
  waiting: '',
  notice: '',
  focalId: '1',
  rows: [...rows],
  busy: ['2'],
  ranking: { mode: 'Relevance', choices: [] },
  price: '$0.0002',
  free: ['3'],
  summary: '',
  isLive: true,
  isLoading: false,
  stopping: '',
  completing: null,
  source: null,
};

function linesOfThread(): ThreadRowsCache {
  const lines = new ThreadRowsCache('free');
  lines.take(ids.map((id) => shownPost(madeTweet(id, undefined, 0, { text: `words ${id}` }))));
  return lines;
}

describe('the lines of a thread in its page', () => {
  it('are not made again while one walks through them or looks for something', () => {
    const lines = linesOfThread();
    const shown = lines.shown(state, initialThreadUiState);
    assert.equal(shown.length, 3);
    assert.equal(lines.shown(state, { ...initialThreadUiState, activeKey: '2' }), shown);
    assert.equal(lines.shown(state, { ...initialThreadUiState, query: 'words', isFinding: true }), shown);
    assert.equal(lines.shown({ ...state, busy: [] }, { ...initialThreadUiState, unfolded: new Map([['1', 1]]) }), shown);
  });

  it('are made again when they stand in another order, are folded, or there are others', () => {
    const lines = linesOfThread();
    for (const [other, ui] of [
      [state, { ...initialThreadUiState, sort: 'newest' }],
      [state, { ...initialThreadUiState, onlyAuthor: true }],
      [state, { ...initialThreadUiState, collapsed: new Set(['1']) }],
      [{ ...state, rows: rows.slice(0, 2) }, initialThreadUiState],
    ] as const) {
      const shown = lines.shown(state, initialThreadUiState);
      assert.notEqual(lines.shown(other, ui), shown);
    }
    assert.deepEqual(
      lines.shown(state, { ...initialThreadUiState, collapsed: new Set(['1']) }).map(({ row, hidden }) => [row.key, hidden]),
      [['1', 2]],
    );
  });

  it('are searched again only for other words or other lines', () => {
    const lines = linesOfThread();
    const shown = lines.shown(state, initialThreadUiState);
    const found = lines.matches(shown, { ...initialThreadUiState, query: 'Words 2' });
    assert.deepEqual([...found], ['2']);
    assert.equal(lines.matches(shown, { ...initialThreadUiState, query: ' words 2', activeKey: '3' }), found);
    assert.deepEqual([...lines.matches(shown, { ...initialThreadUiState, query: 'words 3' })], ['3']);
  });

  it('know their post, whether they are fetched and what that costs', () => {
    const lines = linesOfThread();
    const factsOf = lines.factsOf(state);
    assert.equal(lines.factsOf(state), factsOf);
    const facts = lines.shown(state, initialThreadUiState).map(factsOf);
    assert.deepEqual(
      facts.map(({ post, isBusy, price }) => [post?.id, isBusy, price]),
      [
        ['1', false, '$0.0002'],
        ['2', true, '$0.0002'],
        ['3', false, 'free'],
      ],
    );
  });

  it('let go of the posts of another thread', () => {
    const lines = linesOfThread();
    lines.forget(rows.slice(1));
    assert.deepEqual([...lines.posts.keys()], ['2', '3']);
    lines.forget([]);
    assert.equal(lines.posts.size, 0);
  });
});
