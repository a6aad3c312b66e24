import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortOrders, type ThreadRow } from '../../../../src/features/threads/threadContract.ts';
import type { Post } from '../../../../src/core/channel/post.ts';
import {
  resolveActiveRowKey,
  arrangeThreadRows,
  findParentRootAndNextRowKeys,
} from '../../../../src/features/threads/arrangeThreadRows.ts';
import { madeTweet, madeUser, shownPost } from './madeTweet.ts';

const usual = { sort: 'asGiven', onlyAuthor: false, collapsed: [] as readonly string[] } as const;

/** @param lines ids of posts with their depths: "focal 0", "a 1" */
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

describe('arrangeThreadRows', () => {
  it('keeps the given order by default', () => {
    assert.equal(keys(arrangeThreadRows(thread, posts(thread), usual)), 'focal a a1 a2 b b1 c');
  });

  it('hides a collapsed branch and counts its posts', () => {
    const shown = arrangeThreadRows(thread, posts(thread), { ...usual, collapsed: ['a', 'c'] });
    assert.equal(keys(shown), 'focal a b b1 c');
    assert.deepEqual(
      shown.map(({ hidden }) => hidden),
      [0, 2, 0, 0, 0],
      'a post without replies cannot be collapsed',
    );
  });

  it('sorts each level together with its branches', () => {
    const liked = posts(thread, { b: 9, a2: 3, c: 1 });
    assert.equal(keys(arrangeThreadRows(thread, liked, { ...usual, sort: 'likes' })), 'focal b b1 c a a2 a1');
  });

  it('keeps rows for further replies at the end in every order', () => {
    const more: ThreadRow = { kind: 'more', key: 'm', depth: 1, count: null };
    const list = [...thread, more];
    for (const sort of sortOrders) {
      assert.equal(arrangeThreadRows(list, posts(thread, { c: 5 }), { ...usual, sort }).at(-1)?.row.key, 'm');
    }
  });

  it("shows only the author's posts and their ancestors", () => {
    const byAuthor = posts(thread, {}, { focal: 'me', a2: 'me' });
    assert.equal(keys(arrangeThreadRows(thread, byAuthor, { ...usual, onlyAuthor: true })), 'focal a a2');
  });

  it('finds a row’s parent, focal post, and next sibling', () => {
    const shown = arrangeThreadRows(thread, posts(thread), usual);
    assert.deepEqual(findParentRootAndNextRowKeys(shown, 'a1'), { parent: 'a', root: 'focal', nextSibling: 'a2' });
    assert.deepEqual(findParentRootAndNextRowKeys(shown, 'a2'), { parent: 'a', root: 'focal', nextSibling: 'b' });
    assert.deepEqual(findParentRootAndNextRowKeys(shown, 'c'), { parent: 'focal', root: 'focal', nextSibling: undefined });
  });

  it('shows each row once in every order', () => {
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
  arrangeThreadRows(rows, new Map(), { ...usual, collapsed });

const given = [post('1', 0), post('2', 1), post('3', 2), more('more-3', 3), post('4', 1), more('more-1', 1)];

describe('resolveActiveRowKey', () => {
  const before = lines(given);

  it('keeps the active row while it is shown', () => {
    assert.equal(resolveActiveRowKey(before, lines(given.toReversed()), '4', '1'), '4');
  });

  it('returns the focal post if no row was active', () => {
    assert.equal(resolveActiveRowKey([], before, undefined, '1'), '1');
    assert.equal(resolveActiveRowKey(before, lines([post('9', 0), post('8', 1)]), '3', '9'), '9');
    assert.equal(resolveActiveRowKey(before, [], '3', '1'), undefined);
  });

  it('returns the first reply that replaced the active row', () => {
    const after = [post('1', 0), post('2', 1), post('3', 2), post('5', 3), post('6', 3), post('4', 1), more('more-1', 1)];
    assert.equal(resolveActiveRowKey(before, lines(after), 'more-3', '1'), '5');
  });

  it('returns the next row if nothing replaced the active row, or the last row', () => {
    assert.equal(resolveActiveRowKey(before, lines(given.filter(({ key }) => key !== 'more-3')), 'more-3', '1'), '4');
    assert.equal(resolveActiveRowKey(before, lines(given.filter(({ key }) => key !== 'more-1')), 'more-1', '1'), '4');
  });

  it('returns the collapsed row that contains the active row', () => {
    assert.equal(resolveActiveRowKey(before, lines(given, ['2', '4']), '3', '1'), '2');
    assert.equal(resolveActiveRowKey(before, lines(given, ['2', '4']), 'more-3', '1'), '2');
  });

  it('returns the row before an active row that is filtered out', () => {
    assert.equal(resolveActiveRowKey(before, lines([post('1', 0), post('2', 1), post('4', 1)]), '3', '1'), '2');
  });
});
