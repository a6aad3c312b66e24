import assert from 'node:assert/strict';
import { documentPage, threadPage, threadsInText } from '../../../../src/app/thread/threadPage.ts';
import { tweet as endpoint } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { answerWith } from '../../client/records/answers.ts';
import { madeTweet } from './madeTweet.ts';

const site = 'https://social.example';
const answer = (id: string, conversationId: string, fields = {}) =>
  madeTweet(id, conversationId, 0, { conversationId, ...fields });
/** Two conversations, and a post that names none. */
const mixed = [
  answer('12', '10'),
  madeTweet('10'),
  answer('22', '20'),
  answer('21', '20', { createdAt: '2026-01-01T00:00:00Z' }),
];
const alone = madeTweet('30', undefined, 0, { conversationId: '' });
const asked = (askedId: string) => ({ askedId, cursor: undefined });
const found = (text: string) => threadsInText(text, site).threads.map(({ focal, count }) => [focal.id, count]);

describe('the conversations of a JSON text', () => {
  it('are in its order, each around the post that began it, else around the earliest', () => {
    assert.deepEqual(found(JSON.stringify({ data: [...mixed, alone] })), [
      ['10', 2],
      ['21', 2],
      ['30', 1],
    ]);
  });

  it('are found in a page, a list and one post alike, and behind a byte order mark', () => {
    assert.deepEqual(found(JSON.stringify({ data: mixed })), found(JSON.stringify(mixed)));
    assert.deepEqual(found(JSON.stringify(mixed[1])), [['10', 1]]);
    assert.deepEqual(found(`\ufeff${JSON.stringify(mixed)}`), found(JSON.stringify(mixed)));
  });

  it('leave out what is no post', () => {
    assert.deepEqual(found(JSON.stringify({ data: [{ id: '1' }, null, 7, madeTweet('10'), 'text'] })), [['10', 1]]);
  });

  for (const text of ['', '{', '[]', '{}', 'null', '7', '{"data":[]}', '{"data":{"name":"left alone"}}', '[[[1]]]']) {
    it(`are none in ${text === '' ? 'nothing' : text}`, () => {
      assert.deepEqual(threadsInText(text, site).threads, []);
    });
  }
});

describe('the page of a thread from a document', () => {
  it('has the posts of the one conversation and leads nowhere', () => {
    const page = documentPage(JSON.stringify({ data: mixed, nextCursor: 'more', hasNextPage: true }), asked('22'), site);
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

  it('has nothing where the post is not in the text any more', () => {
    const page = documentPage(JSON.stringify(mixed), asked('99'), site);
    assert.deepEqual([page.posts.size, page.places, page.isExcerpt], [0, [], true]);
  });
});

describe('a page of a conversation', () => {
  it('leaves out what is no post: nobody wrote it, or it says nothing', () => {
    const author = { username: 'ada' };
    const value = {
      data: [
        { id: '7', text: 'words', author },
        { id: '8', text: 'nobody wrote it' },
        { id: '9', author },
      ],
    };
    const { posts } = threadPage(toPage(answerWith(endpoint, value)), { askedId: '7', cursor: undefined });
    assert.deepEqual([...posts.keys()], ['7']);
  });
});
