import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { listRankedReplies } from '../../../../src/sandbox/answers/thread.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { compareIds, readSnowflakeTimeMs } from '../../../../src/sandbox/world/snowflake.ts';
import type { Account, WorldPost, SliceableSequence } from '../../../../src/sandbox/world/world.ts';
import { garbageCollector } from '../../../support/garbageCollector.ts';

const world = createWorld(1);
const million = 1_000_000;
const soak = Number(process.env['SOAK'] ?? 1);

interface Row {
  readonly what: string;
  readonly length: number;
  readonly items: () => SliceableSequence<{ readonly id: string }>;
  readonly find: (id: string) => { readonly id: string } | undefined;
}

const rows: readonly Row[] = [
  {
    what: 'the followers of one account',
    length: million,
    items: () => world.followersOf(landmarks.crowdedId, 'all'),
    find: world.account,
  },
  {
    what: 'its verified followers',
    length: 62_500,
    items: () => world.followersOf(landmarks.crowdedId, 'verified'),
    find: world.account,
  },
  {
    what: 'the posts of one account',
    length: million,
    items: () => world.postsOf(landmarks.prolificId, 'posts'),
    find: world.post,
  },
  { what: 'the posts of one list', length: million, items: () => world.listPosts(landmarks.longListId), find: world.post },
  { what: 'the members of that list', length: 1000, items: () => world.listMembers(landmarks.longListId), find: world.account },
  { what: 'the replies to one post', length: 5000, items: () => world.repliesTo(landmarks.hugeThreadId), find: world.post },
];
const postRows = [
  () => world.postsOf(landmarks.prolificId, 'posts'),
  () => world.listPosts(landmarks.longListId),
  () => world.repliesTo(landmarks.hugeThreadId),
];

