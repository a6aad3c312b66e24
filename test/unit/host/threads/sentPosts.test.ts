import assert from 'node:assert/strict';
import type { PagePost } from '../../../../src/app/thread/threadPage.ts';
import { PostsSentToPage } from '../../../../src/host/threads/sentPosts.ts';
import type { ThreadPageWithAnswer } from '../../../../src/app/thread/threadQuestion.ts';
import type { ThreadRow } from '../../../../src/protocol/threadContract.ts';
import { madeTweet, pagePost } from '../../app/thread/madeTweet.ts';

const rowsOf = (...ids: readonly string[]): ThreadRow[] =>
  ids.map((id, at) => ({ kind: 'post', key: id, id, depth: Math.min(at, 1), role: at === 0 ? 'focal' : 'reply' }));
const pages = (): readonly ThreadPageWithAnswer[] => [];

describe('the posts that the page of a thread has', () => {
  const posts = new Map<string, PagePost>();
  const newest = (id: string): PagePost | undefined => posts.get(id);
  beforeEach(() => {
    for (const id of ['1', '2', '3', '9']) {
      posts.set(id, pagePost(madeTweet(id, undefined, 0, { text: `words ${id}` })));
    }
  });

  it('are sent once, and again only where another answer brought them', () => {
    const sent = new PostsSentToPage(new Map(), null);
    const first = pages();
    assert.deepEqual(sent.take({ focalId: '1', rows: rowsOf('1', '2') }, first, newest), ['1', '2']);
    assert.deepEqual(sent.take({ focalId: '1', rows: rowsOf('1', '2') }, first, newest), []);
    posts.set('2', pagePost(madeTweet('2', undefined, 0, { text: 'other words' })));
    assert.deepEqual(sent.take({ focalId: '1', rows: rowsOf('1', '2', '3') }, pages(), newest), ['2', '3']);
  });

  it('are not sent where they came with the document', () => {
    const sent = new PostsSentToPage(new Map([['1', newest('1')]]), '1');
    assert.deepEqual(sent.take({ focalId: '1', rows: rowsOf('1', '2') }, pages(), newest), ['2']);
  });

  it('are sent again when the page comes back to a thread, for it forgets those of the one before', () => {
    const sent = new PostsSentToPage(new Map(), null);
    const [one, other] = [pages(), pages()];
    sent.take({ focalId: '1', rows: rowsOf('1', '2') }, one, newest);
    assert.deepEqual(sent.take({ focalId: '9', rows: rowsOf('9', '2') }, other, newest), ['9', '2']);
    assert.deepEqual(sent.take({ focalId: '1', rows: rowsOf('1', '2') }, one, newest), ['1', '2']);
  });
});
