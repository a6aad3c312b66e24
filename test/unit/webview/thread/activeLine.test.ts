import assert from 'node:assert/strict';
import type { ThreadRow } from '../../../../src/protocol/threadRow.ts';
import { activeLine } from '../../../../src/webview/thread/activeLine.ts';
import { arrange } from '../../../../src/webview/thread/arrange.ts';

const post = (id: string, depth: number): ThreadRow => ({
  kind: 'post',
  key: id,
  id,
  depth,
  role: depth === 0 ? 'focal' : 'reply',
});
const more = (key: string, depth: number): ThreadRow => ({ kind: 'more', key, depth, count: null, place: 'branch', label: null });
const lines = (rows: readonly ThreadRow[], collapsed: readonly string[] = []) =>
  arrange(rows, new Map(), { sort: 'asGiven', onlyAuthor: false, collapsed: new Set(collapsed) });

const rows = [post('1', 0), post('2', 1), post('3', 2), more('more-3', 3), post('4', 1), more('more-1', 1)];

describe('the line of a thread that one is on', () => {
  const before = lines(rows);

  it('stays while it is shown, wherever it stands', () => {
    assert.equal(activeLine(before, lines(rows.toReversed()), '4', '1'), '4');
  });

  it('is the post that the thread is about where one was on none', () => {
    assert.equal(activeLine([], before, undefined, '1'), '1');
    assert.equal(activeLine(before, lines([post('9', 0), post('8', 1)]), '3', '9'), '9');
    assert.equal(activeLine(before, [], '3', '1'), undefined);
  });

  it('is the first answer that came in the place of a way to more', () => {
    const after = [post('1', 0), post('2', 1), post('3', 2), post('5', 3), post('6', 3), post('4', 1), more('more-1', 1)];
    assert.equal(activeLine(before, lines(after), 'more-3', '1'), '5');
  });

  it('is the next line where a way to more led to nothing, and the last one where none follows', () => {
    assert.equal(activeLine(before, lines(rows.filter(({ key }) => key !== 'more-3')), 'more-3', '1'), '4');
    assert.equal(activeLine(before, lines(rows.filter(({ key }) => key !== 'more-1')), 'more-1', '1'), '4');
  });

  it('is what it was folded away under', () => {
    assert.equal(activeLine(before, lines(rows, ['2', '4']), '3', '1'), '2');
    assert.equal(activeLine(before, lines(rows, ['2', '4']), 'more-3', '1'), '2');
  });

  it('is the line before it where it is not wanted', () => {
    assert.equal(activeLine(before, lines([post('1', 0), post('2', 1), post('4', 1)]), '3', '1'), '2');
  });
});
