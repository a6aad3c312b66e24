import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { readSnowflakeTimeMs } from '../../../../src/sandbox/world/snowflake.ts';
import { getSpaceState } from '../../../../src/sandbox/world/spaces.ts';
import type { SandboxWorld } from '../../../../src/sandbox/world/world.ts';

const world = createWorld();
const accounts = world.accounts();
const posts = world.posts();

describe('the sample data', () => {
  it('is always the same', () => {
    assert.equal(digestOf(createWorld()), digestOf(world));
  });

  it('has unique ids of 18 to 20 digits above 2^53', () => {
    const ids = [
      ...accounts.map((account) => account.id),
      ...posts.map((post) => post.id),
      ...world.lists().map((list) => list.id),
      ...world.communities().map((community) => community.id),
      ...world.jobs().map((job) => job.id),
    ];
    const odd = ids.find((id) => !/^[1-9]\d{17,19}$/.test(id) || BigInt(id) <= 2n ** 53n);
    assert.equal(odd, undefined);
    assert.equal(new Set(posts.map((post) => post.id)).size, posts.length);
    assert.equal(new Set(accounts.map((account) => account.id)).size, accounts.length);
    assert.ok(posts.some((post) => post.id.length === 20));
  });

  it('has each post’s time in its id, never in the future', () => {
    for (const post of posts) {
      assert.equal(readSnowflakeTimeMs(post.id), post.createdAtMs, post.id);
      assert.ok(post.createdAtMs <= world.nowMs, post.id);
    }
  });

  it('has media of each type, alt text, long text, articles, quotes, reposts, places, and unusual text', () => {
    const media = posts.flatMap((post) => [...post.media]);
    for (const type of ['photo', 'video', 'animated_gif']) {
      assert.ok(
        media.some((item) => item.type === type),
        type,
      );
    }
    assert.ok(media.some((item) => item.altText !== null));
    assert.ok(posts.some((post) => post.text.length > 1000));
    assert.ok(posts.some((post) => post.article !== undefined));
    assert.ok(posts.some((post) => post.quotedId !== undefined));
    assert.ok(posts.some((post) => post.retweetOfId !== undefined));
    assert.ok(posts.some((post) => post.geo !== undefined));
    assert.ok(posts.some((post) => post.text.includes('<script>')));
    assert.ok(posts.some((post) => post.text.includes('\u202e')));
  });

  it('has posts in every common script', () => {
    const text = posts.map((post) => post.text).join('');
    const scripts = `Latin Greek Cyrillic Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam
      Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Cherokee Canadian_Aboriginal Khmer Mongolian Hiragana Katakana
      Han Armenian Thaana Syriac Nko Braille`.split(/\s+/);
    for (const script of scripts) {
      assert.match(text, new RegExp(`\\p{Script=${script}}`, 'u'), script);
    }
  });

  it('has only reserved hosts', () => {
    const urls = [
      ...posts.flatMap((post) => [...post.urls, ...post.media.flatMap((item) => [item.url, item.previewUrl])]),
      ...accounts.flatMap(({ record }) => [record.url, record.avatarUrl, record.bannerUrl]),
    ];
    for (const url of urls) {
      assert.ok(url === null || new URL(url).hostname.endsWith('.example'), String(url));
    }
  });
});

describe('the reserved values', () => {
  it('match the endpoints’ examples', () => {
    const hero = world.account(exampleValues.userId);
    assert.equal(hero?.record.username, exampleValues.handle);
    assert.equal(world.account(exampleValues.otherUserId)?.record.username, exampleValues.otherHandle);
    assert.ok(world.isFollowing(exampleValues.userId, exampleValues.otherUserId));
    for (const what of ['posts', 'postsAndReplies', 'media', 'likes', 'articles'] as const) {
      assert.ok(world.postsOf(exampleValues.userId, what).length > 0, what);
    }
    assert.ok(world.post(exampleValues.articleTweetId)?.article !== undefined);
    assert.equal(world.list(exampleValues.listId)?.ownerId, exampleValues.userId);
    assert.equal(world.community(exampleValues.communityId)?.adminId, exampleValues.userId);
    const space = world.space(exampleValues.spaceId);
    assert.ok(space !== undefined && getSpaceState(space, world.nowMs) === 'live');
    assert.deepEqual(space.hostIds[0], exampleValues.userId);
    assert.ok(world.postsTagged(exampleValues.hashtag).length > 100);
  });

  it('include the landmarks', () => {
    assert.equal(world.list(landmarks.privateListId)?.private, true);
    assert.equal(world.list(landmarks.listWithErrorsId)?.rawHasErrors, true);
    assert.equal(world.community(landmarks.inviteOnlyCommunityId)?.inviteOnly, true);
    assert.equal(world.post(landmarks.twentyDigitPostId)?.id.length, 20);
    const author = world.post(landmarks.protectedPostId)?.authorId ?? '';
    assert.equal(world.account(author)?.state, 'protected');
  });

  it('have audio rooms in each state, and the state changes with the clock', () => {
    const states = new Set(world.spaces().map((space) => getSpaceState(space, world.nowMs)));
    assert.deepEqual([...states].sort(), ['cancelled', 'ended', 'live', 'scheduled']);
    const room = world.space(landmarks.scheduledSpaceId);
    assert.ok(room !== undefined);
    const seen = [world.nowMs, room.startsAtMs, room.endsAtMs - 1, room.endsAtMs].map((moment) => getSpaceState(room, moment));
    assert.deepEqual(seen, ['scheduled', 'live', 'live', 'ended']);
  });
});

function digestOf(of: SandboxWorld): string {
  const hash = createHash('sha256');
  for (const account of of.accounts()) {
    hash.update(JSON.stringify(account));
  }
  for (const post of of.posts()) {
    hash.update(JSON.stringify(post));
  }
  for (const part of [of.lists(), of.communities(), of.jobs(), of.places(), of.spaces()]) {
    hash.update(JSON.stringify(part.slice(0, part.length)));
  }
  hash.update(JSON.stringify([of.trendsAt(1), of.hashflags()]));
  return hash.digest('hex');
}
