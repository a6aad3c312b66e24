import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Tweet } from '../../../../src/client/schemas/primary.ts';
import type { TimelineSlot } from '../../../../src/client/upstream/upstreamPage.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { type ThreadPage, toThreadPage, type ThreadPageKey } from '../../../../src/features/threads/threadPage.ts';
import { tweet } from '../../../../src/client/endpoints/table.ts';
import { respondWith } from '../../client/records/responses.ts';
import { nextPageRowKey, type ThreadCursorLookup, toThreadLayout } from '../../../../src/features/threads/threadLayout.ts';
import { madeTweet } from './madeTweet.ts';

const focalKey: ThreadPageKey = { postId: 'focal', cursor: undefined };

/** Each page's next cursor, by its posts. */
const nextCursors = new WeakMap<object, string | undefined>();
const noPage = {};

function page(data: readonly Tweet[], nextCursor: string | null = null, of: Partial<typeof focalKey> = {}): ThreadPage {
  const made = toThreadPage(toPage(respondWith(tweet, { data, nextCursor, hasNextPage: nextCursor !== null })), {
    ...focalKey,
    ...of,
  });
  nextCursors.set(made.posts, nextCursor ?? undefined);
  return made;
}

/** Assumes that paging never ends. */
function cursorsOf(pages: readonly ThreadPage[]): ThreadCursorLookup {
  return {
    next: (id) => nextCursors.get(pages.findLast(({ postId }) => postId === id)?.posts ?? noPage),
    isFollowed: (cursor) => pages.some((one) => one.cursor === cursor),
    hasBegun: (id) => pages.some(({ postId }) => postId === id),
  };
}

const linesOf = (pages: readonly ThreadPage[], focalId = 'focal') =>
  toThreadLayout(focalId, pages, cursorsOf(pages), 'Relevance');

/** Returns a line for each row, indented by two spaces per level. */
function drawn(pages: readonly ThreadPage[], focalId = 'focal'): readonly string[] {
  return linesOf(pages, focalId).rows.map((row) => {
    const what =
      row.kind === 'post'
        ? `${row.role === 'reply' ? '' : `${row.role} `}${row.id}`
        : row.kind === 'more'
          ? `more ${row.key === nextPageRowKey ? 'page' : 'branch'}${row.count === null ? '' : ` ${row.count}`}`
          : `${row.kind} ${row.key}`;
    return `${'  '.repeat(row.depth)}${what}`;
  });
}

