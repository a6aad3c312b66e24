import assert from 'node:assert/strict';
import { tweet as endpoint } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { toTweet } from '../../../../src/client/upstream/toRecords.ts';
import { threadPage } from '../../../../src/app/thread/threadPage.ts';
import { toThreadPost } from '../../../../src/app/thread/toThreadPost.ts';
import { answerWith } from '../../client/records/answers.ts';
import { pagePost } from './madeTweet.ts';
import { threadPostSchema, type ThreadPost } from '../../../../src/protocol/threadPost.ts';

type Fields = Readonly<Record<string, unknown>>;

const author = { __typename: 'User', rest_id: '11', core: { screen_name: 'ada', name: 'Ada' }, legacy: {} };
const tweet = (fields: Fields, legacy: Fields = {}): Fields => ({
  __typename: 'Tweet',
  rest_id: '5',
  core: { user_results: { result: author } },
  legacy: { full_text: 'words', created_at: 'Wed Oct 10 20:19:24 +0000 2018', user_id_str: '11', ...legacy },
  ...fields,
});
const link = (fromIndex: number, toIndex: number, url: string): Fields => ({
  fromIndex,
  toIndex,
  ref: { type: 'TimelineUrl', url },
});

/** A post of upstream JSON as the thread shows it. */
function shown(result: Fields): ThreadPost {
  const read = toTweet(result);
  assert.ok(read !== undefined);
  return toThreadPost(pagePost(read.record, read.extra));
}

function noted(text: string, ...entities: readonly Fields[]): ThreadPost['note'] {
  return shown(
    tweet({ birdwatch_pivot: { subtitle: { text, entities }, destinationUrl: 'https://social.example/i/birdwatch/n/3' } }),
  ).note;
}

describe('a post of a thread', () => {
  it("has the links of a community note where the note's words say, whatever stands before them", () => {
    const note = noted(
      '🎈🎈 see a.example/lo… and b.example.',
      link(25, 34, 'https://t.co/two'),
      link(7, 20, 'https://t.co/one'),
    );
    assert.deepEqual(note, {
      segments: [
        { kind: 'text', text: '🎈🎈 see ' },
        { kind: 'link', text: 'a.example/lo…', url: 'https://t.co/one' },
        { kind: 'text', text: ' and ' },
        { kind: 'link', text: 'b.example', url: 'https://t.co/two' },
        { kind: 'text', text: '.' },
      ],
      url: 'https://social.example/i/birdwatch/n/3',
    });
  });

  it('keeps every word of a note whose links overlap, end behind it or lead nowhere', () => {
    const entities = [
      link(0, 4, 'https://t.co/one'),
      link(2, 6, 'https://t.co/two'),
      link(5, 900, 'https://t.co/three'),
      link(5, 7, 'javascript:alert(1)'),
      { fromIndex: 'x' },
    ];
    const { segments = [] } = noted('some words', ...entities) ?? {};
    assert.equal(segments.map(({ text }) => text).join(''), 'some words');
    assert.deepEqual(
      segments.flatMap((segment) => (segment.kind === 'link' ? [segment.url] : [])),
      ['https://t.co/one'],
    );
  });

  it('says no count, size or time that the answer does not tell', () => {
    const record = { id: '7', text: 'words', author: { username: 'ada' }, media: [{ type: 'photo', url: 'https://pic.test/1' }] };
    const value = { data: [record, { id: '8', text: 'nobody wrote it' }, { id: '9', author: record.author }] };
    const { posts } = threadPage(toPage(answerWith(endpoint, value)), { exchangeId: 'e', askedId: '7', cursor: undefined });
    assert.deepEqual([...posts.keys()], ['7']);
    const [post] = [...posts.values()].map(toThreadPost);
    assert.deepEqual(post?.counts, { likes: null, retweets: null, replies: null, quotes: null, bookmarks: null, views: null });
    assert.deepEqual([post.media[0]?.width, post.media[0]?.durationMs, post.createdAt], [null, null, '']);
    assert.doesNotThrow(() => threadPostSchema.parse(post));
  });

  it('resolves each link of its text, also where two lead to one place', () => {
    const urls = ['https://t.co/one', 'https://t.co/two'].map((url) => ({ url, expanded_url: 'https://a.example/' }));
    const { segments } = shown(tweet({}, { full_text: 'https://t.co/one https://t.co/two', entities: { urls } }));
    assert.deepEqual(
      segments.flatMap((segment) => (segment.kind === 'link' ? [segment.url] : [])),
      ['https://a.example/', 'https://a.example/'],
    );
  });

  it('says who may answer, by the word of the platform or by its sentence', () => {
    const limited = (limited_actions: readonly unknown[]) =>
      shown({ __typename: 'TweetWithVisibilityResults', tweet: tweet({}), limitedActionResults: { limited_actions } });
    const prompt = { headline: { text: 'Who can reply?' }, subtext: { text: 'Only some accounts can reply.' } };
    assert.equal(shown(tweet({}, { conversation_control: { policy: 'ByInvitation' } })).replyPolicy, 'ByInvitation');
    assert.equal(limited([{ action: 'Embed' }, { action: 'Reply', prompt }]).replyPolicy, 'Only some accounts can reply.');
    assert.equal(limited([{ action: 'Embed', prompt }]).replyPolicy, null);
    assert.equal(shown(tweet({})).replyPolicy, null);
  });

  it('leads from an audio room to its page, and to nothing where its id is none', () => {
    const room = (id: string) =>
      shown(
        tweet({
          card: {
            legacy: {
              name: '3691233323:audiospace',
              url: 'https://t.co/room',
              binding_values: [
                { key: 'id', value: { string_value: id, type: 'STRING' } },
                { key: 'card_url', value: { string_value: 'https://t.co/room', type: 'STRING' } },
              ],
            },
          },
        }),
      ).card;
    const site = new URL(shown(tweet({})).url).origin;
    assert.deepEqual(
      [room('1vOxwjaWEbdJB')?.url, room('1vOxwjaWEbdJB')?.roomId],
      [`${site}/i/spaces/1vOxwjaWEbdJB`, '1vOxwjaWEbdJB'],
    );
    assert.equal(room('../../x')?.roomId, null);
  });
});
