import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseQuery } from '../../../../src/client/search/parseQuery.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { searchPeople, searchPosts, createTextMatcher, toSearchableText } from '../../../../src/sandbox/world/searchPosts.ts';
import type { WorldPost } from '../../../../src/sandbox/world/world.ts';

const world = createWorld();
const all = world.posts();
const searchable = all.filter((post) => post.retweetOfId === undefined);

const matches = (sought: string, text: string): boolean => createTextMatcher(sought)(toSearchableText(text));

describe('the words in a search', () => {
  it('match whole words, case-insensitive', () => {
    assert.ok(matches('Coffee', 'a cup of coffee, please'));
    assert.ok(!matches('coffee', 'coffeehouse'));
    assert.ok(!matches('coffee', 'decoffee'));
    assert.ok(matches('coffee', 'coffeehouse coffee'));
    assert.ok(matches('café', 'un café!'));
    assert.ok(!matches('caf', 'un café!'));
    assert.ok(matches('بندر', 'صبح بندر آرام'));
  });

  it('match any part of a string in scripts without spaces', () => {
    assert.ok(matches('コーヒー', '今朝のコーヒーは濃い'));
    assert.ok(matches('กาแฟ', 'เช้านี้กาแฟเข้ม'));
    assert.ok(matches('咖啡', '今天咖啡很浓'));
  });

  it('match a phrase as consecutive words', () => {
    assert.ok(matches('second train', 'take the second train, not'));
    assert.ok(!matches('second train', 'second slow train'));
    assert.ok(!matches('second train', 'the second trains'));
    assert.ok(matches("don't", "i don't know"));
  });

  it('match signs and emoji anywhere', () => {
    assert.ok(matches('☕', 'good☕morning'));
    assert.ok(!matches('☕', 'good morning'));
  });
});

