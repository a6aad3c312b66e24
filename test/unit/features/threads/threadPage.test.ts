import assert from 'node:assert/strict';
import { toThreadLayout } from '../../../../src/features/threads/threadLayout.ts';
import {
  readDocumentThreadPage,
  type ThreadPage,
  toThreadPage,
  findThreadsInText,
} from '../../../../src/features/threads/threadPage.ts';
import { tweet as endpoint } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { respondWith } from '../../client/records/responses.ts';
import { madeTweet } from './madeTweet.ts';

const site = 'https://social.example';
const response = (id: string, conversationId: string, fields = {}) =>
  madeTweet(id, conversationId, 0, { conversationId, ...fields });
/** Two conversations. */
const mixed = [
  response('12', '10'),
  madeTweet('10'),
  response('22', '20'),
  response('21', '20', { createdAt: '2026-01-01T00:00:00Z' }),
];
const alone = madeTweet('30', undefined, 0, { conversationId: '' });
const toKey = (postId: string) => ({ postId, cursor: undefined });
const found = (text: string) => findThreadsInText(text, site).threads.map(({ focal, count }) => [focal.id, count]);

describe('findThreadsInText', () => {
  it('returns conversations in text order, with their first or earliest post', () => {
    assert.deepEqual(found(JSON.stringify({ data: [...mixed, alone] })), [
      ['10', 2],
      ['21', 2],
      ['30', 1],
    ]);
  });

  it('reads a page, a list, and a single post, with and without a byte order mark', () => {
    assert.deepEqual(found(JSON.stringify({ data: mixed })), found(JSON.stringify(mixed)));
    assert.deepEqual(found(JSON.stringify(mixed[1])), [['10', 1]]);
    assert.deepEqual(found(`\ufeff${JSON.stringify(mixed)}`), found(JSON.stringify(mixed)));
  });

  it('leaves out records that aren’t posts', () => {
    assert.deepEqual(found(JSON.stringify({ data: [{ id: '1' }, null, 7, madeTweet('10'), 'text'] })), [['10', 1]]);
  });

  for (const text of ['', '{', '[]', '{}', 'null', '7', '{"data":[]}', '{"data":{"name":"left alone"}}', '[[[1]]]']) {
    it(`finds none in ${text === '' ? 'an empty string' : text}`, () => {
      assert.deepEqual(findThreadsInText(text, site).threads, []);
    });
  }
});

describe('readDocumentThreadPage', () => {
  it('returns one conversation’s posts, without a next page', () => {
    const page = readDocumentThreadPage(
      JSON.stringify({ data: mixed, nextCursor: 'more', hasNextPage: true }),
      toKey('22'),
      site,
    );
    assert.deepEqual([...page.posts.keys()], ['22', '21']);
    assert.deepEqual(
      page.places.map((place) => (place.kind === 'tweet' ? [place.tweetId, place.parentId] : [])),
      [
        ['22', '20'],
        ['21', '20'],
      ],
    );
    assert.ok(page.isExcerpt);
  });

  it('doesn’t return posts if the focal post isn’t in the text', () => {
    const page = readDocumentThreadPage(JSON.stringify(mixed), toKey('99'), site);
    assert.deepEqual([page.posts.size, page.places, page.isExcerpt], [0, [], true]);
  });
});

describe('toThreadPage', () => {
  const author = { username: 'ada' };
  const data = [
    { id: '7', text: 'words', author, media: [{ type: 'photo', url: 'https://a.example/b.png', width: 'wide' }] },
    { id: '8', text: 'of somebody who is gone', author: null, replyTo: { tweetId: '7' } },
    { id: '9', author, replyTo: { tweetId: '7' } },
    { id: '10', note: 'no post' },
    null,
  ];
  const textsOf = (page: ThreadPage) =>
    toThreadLayout('7', [page], { next: () => undefined, isFollowed: () => false, hasBegun: () => false }, 'Relevance').rows.map(
      (row) => (row.kind === 'absent' ? row.text : row.key),
    );

  it('reads posts’ valid parts, and marks posts that can’t be read', () => {
    const page = toThreadPage(toPage(respondWith(endpoint, { data })), { postId: '7', cursor: undefined });
    assert.deepEqual([...page.posts.keys()], ['7', '8', '9']);
    const lost = "This post couldn't be read.";
    assert.deepEqual(textsOf(page), ['7', '8', '9', lost, lost]);
  });

  it('does the same for a document, and doesn’t find a thread if no post can be read', () => {
    const conversation = data.map((post) => post && { ...post, conversationId: '7' });
    assert.deepEqual(textsOf(readDocumentThreadPage(JSON.stringify(conversation), toKey('7'), site)).length, 5);
    const { threads } = findThreadsInText(JSON.stringify([{ id: '10' }, { id: '11' }]), site);
    assert.deepEqual(threads, []);
  });

  it('marks an upstream post that can’t be read', () => {
    const post = (id: string, legacy: object | null) => ({ rest_id: id, core: {}, legacy });
    const line = (id: string, result: object) => ({
      entryId: `tweet-${id}`,
      content: { itemContent: { tweet_results: { result } } },
    });
    const entries = [line('7', post('7', { full_text: 'words' })), line('8', post('8', null))];
    const body = { data: { threaded_conversation_with_injections_v2: { instructions: [{ entries }] } } };
    const page = readDocumentThreadPage(JSON.stringify(body), toKey('7'), site);
    assert.deepEqual(textsOf(page), ['7', "This post couldn't be read."]);
    const none = { data: { threaded_conversation_with_injections_v2: { instructions: [{ entries: entries.slice(1) }] } } };
    assert.deepEqual(findThreadsInText(JSON.stringify(none), site).threads, []);
  });
});
