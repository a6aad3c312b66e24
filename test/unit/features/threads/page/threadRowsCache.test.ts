import assert from 'node:assert/strict';
import type { ThreadState, ThreadRow } from '../../../../../src/features/threads/threadContract.ts';
import { initialThreadUiState } from '../../../../../src/features/threads/threadUiState.ts';
import { ThreadRowsCache } from '../../../../../src/features/threads/page/threadRowsCache.ts';
import { madeTweet, shownPost } from '../madeTweet.ts';

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
  price: '$0.0002',
  free: ['3'],
  summary: '',
  isLive: true,
  isLoading: false,
  stopping: '',
  completing: null,
  rest: '',
  rankings: [],
  source: null,
};

function linesOfThread(): ThreadRowsCache {
  const lines = new ThreadRowsCache();
  lines.take(ids.map((id) => shownPost(madeTweet(id, undefined, 0, { text: `words ${id}` }))));
  return lines;
}

describe('ThreadRowsCache', () => {
  it('returns each row’s post, loading state, and price', () => {
    const lines = linesOfThread();
    const factsOf = lines.factsOf(state);
    assert.equal(lines.factsOf(state), factsOf);
    const facts = lines.shown(state, initialThreadUiState).map(factsOf);
    assert.deepEqual(
      facts.map(({ post, isBusy, price }) => [post?.id, isBusy, price]),
      [
        ['1', false, '$0.0002'],
        ['2', true, '$0.0002'],
        ['3', false, ''],
      ],
    );
  });

  it('drops a different thread’s posts', () => {
    const lines = linesOfThread();
    lines.forget(rows.slice(1));
    assert.deepEqual([...lines.posts.keys()], ['2', '3']);
    lines.forget([]);
    assert.equal(lines.posts.size, 0);
  });
});