describe('the long rows of the world', () => {
  for (const { what, length, items, find } of rows) {
    it(`hold ${length} of ${what}, each once in any window, whatever the pages and their order`, () => {
      assert.equal(items().length, length);
      const window = fc.record({
        start: fc.nat(length - 1),
        pageSize: fc.integer({ min: 1, max: 70 }),
        order: fc.uniqueArray(fc.nat(7), { minLength: 8, maxLength: 8 }),
      });
      fc.assert(
        fc.property(window, ({ start, pageSize, order }) => {
          const pages = new Map(
            order.map((page) => [page, items().slice(start + page * pageSize, start + (page + 1) * pageSize)]),
          );
          const paged = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((page) => idsOf(pages.get(page) ?? []));
          assert.deepEqual(paged, idsOf(items().slice(start, start + 8 * pageSize)));
          assert.equal(paged.length, Math.min(8 * pageSize, length - start));
          assert.equal(new Set(paged).size, paged.length);
        }),
        { numRuns: 40 * soak },
      );
    });

    it(`give ${what} by id, the same record as in the row`, () => {
      fc.assert(
        fc.property(fc.nat(length - 1), (index) => {
          const item = itemAt(items(), index);
          assert.deepEqual(find(item.id), item);
          assert.match(item.id, /^[1-9]\d{17,18}$/);
        }),
        { numRuns: 200 * soak },
      );
    });

    it(`give ${what} an id of its own, and end where they say`, () => {
      fc.assert(
        fc.property(fc.nat(length - 1), fc.nat(length - 1), (left, right) => {
          assert.equal(itemAt(items(), left).id === itemAt(items(), right).id, left === right);
        }),
        { numRuns: 500 * soak },
      );
      assert.equal(items().slice(length - 1, length + 9).length, 1);
      assert.deepEqual(items().slice(length, length + 9), []);
    });
  }

  it('keep none of what was read', () => {
    const collectGarbage = garbageCollector();
    const heapBytes = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const read = (page: number): void => {
      for (let at = page; at < page + 200; at += 1) world.followersOf(landmarks.crowdedId, 'all').slice(at * 20, at * 20 + 20);
    };
    read(10);
    const before = heapBytes();
    read(30_000);
    assert.ok(heapBytes() - before < 500_000, `${heapBytes() - before} bytes more`);
  });

  it('order posts newest first, the moment of each in its id, none after the clock', () => {
    const window = fc.tuple(fc.constantFrom(...postRows), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(window, ([row, share]) => {
        const start = Math.floor(share * (row().length - 50));
        const posts = row().slice(start, start + 50);
        posts.forEach((post, index) => {
          const before = posts[index - 1];
          assert.equal(readSnowflakeTimeMs(post.id), post.createdAtMs);
          assert.ok(post.createdAtMs <= world.nowMs);
          assert.ok(post.createdAtMs > (world.account(post.authorId)?.createdAtMs ?? Infinity), post.id);
          assert.ok(before === undefined || (before.createdAtMs > post.createdAtMs && compareIds(before.id, post.id) > 0));
        });
      }),
      { numRuns: 40 * soak },
    );
  });

  it('number their posts from the newest down to 1', () => {
    for (const row of postRows.slice(0, 2)) {
      assert.match(itemAt(row(), 0).text, /^1000000 · \S/);
      assert.match(itemAt(row(), million - 1).text, /^1 · \S/);
    }
  });

  it('have followers that are found by handle, in any spelling, and follow that account alone', () => {
    const followers = world.followersOf(landmarks.crowdedId, 'all');
    const star = world.account(landmarks.crowdedId);
    assert.equal(star?.record.counts.followers, followers.length);
    assert.deepEqual(world.accountByHandle(landmarks.crowdedHandle.toUpperCase()), star);
    fc.assert(
      fc.property(fc.nat(million - 1), fc.nat(million - 1), (index, other) => {
        const { id, record } = itemAt(followers, index);
        assert.match(record.username, /^[a-z]{2,8}_\d{6}$/);
        assert.equal(world.accountByHandle(record.username.toUpperCase())?.id, id);
        assert.equal(record.username === itemAt(followers, other).record.username, index === other);
        assert.deepEqual(idsOf(world.followingOf(id).slice(0, 9)), [landmarks.crowdedId]);
        assert.ok(world.isFollowing(id, landmarks.crowdedId) && !world.isFollowing(landmarks.crowdedId, id));
        assert.ok(!world.isFollowing(id, landmarks.prolificId));
        assert.equal(record.counts.following, 1);
        assert.equal(record.counts.followers, world.followersOf(id, 'all').length);
      }),
      { numRuns: 100 * soak },
    );
  });

  it('have the verified ones among all followers, in the same order', () => {
    const all = world.followersOf(landmarks.crowdedId, 'all').slice(0, 3200);
    const verified = world.followersOf(landmarks.crowdedId, 'verified').slice(0, 200);
    assert.deepEqual(idsOf(all.filter(({ record }) => record.verified)), idsOf(verified));
  });

  it('have authors with the posts that they count, each in the timeline of its author', () => {
    const post = fc
      .tuple(fc.constantFrom(...postRows), fc.double({ min: 0, max: 0.999_999, noNaN: true }))
      .map(([row, share]) => itemAt(row(), Math.floor(share * row().length)));
    fc.assert(
      fc.property(post, ({ id, authorId }) => {
        const author: Account | undefined = world.account(authorId);
        const own = world.postsOf(authorId, 'postsAndReplies');
        assert.equal(own.length, author?.record.counts.tweets);
        assert.ok(authorId === landmarks.prolificId || idsOf(own.slice(0, own.length)).includes(id));
        for (const what of ['media', 'likes', 'articles'] as const) assert.equal(world.postsOf(authorId, what).length, 0);
      }),
      { numRuns: 40 * soak },
    );
    const [quiet] = world.followersOf(landmarks.crowdedId, 'all').slice(million - 1, million);
    assert.equal(world.postsOf(quiet?.id ?? '', 'postsAndReplies').length, quiet?.record.counts.tweets);
  });

  it('have one thread in which every reply answers the same post', () => {
    const root = world.post(landmarks.hugeThreadId);
    assert.deepEqual(idsOf(world.postsOf(root?.authorId ?? '', 'posts').slice(0, 9)), [landmarks.hugeThreadId]);
    const replies: readonly WorldPost[] = world.repliesTo(landmarks.hugeThreadId).slice(0, 5000);
    for (const reply of replies) {
      assert.equal(reply.replyToId, root?.id);
      assert.equal(reply.conversationId, root?.id);
      assert.ok(reply.createdAtMs > (root?.createdAtMs ?? Infinity));
    }
    assert.equal(new Set(replies.map(({ authorId }) => authorId)).size, replies.length);
  });

  it('have replies that are ranked without a look at each of them', () => {
    const root = world.post(landmarks.hugeThreadId);
    assert.ok(root !== undefined);
    for (const mode of ['Relevance', 'Recency', 'Likes'] as const) {
      let looks = 0;
      const repliesTo = (id: string): SliceableSequence<WorldPost> => {
        looks += 1;
        return world.repliesTo(id);
      };
      const ranked = listRankedReplies({ ...world, repliesTo }, root, mode).slice(4000, 4030);
      assert.deepEqual(idsOf(ranked), idsOf(world.repliesTo(root.id).slice(4000, 4030)));
      assert.equal(looks, 1, mode);
      assert.ok(ranked.every(({ id, likes }) => likes === 0 && world.repliesTo(id).length === 0));
    }
  });

  it('know nothing of ids and handles that are near to theirs', () => {
    for (const { items, find } of rows) {
      for (const { id } of items().slice(100, 130)) {
        for (const step of [1n, -1n, 1n << 22n]) assert.equal(find((BigInt(id) + step).toString()), undefined);
      }
    }
    for (const { record } of world.followersOf(landmarks.crowdedId, 'all').slice(0, 20)) {
      assert.equal(world.accountByHandle(`x${record.username.slice(1)}`), undefined);
      assert.equal(world.accountByHandle(`${record.username}0`), undefined);
    }
  });

  it('stand beside the rest of the world: neither its people nor its posts hold them', () => {
    const ids = new Set([...idsOf(world.accounts().slice(0, 9999)), ...idsOf(world.posts().slice(0, 99_999))]);
    for (const { items } of rows) {
      assert.ok(
        items()
          .slice(0, 500)
          .every(({ id }) => !ids.has(id)),
      );
    }
  });

  it('are others in the world of another seed', () => {
    const other = createWorld(2).followersOf(landmarks.crowdedId, 'all').slice(0, 20);
    const handles = new Set(
      world
        .followersOf(landmarks.crowdedId, 'all')
        .slice(0, 20)
        .map(({ record }) => record.username),
    );
    assert.ok(other.every(({ record }) => !handles.has(record.username)));
  });
});

function itemAt<T>(sequence: SliceableSequence<T>, index: number): T {
  const [item] = sequence.slice(index, index + 1);
  assert.ok(item !== undefined, `nothing at ${index} of ${sequence.length}`);
  return item;
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map((item) => item.id);
}