describe('a search for posts', () => {
  it('evaluates AND before OR, and negates words, operators, and groups', () => {
    const sizes = ['coffee', 'coffee harbour', 'coffee OR rain', '-coffee', 'rain OR coffee harbour', '-(coffee OR rain)'].map(
      (query) => search(query).length,
    );
    const [coffee = 0, both = 0, either = 0, without = 0, , neither = 0] = sizes;
    const rain = search('rain').length;
    assert.ok(both > 0 && both < coffee && coffee < either);
    assert.equal(coffee + without, searchable.length);
    assert.equal(either, coffee + rain - search('coffee rain').length);
    assert.equal(neither, searchable.length - either);
    assert.equal(search('rain OR coffee harbour').length, rain + both - search('rain coffee harbour').length);
  });

  it('finds each post either with an operator or with its negation', () => {
    const operators = [
      'filter:replies',
      'filter:links',
      'filter:media',
      'filter:images',
      'filter:quote',
      'filter:verified',
      'filter:blue_verified',
      'filter:hashtags',
      'filter:mentions',
      'filter:self_threads',
      'filter:safe',
      'filter:has_engagement',
      'filter:spaces',
      'lang:de',
      'from:ada_writes',
      'to:ada_writes',
      'min_faves:10',
      'min_replies:2',
      'min_retweets:1',
      'since:2026-01-01',
      'until:2026-01-01',
      'within_time:7d',
      'url:data.example',
      'card_name:animated_gif',
      `conversation_id:${landmarks.deepThreadId}`,
      'near:Lisbon',
      'place:Lisbon',
      'source:Web_App',
      'quoted_user_id:1500000000000000001',
      'is:reply',
      'has:geo',
      'list:1700000000000000001',
    ];
    for (const operator of operators) {
      const found = search(operator).length;
      assert.ok(found > 0, operator);
      assert.ok(found < searchable.length, operator);
      assert.equal(found + search(`-${operator}`).length, searchable.length, operator);
    }
  });

  it('finds posts by each operator', () => {
    const checks: readonly (readonly [string, (post: WorldPost) => boolean])[] = [
      ['lang:he', (post) => post.lang === 'he'],
      ['filter:replies', (post) => post.replyToId !== undefined],
      ['min_faves:50', (post) => post.likes >= 50],
      ['#OpenData', (post) => post.hashtags.some((tag) => tag.toLowerCase() === 'opendata')],
      ['@Mira_Maps', (post) => post.mentions.includes('mira_maps')],
      ['since:2026-06-01', (post) => post.createdAtMs >= Date.UTC(2026, 5, 1)],
      ['until:2025-01-01_12:00:00_UTC', (post) => post.createdAtMs < Date.UTC(2025, 0, 1, 12)],
      ['within_time:1h', (post) => post.createdAtMs >= world.nowMs - 3_600_000],
      ['filter:native_video', (post) => post.media.some((media) => media.type === 'video')],
    ];
    for (const [query, isRight] of checks) {
      assert.deepEqual(idsOf(search(query)), idsOf(searchable.filter(isRight)), query);
    }
  });

  it('excludes the since_id post and includes the max_id post', () => {
    const middle = searchable[Math.floor(searchable.length / 2)];
    assert.ok(middle !== undefined);
    const newer = search(`since_id:${middle.id}`);
    const older = search(`max_id:${middle.id}`);
    assert.ok(!newer.includes(middle) && older.includes(middle));
    assert.equal(newer.length + older.length, searchable.length);
  });

  it('excludes reposts unless the query asks for them', () => {
    assert.ok(search('coffee').every((post) => post.retweetOfId === undefined));
    assert.ok(search('coffee include:nativeretweets').some((post) => post.retweetOfId !== undefined));
    const only = search('filter:nativeretweets');
    assert.ok(only.length > 0 && only.every((post) => post.retweetOfId !== undefined));
  });

  it('ignores unsupported operators with a note, negated or not', () => {
    const notes: string[] = [];
    for (const query of ['coffee context:1.2', 'coffee -context:1.2', 'coffee filter:nonsense', 'coffee min_faves:many']) {
      assert.equal(search(query, notes).length, search('coffee').length, query);
    }
    assert.equal(notes.length, 4);
  });

  it('uses the radius from within:, and 25 km without it', () => {
    const near = search('near:Lisbon').length;
    const close = search('near:Lisbon within:1km').length;
    assert.ok(close < near);
    assert.equal(search('near:Lisbon within:400km').length, search('near:Lisbon within:400km OR near:Porto within:400km').length);
    assert.equal(search('geocode:38.72,-9.14,25km').length, near);
    assert.equal(search('near:Atlantis').length, 0);
  });

  it('sorts by engagement or by time', () => {
    const top = searchPosts(world, parseQuery('coffee').root, { order: 'top', note: ignore });
    assert.deepEqual(idsOf(top).sort(), idsOf(search('coffee')).sort());
    assert.ok((top[0]?.likes ?? 0) >= 200);
  });

  it('accepts thousands of parentheses', () => {
    for (const opening of ['(', '-(', '(a ', '(a OR ']) {
      assert.ok(search(opening.repeat(20_000)).length <= all.length, opening);
    }
    assert.equal(search(`${'('.repeat(50)}coffee${')'.repeat(50)}`).length, search('coffee').length);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('', ' OR ', ' -', ' from:', ' near:"'),
        (text, joint) => {
          const found = search(`${text}${joint}${text}`);
          assert.ok(found.length <= all.length);
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe('a search for people', () => {
  it('searches name, handle, and bio, and ignores operators', () => {
    const notes: string[] = [];
    const found = searchPeople(world, parseQuery('ada lang:en').root, (note) => void notes.push(note));
    assert.equal(found[0]?.record.username, 'ada_writes');
    assert.ok(found.length > 5);
    assert.equal(notes.length, 1);
    const [exact, ...others] = searchPeople(world, parseQuery('@mira_maps').root, ignore);
    assert.equal(exact?.record.username, 'mira_maps');
    assert.equal(others.length, 0);
  });

  it('doesn’t find suspended accounts', () => {
    const words = landmarks.suspendedHandle.replace('_', ' ');
    assert.equal(searchPeople(world, parseQuery(`"${words}"`).root, ignore).length, 0);
  });
});

function search(query: string, notes: string[] = []): readonly WorldPost[] {
  return [...searchPosts(world, parseQuery(query).root, { order: 'latest', note: (text) => void notes.push(text) })];
}

function idsOf(posts: readonly WorldPost[]): string[] {
  return posts.map((post) => post.id);
}

function ignore(): void {
  // these tests ignore notes
}
