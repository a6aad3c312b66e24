import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { once } from '../../../../src/sandbox/world/once.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { eachOf } from '../../../../src/sandbox/world/sequence.ts';
import { compareIds, snowflakeTime } from '../../../../src/sandbox/world/snowflake.ts';
import type { Account, Post, PostsOf, Sequence } from '../../../../src/sandbox/world/world.ts';

const small = createWorld(1);

for (const size of ['medium', 'large'] as const) {
  const world = createWorld(1, { size });
  // made when the first test asks, not when the file is read
  const accounts = once(() => world.accounts());
  const posts = once(() => world.posts());
  const numRuns = Number(process.env['SOAK'] ?? 1) * 60;
  const anyAccount = fc.nat().map((number) => itemAt(accounts(), number % accounts().length));
  const anyPost = fc.nat().map((number) => itemAt(posts(), number % posts().length));

  describe(`the ${size} world`, function () {
    this.timeout(30_000);

    it('is as large as it says', () => {
      assert.ok(accounts().length >= (size === 'large' ? 200_000 : 3_400), `${accounts().length} accounts`);
      assert.ok(posts().length >= (size === 'large' ? 1_000_000 : 75_000), `${posts().length} posts`);
      assert.equal(world.repliesTo(landmarks.hugeThreadId).length, size === 'large' ? 5000 : 0);
    });

    it('holds the small world', () => {
      for (const id of [exampleValues.userId, exampleValues.otherUserId]) {
        // the counts of the large one hold its longest thread, too
        assert.equal(world.account(id)?.record.description, small.account(id)?.record.description);
        assert.ok((world.account(id)?.record.counts.tweets ?? 0) >= (small.account(id)?.record.counts.tweets ?? 1));
      }
      for (const post of small.posts().slice(0, 50)) {
        assert.deepEqual(world.post(post.id), post);
      }
      assert.equal(world.accountByHandle(exampleValues.handle)?.id, exampleValues.userId);
      assert.equal(world.repliesTo(landmarks.wideThreadId).length, 150);
    });

    it('has one account that a crowd follows', () => {
      const crowded = world.accountByHandle(landmarks.crowdedHandle);
      assert.equal(crowded?.id, landmarks.crowdedId);
      const followers = world.followersOf(landmarks.crowdedId, 'all');
      assert.ok(followers.length >= (size === 'large' ? 100_000 : 1500), String(followers.length));
      assert.equal(crowded?.record.counts.followers, followers.length);
      const last = itemAt(followers, followers.length - 1);
      assert.ok(world.follows(last.id, landmarks.crowdedId));
      const verified = world.followersOf(landmarks.crowdedId, 'verified');
      const counted = [...eachOf(followers)].filter((follower) => follower.record.verified);
      assert.deepEqual(idsOf(verified.slice(0, verified.length)), idsOf(counted));
    });

    it('gives the same record by whichever way it is reached', () => {
      fc.assert(
        fc.property(anyPost, (post) => {
          assert.deepEqual(world.post(post.id), post);
          assert.ok(new RegExp('^[1-9]\\d{17,19}$').test(post.id));
          assert.equal(snowflakeTime(post.id), post.createdAtMs);
          assert.ok(post.createdAtMs <= world.nowMs);
          const author = world.account(post.authorId);
          assert.equal(author?.state, 'active');
          assert.deepEqual(world.accountByHandle(author.record.username.toUpperCase()), author);
          assert.ok(idsOf([...eachOf(world.postsOf(author.id, 'postsAndReplies'))]).includes(post.id));
          assert.equal(world.postsOf(author.id, 'postsAndReplies').length, author.record.counts.tweets);
          for (const tag of post.hashtags) {
            assert.ok(world.postsTagged(tag).length > 0);
          }
          for (const handle of post.mentions) {
            assert.ok(world.accountByHandle(handle) !== undefined, handle);
            assert.ok(post.text.includes(`@${handle}`));
          }
        }),
        { numRuns },
      );
    });

    it('leads from a post to what it reacts to and back', () => {
      fc.assert(
        fc.property(anyPost, (post) => {
          const ways = [
            [post.replyToId, (id: string) => idsOf([...eachOf(world.repliesTo(id))])],
            [post.quotedId, (id: string) => idsOf([...eachOf(world.quotesOf(id))])],
            [post.retweetOfId, (id: string) => [...eachOf(world.retweetersOf(id))].map((account) => account.id)],
          ] as const;
          for (const [id, reactions] of ways) {
            const target = id === undefined ? undefined : world.post(id);
            if (id !== undefined) {
              assert.ok(target !== undefined && target.createdAtMs < post.createdAtMs, post.id);
              assert.ok(reactions(id).includes(id === post.retweetOfId ? post.authorId : post.id));
              assert.equal(new Set(reactions(id)).size, reactions(id).length);
            }
            if (id === post.replyToId && target !== undefined) {
              assert.equal(post.conversationId, target.conversationId);
            }
          }
          const start = world.post(post.conversationId);
          assert.ok(start !== undefined && start.replyToId === undefined);
          for (const reply of eachOf(world.repliesTo(post.id))) {
            assert.equal(reply.replyToId, post.id);
          }
        }),
        { numRuns },
      );
    });

    it('has each tie at both ends, and counts that agree', () => {
      fc.assert(
        fc.property(anyAccount, (account) => {
          const following = [...eachOf(world.followingOf(account.id))];
          assert.equal(following.length, account.record.counts.following);
          assert.equal(new Set(idsOf(following)).size, following.length);
          for (const followed of following) {
            assert.notEqual(followed.id, account.id);
            assert.ok(world.follows(account.id, followed.id));
            assert.ok(followersHold(followed, account), `${account.id} of ${followed.id}`);
          }
          const followers = world.followersOf(account.id, 'all');
          assert.equal(followers.length, account.record.counts.followers);
          const some = followers.slice(0, 60);
          assert.ok(some.every((follower) => world.follows(follower.id, account.id)));
          assert.equal(new Set(idsOf(some)).size, some.length);
        }),
        { numRuns },
      );
    });

    it('names as many likers as it counts, and they like it', () => {
      fc.assert(
        fc.property(anyPost, (post) => {
          const likers = world.likersOf(post.id);
          assert.equal(likers.length, post.likes);
          const some = likers.slice(0, 5);
          assert.equal(new Set(idsOf(some)).size, some.length);
          for (const liker of some) {
            const liked = world.postsOf(liker.id, 'likes');
            assert.equal(liked.length, liker.record.counts.likes);
            assert.ok(idsOf(liked.slice(0, liked.length)).includes(post.id));
          }
        }),
        { numRuns: 20 },
      );
    });

    it('pages through any row without a gap or a repeat, whatever the page size', () => {
      const rows: readonly ((account: Account) => Sequence<{ readonly id: string }>)[] = [
        ...(['posts', 'postsAndReplies', 'media', 'likes'] as const).map(
          (what: PostsOf) => (account: Account) => world.postsOf(account.id, what),
        ),
        (account) => world.followersOf(account.id, 'all'),
        (account) => world.followersOf(account.id, 'verified'),
        (account) => world.followingOf(account.id),
        () => world.posts(),
        () => world.postsTagged(exampleValues.hashtag),
        () => world.accounts(),
      ];
      fc.assert(
        fc.property(
          anyAccount,
          fc.constantFrom(...rows),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.integer({ min: 1, max: 70 }),
          (account, row, share, page) => {
            const sequence = row(account);
            const start = Math.floor(share * sequence.length);
            const end = Math.min(sequence.length, start + 200);
            const whole = idsOf(sequence.slice(start, end));
            const paged: string[] = [];
            for (let at = start; at < end; at += page) {
              paged.push(...idsOf(sequence.slice(at, Math.min(at + page, end))));
            }
            assert.deepEqual(paged, whole);
            assert.equal(whole.length, end - start);
            assert.equal(new Set(whole).size, whole.length);
          },
        ),
        { numRuns },
      );
    });

    it('orders all posts newest first', () => {
      fc.assert(
        fc.property(fc.nat(), (number) => {
          const start = number % (posts().length - 100);
          const cut = posts().slice(start, start + 100);
          cut.slice(1).forEach((post, index) => assert.ok(isNewer(cut[index], post)));
        }),
        { numRuns },
      );
    });

    it('hides the posts of protected accounts from everybody but themselves', () => {
      const last = itemAt(accounts(), accounts().length - 1);
      assert.equal(last.state, 'protected');
      const own = world.postsOf(last.id, 'posts').slice(0, 9);
      assert.equal(own.length, last.record.counts.tweets);
      for (const post of own) {
        assert.deepEqual(world.post(post.id), post);
        assert.equal(post.authorId, last.id);
      }
    });

    it('knows no record for ids that belong to none', () => {
      fc.assert(
        fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (id) => {
          assert.equal(world.post(id.toString()), undefined);
          assert.equal(world.account(id.toString()), undefined);
        }),
        { numRuns: 500 },
      );
    });
  });

  function followersHold(followed: Account, follower: Account): boolean {
    const followers = world.followersOf(followed.id, 'all');
    // a crowd is too many to walk through for each of its members; that it agrees is shown from the other side
    return followers.length > 3000 || idsOf([...eachOf(followers)]).includes(follower.id);
  }
}

function itemAt<T>(sequence: Sequence<T>, index: number): T {
  const [item] = sequence.slice(index, index + 1);
  assert.ok(item !== undefined, `nothing at ${index} of ${sequence.length}`);
  return item;
}

function isNewer(left: Post | undefined, right: Post): boolean {
  return left !== undefined && (left.createdAtMs - right.createdAtMs || compareIds(left.id, right.id)) > 0;
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map((item) => item.id);
}
