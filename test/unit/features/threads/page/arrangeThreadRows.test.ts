import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortOrders, type ThreadRow } from '../../../../../src/features/threads/threadContract.ts';
import type { Post } from '../../../../../src/core/channel/post.ts';
import {
  resolveActiveRowKey,
  arrangeThreadRows,
  findParentRootAndNextRowKeys,
} from '../../../../../src/features/threads/arrangeThreadRows.ts';
import { madeTweet, madeUser, shownPost } from '../madeTweet.ts';

const usual = { sort: 'asGiven', onlyAuthor: false, collapsed: new Set<string>() } as const;

/** "focal 0", "a 1", … : lines of posts with their depths. */
function rows(...lines: readonly string[]): readonly ThreadRow[] {
  return lines.map((line) => {
    const [id = '', depth] = line.split(' ');
    return { kind: 'post', key: id, id, depth: Number(depth), role: id === 'focal' ? 'focal' : 'reply' };
  });
}

function posts(
  list: readonly ThreadRow[],
  likes: Readonly<Record<string, number>> = {},
  authors: Readonly<Record<string, string>> = {},
) {
  return new Map<string, Post>(
    list.map(({ key }) => {
      const counts = { likes: likes[key] ?? 0, retweets: 0, replies: 0, quotes: 0, bookmarks: 0, views: 0 };
      const record = madeTweet(key, undefined, 0, { counts, author: madeUser({ id: authors[key] ?? 'other' }) });
      return [key, shownPost(record)];
    }),
  );
}

const keys = (shown: ReturnType<typeof arrangeThreadRows>) => shown.map(({ row }) => row.key).join(' ');
const thread = rows('focal 0', 'a 1', 'a1 2', 'a2 2', 'b 1', 'b1 2', 'c 1');

describe('the lines of a thread as they are shown', () => {
  it('stand as they were given', () => {
    assert.equal(keys(arrangeThreadRows(thread, posts(thread), usual)), 'focal a a1 a2 b b1 c');
  });

  it('fold a branch away and say how many posts are in it', () => {
    const shown = arrangeThreadRows(thread, posts(thread), { ...usual, collapsed: new Set(['a', 'c']) });
    assert.equal(keys(shown), 'focal a b b1 c');
    assert.deepEqual(
      shown.map(({ hidden }) => hidden),
      [0, 2, 0, 0, 0],
      'a post without answers has nothing to fold',
    );
  });

  it('are sorted level by level, and what stands under a post goes with it', () => {
    const liked = posts(thread, { b: 9, a2: 3, c: 1 });
    assert.equal(keys(arrangeThreadRows(thread, liked, { ...usual, sort: 'likes' })), 'focal b b1 c a a2 a1');
  });

  it('leave ways to more at the end, however they are sorted', () => {
    const more: ThreadRow = { kind: 'more', key: 'm', depth: 1, count: null };
    const list = [...thread, more];
    for (const sort of sortOrders) {
      assert.equal(arrangeThreadRows(list, posts(thread, { c: 5 }), { ...usual, sort }).at(-1)?.row.key, 'm');
    }
  });

  it('show only what the author wrote, and what leads there', () => {
    const byAuthor = posts(thread, {}, { focal: 'me', a2: 'me' });
    assert.equal(keys(arrangeThreadRows(thread, byAuthor, { ...usual, onlyAuthor: true })), 'focal a a2');
  });

  it('lead to the one above, to the post of the thread, and to the next on the level', () => {
    const shown = arrangeThreadRows(thread, posts(thread), usual);
    assert.deepEqual(findParentRootAndNextRowKeys(shown, 'a1'), { parent: 'a', root: 'focal', nextSibling: 'a2' });
    assert.deepEqual(findParentRootAndNextRowKeys(shown, 'a2'), { parent: 'a', root: 'focal', nextSibling: 'b' });
    assert.deepEqual(findParentRootAndNextRowKeys(shown, 'c'), { parent: 'focal', root: 'focal', nextSibling: undefined });
  });

  it('lose nothing and show nothing twice by being sorted', () => {
    const depths = fc.array(fc.nat(6), { maxLength: 40 });
    fc.assert(
      fc.property(depths, fc.constantFrom(...sortOrders), (steps, sort) => {
        let last = 0;
        const made = rows('focal 0', ...steps.map((step, at) => `p${at} ${(last = Math.min(step + 1, last + 1))}`));
        const likes = Object.fromEntries(steps.map((step, at) => [`p${at}`, step]));
        const shown = arrangeThreadRows(made, posts(made, likes), { ...usual, sort });
        assert.deepEqual(shown.map(({ row }) => row.key).toSorted(), made.map(({ key }) => key).toSorted());
      }),
    );
  });
});

const post = (id: string, depth: number): ThreadRow => ({
  kind: 'post',
  key: id,
  id,
  depth,
  role: depth === 0 ? 'focal' : 'reply',
});
const more = (key: string, depth: number): ThreadRow => ({ kind: 'more', key, depth, count: null });
const lines = (rows: readonly ThreadRow[], collapsed: readonly string[] = []) =>
  arrangeThreadRows(rows, new Map(), { ...usual, collapsed: new Set(collapsed) });

const given = [post('1', 0), post('2', 1), post('3', 2), more('more-3', 3), post('4', 1), more('more-1', 1)];

describe('the line of a thread that one is on', () => {
  const before = lines(given);

  it('stays while it is shown, wherever it stands', () => {
    assert.equal(resolveActiveRowKey(before, lines(given.toReversed()), '4', '1'), '4');
  });

  it('is the post that the thread is about where one was on none', () => {
    assert.equal(resolveActiveRowKey([], before, undefined, '1'), '1');
    assert.equal(resolveActiveRowKey(before, lines([post('9', 0), post('8', 1)]), '3', '9'), '9');
    assert.equal(resolveActiveRowKey(before, [], '3', '1'), undefined);
  });

  it('is the first answer that came in the place of a way to more', () => {
    const after = [post('1', 0), post('2', 1), post('3', 2), post('5', 3), post('6', 3), post('4', 1), more('more-1', 1)];
    assert.equal(resolveActiveRowKey(before, lines(after), 'more-3', '1'), '5');
  });

  it('is the next line where a way to more led to nothing, and the last one where none follows', () => {
    assert.equal(resolveActiveRowKey(before, lines(given.filter(({ key }) => key !== 'more-3')), 'more-3', '1'), '4');
    assert.equal(resolveActiveRowKey(before, lines(given.filter(({ key }) => key !== 'more-1')), 'more-1', '1'), '4');
  });

  it('is what it was folded away under', () => {
    assert.equal(resolveActiveRowKey(before, lines(given, ['2', '4']), '3', '1'), '2');
    assert.equal(resolveActiveRowKey(before, lines(given, ['2', '4']), 'more-3', '1'), '2');
  });

  it('is the line before it where it is not wanted', () => {
    assert.equal(resolveActiveRowKey(before, lines([post('1', 0), post('2', 1), post('4', 1)]), '3', '1'), '2');
  });
});
