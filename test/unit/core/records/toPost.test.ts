import fc from 'fast-check';
import assert from 'node:assert/strict';
import { findEndpointById, endpoints, tweet as endpoint } from '../../../../src/client/endpoints/table.ts';
import { type PageResponse, toPage } from '../../../../src/client/records/toPage.ts';
import { toTweet } from '../../../support/toTweet.ts';
import { toPost, toTextSegments, toSafeWebAddress } from '../../../../src/core/records/toPost.ts';
import { respondWith, exampleResponse } from '../../client/records/responses.ts';
import { readPost, mergeUpstreamPostExtra } from '../../../../src/client/records/readRecord.ts';
import type { Post } from '../../../../src/core/channel/post.ts';

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

function shown(result: Fields): Post {
  const read = toTweet(result);
  assert.ok(read !== undefined);
  return toPost(mergeUpstreamPostExtra(readPost(read.record), read.extra), read.extra);
}

function postsOf(response: PageResponse): readonly Post[] {
  return toPage(response).records.flatMap(({ record, extra }) => (record.kind === 'post' ? [toPost(record, extra)] : []));
}

function noted(text: string, ...entities: readonly Fields[]): Post['note'] {
  return shown(
    tweet({ birdwatch_pivot: { subtitle: { text, entities }, destinationUrl: 'https://social.example/i/birdwatch/n/3' } }),
  ).note;
}

