import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { tweet } from '../../../../src/client/endpoints/table.ts';
import { walkRecordTree, readRecord } from '../../../../src/client/records/readRecord.ts';
import { recordKinds } from '../../../../src/client/endpoint.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { respondWith } from './responses.ts';

describe('readRecord', () => {
  it('returns an empty record for anything but an object', () => {
    for (const kind of recordKinds.filter((name) => name !== 'other')) {
      for (const value of [undefined, null, 1, 'text', [], {}]) {
        const { kind: read, ...rest } = readRecord(kind, value);
        assert.equal(read, kind);
        assert.deepEqual(
          Object.values(rest).filter((field) => field !== undefined),
          [],
        );
      }
    }
  });

  it('keeps an empty string and a 0 from the service', () => {
    const post = readRecord('post', { id: '1', text: '', counts: { likes: 0 } });
    assert.deepEqual([post.text, post.likes, post.lang, post.views], ['', 0, undefined, undefined]);
  });

  it('accepts a whole number as an id, unless it has lost digits', () => {
    const ids = [{ id: 17 }, { id: 2 ** 60 }, { id: '18446744073709551615' }].map((value) => readRecord('list', value).id);
    assert.deepEqual(ids, ['17', undefined, '18446744073709551615']);
  });

  it('reads a post from either service into the same fields', () => {
    const primary = {
      id: '1',
      text: 'a',
      author: { username: 'ada', avatarUrl: 'https://pic.test/a', counts: { followers: 3 } },
      createdAt: '2026-01-31T10:30:00Z',
      counts: { likes: 3, retweets: 2 },
      hashtags: ['sea'],
      mentions: [{ username: 'grace' }],
    };
    const gateway = {
      id: '1',
      text: 'a',
      author: { username: 'ada', profile_image_url: 'https://pic.test/a', followers_count: 3 },
      created_at: '2026-01-31T10:30:00Z',
      metrics: { like_count: 3, retweet_count: 2 },
      entities: { hashtags: [{ text: 'sea' }], mentions: [{ screen_name: 'grace' }] },
    };
    assert.deepEqual(readRecord('post', gateway), readRecord('post', primary));
  });

  it("reads a link's address and its token in the text", () => {
    const entities = { urls: [{ url: 'https://t.co/a', expanded_url: 'https://one.test/', display_url: 'one.test' }, {}] };
    assert.deepEqual(readRecord('post', { entities }).links, [
      { url: 'https://one.test/', token: 'https://t.co/a' },
      { url: undefined, token: undefined },
    ]);
    assert.deepEqual(readRecord('post', { urls: ['https://one.test/'] }).links, [{ url: 'https://one.test/', token: undefined }]);
  });

  it('reads quoted and reposted posts and the posts quoted there, but not deeper ones', () => {
    const inner = { id: '2', quoted: { id: '3', quoted: { id: '4' } } };
    const { quoted, repostOf } = readRecord('post', { id: '1', quoted: inner, retweetOf: inner });
    assert.deepEqual([quoted?.id, repostOf?.id], ['2', '2']);
    assert.deepEqual([quoted?.quoted?.id, repostOf?.quoted?.id, repostOf?.quoted?.quoted], ['3', '3', undefined]);
  });

  it("has an account's counts, including 0", () => {
    const user = accountOf('2020-01-01T00:00:00Z');
    assert.deepEqual([user.followers, user.following, user.posts], [0, 3, 0]);
  });

  it('omits counts that the service reports as 0 because they are unknown, as for community members', () => {
    const user = accountOf(null);
    assert.deepEqual([user.followers, user.following, user.posts], [undefined, 3, undefined]);
  });
});

describe('walkRecordTree', () => {
  const idsOf = (kind: Parameters<typeof readRecord>[0], value: unknown) =>
    [...walkRecordTree(readRecord(kind, value))].map((part) => ('id' in part ? part.id : undefined));

  it('walks a post, its author, and the quoted and reposted posts with their authors', () => {
    const inner = (id: string, author: string) => ({ id, author: { id: author } });
    const post = { ...inner('1', '2'), quoted: inner('3', '4'), retweetOf: inner('5', '6') };
    assert.deepEqual(idsOf('post', post), ['1', '2', '3', '4', '5', '6']);
  });

  it("walks a list's owner, a community's admin, a Space's host, and an account with facts", () => {
    assert.deepEqual(idsOf('list', { id: '1', owner: { id: '2' } }), ['1', '2']);
    assert.deepEqual(idsOf('community', { id: '1', admin: { id: '2' } }), ['1', '2']);
    assert.deepEqual(idsOf('space', { id: '1', creator: { id: '2' } }), ['1', '2']);
    assert.deepEqual(idsOf('other', { id: '2', username: 'ada' }), [undefined, '2']);
  });
});

describe('a post from upstream JSON', () => {
  const record = postOf({ place: { full_name: 'Lisbon', country: 'Portugal' }, full_text: 'See https://t.co/a' });

  it("has its place and its links' tokens", () => {
    assert.equal(record.place, 'Lisbon');
    assert.deepEqual(record.links, [{ url: 'https://one.test/', token: 'https://t.co/a' }]);
  });

  it('has a view count only if one was reported, including 0', () => {
    assert.equal(record.views, undefined);
    assert.equal(postOf({}, { views: { count: '0' } }).views, 0);
  });
});

function accountOf(createdAt: string | null) {
  return readRecord('user', { id: '7', username: 'ada', createdAt, counts: { followers: 0, following: 3, tweets: 0 } });
}

function postOf(legacy: object, beside: object = {}) {
  const entities = { urls: [{ url: 'https://t.co/a', expanded_url: 'https://one.test/', display_url: 'one.test' }] };
  const author = { __typename: 'User', rest_id: '7', legacy: { screen_name: 'ada', name: 'Ada' } };
  const result = {
    __typename: 'Tweet',
    rest_id: '1',
    core: { user_results: { result: author } },
    legacy: { full_text: 'a', created_at: 'Sat Jan 31 10:30:00 +0000 2026', entities, ...legacy },
    ...beside,
  };
  const [found] = toPage(respondWith(tweet, { data: { tweetResult: { result } } }, 'raw')).records;
  assert.ok(found?.record.kind === 'post');
  return found.record;
}