describe('toThreadLayout', () => {
  it('shows ancestors, the focal post, and replies', () => {
    const posts = [
      madeTweet('root'),
      madeTweet('focal', 'root'),
      madeTweet('a', 'focal'),
      madeTweet('a1', 'a'),
      madeTweet('b', 'focal'),
    ];
    assert.deepEqual(drawn([page(posts)]), ['ancestor root', 'focal focal', '  a', '    a1', '  b']);
  });

  it('puts a flat page’s replies below their parents, in page order', () => {
    const posts = [
      madeTweet('focal'),
      madeTweet('a', 'focal'),
      madeTweet('b', 'focal'),
      madeTweet('a2', 'a'),
      madeTweet('a1', 'a'),
    ];
    assert.deepEqual(drawn([page(posts)]), ['focal focal', '  a', '    a2', '    a1', '  b']);
  });

  it('has a row for a missing parent, above the focal post and below it', () => {
    const posts = [madeTweet('focal', 'gone'), madeTweet('x', 'away'), madeTweet('y', 'away')];
    assert.deepEqual(drawn([page(posts)]), ['missing gone', 'focal focal', '  missing away', '    x', '    y']);
  });

  it('replaces a missing post’s row when a page has the post', () => {
    const first = page([madeTweet('focal', 'root')]);
    const second = page([madeTweet('top'), madeTweet('root', 'top'), madeTweet('focal', 'root')], null, { postId: 'root' });
    assert.deepEqual(drawn([first, second]), ['ancestor top', 'ancestor root', 'focal focal']);
  });

  it('counts a post’s unloaded replies', () => {
    const first = page([madeTweet('focal'), madeTweet('a', 'focal', 3), madeTweet('a1', 'a')]);
    assert.deepEqual(drawn([first]), ['focal focal', '  a', '    a1', '    more branch 2']);
    const branch = page(
      [madeTweet('focal'), madeTweet('a', 'focal', 3), madeTweet('a1', 'a'), madeTweet('a2', 'a')],
      'more-of-a',
      { postId: 'a' },
    );
    assert.deepEqual(drawn([first, branch]), ['focal focal', '  a', '    a1', '    a2', '    more branch']);
  });

  it('has a row for the next page while there is a cursor', () => {
    const first = page([madeTweet('focal'), madeTweet('a', 'focal')], 'c1');
    assert.deepEqual(drawn([first]).at(-1), '  more page');
    assert.equal(
      toThreadLayout('focal', [first], { ...cursorsOf([first]), next: () => undefined }, 'Relevance').requests.has(
        nextPageRowKey,
      ),
      false,
    );
  });

  it('shows a tombstone in its place, with its replies below it', () => {
    const absence = { kind: 'tombstone', text: 'This post was deleted.', reason: undefined } as const;
    const posts = [madeTweet('focal'), madeTweet('a', 'focal'), madeTweet('c', 'b')];
    const places: readonly TimelineSlot[] = [
      { kind: 'tweet', tweetId: 'focal', parentId: undefined, moduleId: undefined },
      { kind: 'tweet', tweetId: 'a', parentId: 'focal', moduleId: 'm' },
      { kind: 'absent', tweetId: undefined, moduleId: 'm', absence },
      { kind: 'tweet', tweetId: 'c', parentId: 'b', moduleId: 'm' },
      { kind: 'more', cursor: 'deep', cursorType: 'ShowMore', moduleId: 'm', label: 'Show replies' },
    ];
    assert.deepEqual(drawn([{ ...page(posts), places }]), ['focal focal', '  a', '    absent b', '      c', '    more branch']);
  });

  it('doesn’t offer more replies to a post with a reply count of 0, despite a cursor', () => {
    const alone = page([madeTweet('focal', undefined, 0)], 'c1');
    assert.deepEqual(drawn([alone]), ['focal focal']);
    assert.equal(linesOf([alone]).requests.size, 0);
    const below = page([madeTweet('a', 'focal', 0)], 'c2', { postId: 'a' });
    const whole = page([madeTweet('focal', undefined, 1), madeTweet('a', 'focal', 0)]);
    assert.deepEqual(drawn([whole, below]), ['focal focal', '  a']);
    assert.deepEqual(drawn([page([madeTweet('focal', undefined, 3)], 'c1')]), ['focal focal', '  more page']);
  });

  it('removes a branch’s row once its page is loaded', () => {
    const places: readonly TimelineSlot[] = [
      { kind: 'tweet', tweetId: 'focal', parentId: undefined, moduleId: undefined },
      { kind: 'tweet', tweetId: 'a', parentId: 'focal', moduleId: 'm' },
      { kind: 'more', cursor: 'deep', cursorType: 'ShowMore', moduleId: 'm', label: undefined },
    ];
    const first: ThreadPage = { ...page([madeTweet('focal'), madeTweet('a', 'focal')], 'c1'), places };
    const rest = page([madeTweet('a1', 'a')], 'c1', { cursor: 'deep' });
    assert.deepEqual(drawn([first]), ['focal focal', '  a', '    more branch', '  more page']);
    assert.deepEqual(drawn([first, rest]), ['focal focal', '  a', '    a1', '  more page']);
  });

  it('lays out 5,000 nested replies', () => {
    const posts = Array.from({ length: 5_000 }, (_, at) =>
      madeTweet(at === 0 ? 'focal' : `p${at}`, at === 0 ? undefined : at === 1 ? 'focal' : `p${at - 1}`),
    );
    const pages = [page(posts)];
    const { rows } = linesOf(pages);
    assert.equal(rows.length, 5_000);
    assert.equal(rows.at(-1)?.depth, 4_999);
  });

  it('terminates for posts that reply to each other', () => {
    const circles = [madeTweet('focal', 'a'), madeTweet('a', 'focal'), madeTweet('b', 'c'), madeTweet('c', 'b')];
    assert.deepEqual(drawn([page(circles)]), ['ancestor a', 'focal focal']);
  });

  it('shows every post once, below its parent, for arbitrary pages', () => {
    const places = Array.from({ length: 13 }, (_, at) => (at === 6 ? 'focal' : `p${at}`));
    const ids = fc.nat({ max: places.length - 1 });
    const post = fc
      .tuple(ids, fc.option(ids, { nil: undefined }))
      .map(([id, parent = id]) => madeTweet(places[id] ?? '', parent < id ? places[parent] : undefined, 2));
    fc.assert(
      fc.property(fc.array(fc.array(post, { maxLength: 14 }), { minLength: 1, maxLength: 4 }), (bodies) => {
        const pages = bodies.map((body, at) => page(body, `c${at + 1}`, at === 0 ? {} : { cursor: `c${at}` }));
        const { rows } = linesOf(pages);
        const keys = rows.map(({ key }) => key);
        assert.equal(new Set(keys).size, keys.length, keys.join(' '));
        const all = new Set(bodies.flat().map(({ id }) => id));
        if (all.has('focal')) {
          const shown = new Set(rows.flatMap((row) => (row.kind === 'post' ? [row.id] : [])));
          const ancestors = rows.filter((row) => row.kind === 'post' && row.role === 'ancestor').map(({ key }) => key);
          // other replies to an ancestor aren't shown
          const beside = [...all].filter((id) => !shown.has(id));
          assert.ok(beside.length === 0 || ancestors.length > 0 || rows.some(({ kind }) => kind === 'missing'), beside.join(' '));
          for (const [at, row] of rows.entries()) {
            assert.ok(row.depth <= (rows[at - 1]?.depth ?? 0) + 1, 'a row is at most one level deeper than the one before it');
          }
        }
        assert.ok(keys.filter((key) => key === nextPageRowKey).length <= 1);
      }),
      { numRuns: 2_000 },
    );
  });
});