describe('toPost', () => {
  it("places a community note's links correctly after any text", () => {
    const note = noted(
      '🎈🎈 see a.example/lo… and b.example.',
      link(25, 34, 'https://t.co/two'),
      link(7, 20, 'https://t.co/one'),
    );
    assert.deepEqual(note, {
      segments: [
        { kind: 'text', text: '🎈🎈 see ' },
        { kind: 'link', text: 'a.example/lo… (t.co)', url: 'https://t.co/one' },
        { kind: 'text', text: ' and ' },
        { kind: 'link', text: 'b.example (t.co)', url: 'https://t.co/two' },
        { kind: 'text', text: '.' },
      ],
      url: 'https://social.example/i/birdwatch/n/3',
    });
  });

  it("leaves out counts, durations, and times that the response doesn't report", () => {
    const record = { id: '7', text: 'words', author: { username: 'ada' }, media: [{ type: 'photo', url: 'https://pic.test/1' }] };
    const [post] = postsOf(respondWith(endpoint, { data: [record] }));
    assert.deepEqual(post?.counts, { likes: null, reposts: null, replies: null, quotes: null, bookmarks: null, views: null });
    assert.deepEqual([post.media[0]?.durationMs, post.createdAt], [null, '']);
  });

  it('marks sensitive media in the post, a repost, and a quoted post', () => {
    const sensitive = tweet({ rest_id: '4' }, { possibly_sensitive: true });
    assert.deepEqual([shown(sensitive).isSensitive, shown(tweet({})).isSensitive], [true, false]);
    const quote = shown(tweet({ quoted_status_result: { result: sensitive } }));
    assert.deepEqual([quote.isSensitive, quote.quoted?.isSensitive], [false, true]);
    assert.equal(shown(tweet({}, { retweeted_status_result: { result: sensitive } })).isSensitive, true);
  });

  it("doesn't load a sensitive article's image", () => {
    const article = {
      article_results: { result: { rest_id: '9', cover_media: { media_info: { original_img_url: 'https://a.example/b.png' } } } },
    };
    const pictureOf = (possibly_sensitive: boolean) => shown(tweet({ article }, { possibly_sensitive })).article?.picture;
    assert.deepEqual([pictureOf(false), pictureOf(true)], ['https://a.example/b.png', null]);
  });

  it('links cashtags, but not prices or other words', () => {
    const tagsOf = (text: string) => toTextSegments(text).flatMap((one) => (one.kind === 'tag' ? [one.tag] : []));
    assert.deepEqual(tagsOf('$PLUM and $BRK.B, ($pear) #tea'), ['$PLUM', '$BRK.B', '$pear', 'tea']);
    assert.deepEqual(tagsOf('$5 US$PLUM $PLUMTREES $$PLUM $PLUM$ a$b'), []);
  });

  it('names the user that it replies to if there is no post, including in the text', () => {
    const legacy = {
      full_text: '@ben yes',
      in_reply_to_user_id_str: '12',
      in_reply_to_screen_name: 'ben',
      display_text_range: [5, 8],
    };
    const wordsOf = (post: Post) => post.segments.map(({ text }) => text).join('');
    const response = shown(tweet({}, legacy));
    assert.deepEqual([response.replyTo, wordsOf(response)], ['ben', '@ben yes']);
    assert.equal(wordsOf(shown(tweet({}, { ...legacy, in_reply_to_status_id_str: '3' }))), 'yes');
  });

  it('matches its schema for the examples of all endpoints and formats', () => {
    const seen = new Set<string>();
    for (const one of endpoints.filter(({ yields }) => yields.some(({ kind }) => kind === 'post'))) {
      for (const format of one.formats) {
        for (const post of postsOf(exampleResponse(one, format))) {
          assert.ok(post.id !== '' && post.segments.length > 0, one.id);
          seen.add(one.service);
        }
      }
    }
    assert.deepEqual([...seen].toSorted(), ['gateway', 'primary']);
  });

  it("returns null instead of 0 for counts that the gateway doesn't report", () => {
    const gateway = findEndpointById('gateway.searchTweets');
    assert.ok(gateway !== undefined);
    const value = {
      id: '5',
      text: 'see https://t.co/a #tea',
      created_at: '2026-01-05T10:00:00.000Z',
      author: { id: '11', username: 'ada', name: 'Ada' },
      metrics: { like_count: 3, retweet_count: 2, reply_count: 0 },
    };
    const [post] = postsOf(respondWith(gateway, { data: [value] }));
    assert.deepEqual(post?.counts, { likes: 3, reposts: 2, replies: 0, quotes: null, bookmarks: null, views: null });
    assert.deepEqual([post.author.handle, post.createdAt.slice(0, 10), post.replyTo], ['ada', '2026-01-05', null]);
    assert.deepEqual(
      post.segments.map(({ kind }) => kind),
      ['text', 'link', 'text', 'tag'],
    );
  });

  it('shows a repost as the original post with its own id and who reposted it', () => {
    const inner = { id: '4', text: 'first words', author: { username: 'ben', name: 'Ben' }, counts: { likes: 9 } };
    const outer = { id: '7', text: 'RT @ben: first wo…', author: { username: 'ada', name: 'Ada' }, retweetOf: inner };
    const [post] = postsOf(respondWith(endpoint, { data: [outer] }));
    assert.deepEqual(
      [post?.id, post?.author.handle, post?.segments, post?.counts.likes, post?.repostedBy],
      ['7', 'ben', [{ kind: 'text', text: 'first words' }], 9, { handle: 'ada', name: 'Ada' }],
    );
  });

  it('names the user that it replies to', () => {
    const response = { id: '7', text: 'yes', author: { username: 'ada' }, replyTo: { tweetId: '5', username: 'ben' } };
    assert.equal(postsOf(respondWith(endpoint, { data: [response] }))[0]?.replyTo, 'ben');
  });

  it("shows a short link's target", () => {
    const urls = [{ url: 'https://t.co/one', expanded_url: 'https://evil.example/login', display_url: 'bank.example/login' }];
    const { segments } = shown(tweet({}, { full_text: 'https://t.co/one', entities: { urls } }));
    assert.deepEqual(segments, [{ kind: 'link', text: 'evil.example/login', url: 'https://evil.example/login' }]);
  });

  it("shows a card's real host if it names a different one", () => {
    const urls = [{ url: 'https://t.co/c', expanded_url: 'https://www.news.example/story' }];
    const values = (domain: string, url: string) =>
      Object.entries({ title: 'Story', domain, card_url: url }).map(([key, string_value]) => ({ key, value: { string_value } }));
    const domainOf = (domain: string, url: string) =>
      shown(
        tweet(
          { card: { legacy: { name: 'summary', url, binding_values: values(domain, url) } } },
          { full_text: 'https://t.co/c', entities: { urls } },
        ),
      ).card?.domain;
    assert.deepEqual(
      [
        domainOf('news.example', 'https://t.co/c'),
        domainOf('bank.example', 'https://evil.example/'),
        domainOf('bank.example.evil.example', 'https://bank.example/'),
      ],
      ['news.example', 'bank.example (evil.example)', 'bank.example.evil.example (bank.example)'],
    );
  });

  it('removes hidden characters from names and other lines, and limits their length', () => {
    const foreign = `\u202egpj.exe\u0000\n\u2066${'x'.repeat(9_000)}`;
    const user = { kind: 'user', handle: foreign, name: foreign } as const;
    const medium = { type: 'photo', url: '', previewUrl: '', width: 1, height: 1, durationMs: undefined };
    const inner = { kind: 'post', author: user, media: [{ ...medium, alt: foreign }] } as const;
    const post = toPost({ ...inner, place: foreign, source: foreign, replyToHandle: foreign, quoted: inner });
    const texts: string[] = [];
    JSON.stringify(post, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    assert.ok(texts.filter((text) => text.startsWith('gpj.exe')).length > 4);
    assert.deepEqual(
      texts.filter((text) => /[\u202e\u2066]|(?!\n)\p{Cc}/u.test(text) || text.length > 4_000),
      [],
    );
  });

  it('shows who can reply', () => {
    const limited = (limited_actions: readonly unknown[]) =>
      shown({ __typename: 'TweetWithVisibilityResults', tweet: tweet({}), limitedActionResults: { limited_actions } });
    const prompt = { headline: { text: 'Who can reply?' }, subtext: { text: 'Only some accounts can reply.' } };
    assert.equal(shown(tweet({}, { conversation_control: { policy: 'ByInvitation' } })).replyPolicy, 'ByInvitation');
    assert.equal(limited([{ action: 'Embed' }, { action: 'Reply', prompt }]).replyPolicy, 'Only some accounts can reply.');
    assert.equal(limited([{ action: 'Embed', prompt }]).replyPolicy, null);
    assert.equal(shown(tweet({})).replyPolicy, null);
  });

  it('links a Space to its page unless its id is invalid', () => {
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

const drawn = (text: string, links?: Parameters<typeof toTextSegments>[1]) =>
  toTextSegments(text, links).map((segment) =>
    segment.kind === 'link'
      ? `link<${segment.url}>`
      : segment.kind === 'text'
        ? segment.text
        : `${segment.kind}<${segment.text}>`,
  );

describe('toTextSegments', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['just words', ['just words']],
    ['@ada_writes hello', ['mention<@ada_writes>', ' hello']],
    ['(@ada) and .@bob', ['(', 'mention<@ada>', ') and .', 'mention<@bob>']],
    ['mail a@b.example', ['mail a@b.example']],
    ['see #opendata, #日本語', ['see ', 'tag<#opendata>', ', ', 'tag<#日本語>']],
    ['#1 is no tag, a#b is none', ['#1 is no tag, a#b is none']],
    ['read https://a.example/x.', ['read ', 'link<https://a.example/x>', '.']],
    ['(https://a.example/x)', ['(', 'link<https://a.example/x>', ')']],
    ['javascript:alert(1)', ['javascript:alert(1)']],
    ['https://user:pass@evil.example/', ['https://user:pass@evil.example/']],
    ['@much_too_long_for_a_handle', ['@much_too_long_for_a_handle']],
  ];
  for (const [text, pieces] of cases) {
    it(`finds the segments of "${text}"`, () => {
      assert.deepEqual(drawn(text), pieces);
    });
  }

  it('uses and shows the targets of short links', () => {
    const links = [{ token: 'https://t.example/abc', url: 'https://news.example/story' }];
    assert.deepEqual(toTextSegments('at https://t.example/abc!', links), [
      { kind: 'text', text: 'at ' },
      { kind: 'link', text: 'news.example/story', url: 'https://news.example/story' },
      { kind: 'text', text: '!' },
    ]);
  });

  it('distinguishes short links that begin the same', () => {
    const links = ['a', 'ab'].map((name) => ({
      token: `https://t.example/${name}`,
      url: `https://${name}.example/`,
    }));
    const led = toTextSegments('https://t.example/ab https://t.example/a', links).flatMap((segment) =>
      segment.kind === 'link' ? [segment.url] : [],
    );
    assert.deepEqual(led, ['https://ab.example/', 'https://a.example/']);
  });

  it('returns segments that join to the text without links', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const segments = toTextSegments(text);
        assert.ok(segments.some(({ kind }) => kind === 'link') || segments.map((segment) => segment.text).join('') === text);
      }),
    );
  });
});

describe('toSafeWebAddress', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'command:x',
    'file:///x',
    'https://a:b@c.example/',
    '//x',
    '',
    null,
  ]) {
    it(`rejects ${String(address)}`, () => {
      assert.equal(toSafeWebAddress(address), undefined);
    });
  }
});
