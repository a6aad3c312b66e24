import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import type { WorldPost } from '../../../../src/sandbox/world/world.ts';

const world = createWorld();
const posts = [...iterateSequence(world.posts())];
const replies = posts.filter((post) => post.replyToId !== undefined);

describe('the conversations of the world', () => {
  it('have for each reply the post it answers, earlier and in the same conversation', () => {
    assert.ok(replies.length > 3000, `${replies.length} replies`);
    for (const reply of replies) {
      const parent = world.post(reply.replyToId ?? '');
      assert.ok(parent !== undefined, reply.id);
      assert.equal(reply.conversationId, parent.conversationId);
      assert.ok(parent.createdAtMs < reply.createdAtMs, reply.id);
    }
  });

  it('start with the post whose id they have', () => {
    for (const post of posts) {
      const start = world.post(post.conversationId);
      assert.ok(start !== undefined && start.replyToId === undefined, post.id);
    }
  });

  it('lead from each post to its replies, quotes and reposts, and back', () => {
    for (const post of posts) {
      for (const reply of iterateSequence(world.repliesTo(post.id))) {
        assert.equal(reply.replyToId, post.id);
      }
      for (const quote of iterateSequence(world.quotesOf(post.id))) {
        assert.equal(quote.quotedId, post.id);
      }
    }
    const sum = posts.reduce((total, post) => total + world.repliesTo(post.id).length, 0);
    assert.equal(sum, replies.length);
  });

  it('hold one that goes 80 replies down', () => {
    const deepest = Math.max(...inConversation(landmarks.deepThreadId).map(depthOf));
    assert.ok(deepest >= 60, `${deepest} levels`);
  });

  it('hold one with 2,000 replies, and one with 150 beside each other', () => {
    assert.equal(inConversation(landmarks.crowdThreadId).length - 1, 2000);
    assert.equal(world.repliesTo(landmarks.wideThreadId).length, 150);
  });

  it('hold none of a protected account', () => {
    const hidden = world.post(landmarks.protectedPostId);
    assert.ok(hidden !== undefined);
    assert.ok(!posts.includes(hidden));
    assert.ok(posts.every((post) => world.account(post.authorId)?.state === 'active'));
  });

  it('quote and repost only what is there, and no repost', () => {
    for (const post of posts) {
      for (const id of [post.quotedId, post.retweetOfId]) {
        const target = id === undefined ? undefined : world.post(id);
        assert.ok(id === undefined || (target !== undefined && target.retweetOfId === undefined), post.id);
      }
    }
  });

  it('put the pinned post first in a timeline, and again in its place', () => {
    const timeline = [...iterateSequence(world.postsOf(exampleValues.userId, 'posts'))].map((post) => post.id);
    assert.equal(timeline[0], exampleValues.tweetId);
    const rest = timeline.slice(1);
    assert.deepEqual(
      rest,
      [...new Set(rest)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? 1 : -1)),
    );
    assert.ok(rest.includes(exampleValues.tweetId));
  });
});

function inConversation(id: string): readonly WorldPost[] {
  return posts.filter((post) => post.conversationId === id);
}

function depthOf(post: WorldPost): number {
  let depth = 0;
  for (let above = world.post(post.replyToId ?? ''); above !== undefined; above = world.post(above.replyToId ?? '')) {
    depth += 1;
  }
  return depth;
}
