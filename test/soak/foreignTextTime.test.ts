import assert from 'node:assert/strict';
import { toPost, toTextSegments } from '../../src/core/records/toPost.ts';
import { createInitialPagedState, toLoadedPage, type PagedState } from '../../src/core/session/pagedSession.ts';
import { formatThreadMarkdown } from '../../src/features/threads/formatThreadMarkdown.ts';
import { toThreadPage } from '../../src/features/threads/threadPage.ts';
import { ThreadSnapshot } from '../../src/features/threads/threadSnapshot.ts';
import type { LoadedThreadPage } from '../../src/features/threads/threadQuery.ts';
import { findLeaks } from '../../src/features/fixtures/pseudonyms/findLeaks.ts';
import { createPseudonyms } from '../../src/features/fixtures/pseudonyms/pseudonyms.ts';
import { replacePeople } from '../../src/features/fixtures/pseudonyms/replacePeople.ts';
import { findIdLinks, findPermalinks, findReferences } from '../../src/features/links/findLinks.ts';
import { findLossyNumbers } from '../../src/features/numbers/findLossyNumbers.ts';
import { createKeyMask } from '../../src/client/policies/keyMask.ts';
import { parseLookUpInput } from '../../src/core/records/parseLookUpInput.ts';
import { parseBaseUrl } from '../../src/client/address.ts';
import { tweet } from '../../src/client/endpoints/table.ts';
import { readPost } from '../../src/client/records/readRecord.ts';
import { type PageResponse, toPage } from '../../src/client/records/toPage.ts';
import { readRetryAfterMs } from '../../src/client/toResponseError.ts';
import { valueFormats } from '../../src/client/search/valueFormats.ts';
import { expandShortLinks, unescapeHtmlEntities } from '../../src/client/upstream/toTweetText.ts';
import { toFixtureName } from '../../src/features/fixtures/naming.ts';
import { toCsv, toMarkdownTable } from '../../src/core/table/tableText.ts';
import { parseTimeMs } from '../../src/core/table/cell.ts';
import { inferColumns } from '../../src/core/table/recordTable.ts';
import { splitFilterWords } from '../../src/core/table/tableRowIndex.ts';
import { escapeCsvCell } from '../../src/core/text/escapeText.ts';
import { sanitizeForVsCode, stripToSingleLine } from '../../src/core/text/stripHiddenCharacters.ts';
import { clipTextAroundMatch } from '../../src/page/post/clipText.ts';
import { toTable } from '../support/toTable.ts';
import { madeExchange } from '../unit/core/cost/madeExchange.ts';
import { respondWith } from '../unit/client/records/responses.ts';
import { post } from '../unit/client/upstream/madeUpstream.ts';
import { type EndlessPost, endlessPosts } from '../unit/hostilePosts.ts';
import { madeTweet, madeUser, shownPost } from '../unit/features/threads/madeTweet.ts';
import { measureCpuMs } from '../support/measureCpuMs.ts';

/** Repeats what patterns repeat, with an end that doesn't match, so backtracking starts again at each character. */
const units = [
  '.',
  'http://a.b ',
  'https://t.co/a ',
  '#1',
  '@a',
  '\n',
  ' ',
  ',',
  ';=',
  '-',
  '_',
  '/',
  'a',
  'a:',
  '1',
  '] ',
  '&',
  '\u202e',
  '\\',
  '\\u0073',
  '%25',
  'sk_live',
  '"id":',
  '"',
  '`${',
  '/*',
  'VXNlcjox',
] as const;
const starts = ['', 'https://a.example/', ','] as const;
const ends = ['x', '"', ' x y'] as const;

const pseudonyms = createPseudonyms(new Uint8Array(32).fill(9));
const keyMask = createKeyMask(['sk_live_0123456789abcdef']);
const column = { name: 'text', title: 'Text', type: 'text', isShown: true } as const;
const links = (text: string) =>
  (text.match(/https?:\/\/\S+/g) ?? []).map((token, at) => ({ token: `${token}${at}`, url: token }));

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the pieces of a post': (text) => toTextSegments(text),
  'the pieces of a post with links': (text) => toTextSegments(text, links(text)),
  'a thread as Markdown': (text) => {
    const post = shownPost(madeTweet('1', undefined, 0, { text, author: madeUser({ name: text }) }));
    return formatThreadMarkdown([{ kind: 'post', key: '1', id: '1', depth: 0, role: 'focal' }], () => post);
  },
  'references in a line': (text) => findReferences(text.slice(0, 19_000) + text.slice(-4), { handles: true }),
  'a pasted text': parseLookUpInput,
  'an address': (text) => parseBaseUrl(`https://a.example/${text}`),
  'how long to wait': (text) => readRetryAfterMs({ headers: { 'retry-after': text }, sentAt: 0, durationMs: 0 }),
  'a text of a filter': (text) => valueFormats.text.pattern.test(text),
  'links written out': (text) => expandShortLinks(unescapeHtmlEntities(text), [{ url: 'https://t.co/a', expanded_url: 'x' }], []),
  'the name of a file': toFixtureName,
  'a notification': sanitizeForVsCode,
  'CSV and Markdown of a table': (text) => [toCsv, toMarkdownTable].map((write) => write({ columns: [column], rows: [[text]] })),
  'a time': parseTimeMs,
  'a key of JSON': (text) => inferColumns([{ [text]: text }]),
  'the words of a filter': splitFilterWords,
  'a line without marks': stripToSingleLine,
  'a cell of CSV': escapeCsvCell,
  'links in JSON': (text) => [findPermalinks(text), findIdLinks(text)],
  'numbers that lose digits': findLossyNumbers,
  'people in a body': (text) =>
    findLeaks(JSON.stringify({ text }), replacePeople(JSON.stringify({ text }), pseudonyms), pseudonyms),
  'a key in a body': (text) => keyMask.mask(Buffer.from(text)),
};

describe('the time to read foreign text', () => {
  const length = 64_000;
  /** Text that is read faster than this isn't backtracked, which takes seconds. */
  const quickMs = 60;

  for (const [name, read] of Object.entries(readers)) {
    it(`doesn’t grow quadratically: ${name}`, () => {
      for (const unit of units) {
        for (const start of starts) {
          for (const end of ends) {
            const textOf = (size: number) => start + unit.repeat(size / unit.length) + end;
            const spent = (size: number) => {
              const text = textOf(size);
              return measureCpuMs(() => read(text));
            };
            if (spent(length) < quickMs) continue;
            // the first run compiles; garbage collection isn't measured
            const [once, twice] = [length, 2 * length].map((size) => Math.min(spent(size), spent(size)));
            assert.ok(once !== undefined && twice !== undefined);
            const words = `${JSON.stringify(`${start}${unit}…${end}`)} took ${once.toFixed(0)} ms, twice of it ${twice.toFixed(0)} ms`;
            assert.ok(twice < quickMs || twice < 3 * once, words);
          }
        }
      }
    });
  }
});

/** The raw response for a thread with one post. */
function rawThreadOf({ id, text, media }: EndlessPost) {
  const pictures = media?.map(({ url }, at) => ({
    id_str: String(at),
    type: 'photo',
    media_url_https: url,
    url: 'https://t.co/a',
  }));
  const result = post(id, {
    id_str: id,
    full_text: text,
    ...(pictures === undefined ? {} : { extended_entities: { media: pictures } }),
  });
  const entry = { entryId: `tweet-${id}`, content: { itemContent: { itemType: 'TimelineTweet', tweet_results: { result } } } };
  return { data: { threaded_conversation_with_injections_v2: { instructions: [{ entries: [entry] }] } } };
}

/** Everything that the host does with a thread in one turn: reads it, and creates lines and the page's posts. */
function sendThread(response: PageResponse) {
  const exchange = { ...madeExchange({}), ...response, request: { ...madeExchange({}).request, ...response.request } };
  const page = toThreadPage(toPage(exchange, { endpoint: tweet }), { postId: '1000', cursor: undefined });
  const [focalId = ''] = page.posts.keys();
  const state: PagedState<LoadedThreadPage> = {
    ...createInitialPagedState('unsent'),
    status: 'loaded',
    pages: [toLoadedPage(exchange, { page, exchange, at: 1 })],
  };
  const pages = new ThreadSnapshot(focalId, 'Relevance', new Map([['rank-Relevance', state]]));
  assert.equal(pages.rows.length, 1);
  return pages.post(focalId) ?? assert.fail('the post is there');
}

describe('an endless post’s turns', () => {
  const limitMs = 50;
  const steps: Readonly<Record<string, (raw: EndlessPost) => unknown>> = {
    'as a post of a page': (raw) => toPost(readPost(raw)),
    'as a row of a table': (raw) => toTable('post', [raw]),
    'as Markdown': (raw) => {
      const post = toPost(readPost(raw));
      return formatThreadMarkdown([{ kind: 'post', key: '1', id: '1', depth: 0, role: 'focal' }], () => post);
    },
    'as what a page shows of it': (raw) => clipTextAroundMatch(toPost(readPost(raw)).segments, 2_000, 'absent'),
    'as a label': (raw) => sanitizeForVsCode(JSON.stringify(raw)),
    'as a page of a thread': (raw) => sendThread(respondWith(tweet, { data: [raw] })),
    'as a raw page of a thread': (raw) => sendThread(respondWith(tweet, rawThreadOf(raw), 'raw')),
  };
  for (const [name, raw] of Object.entries(endlessPosts)) {
    it(`are short: ${name}`, () => {
      for (const [step, run] of Object.entries(steps)) {
        // the first run compiles; garbage collection isn't measured
        const took = Math.min(...Array.from({ length: 3 }, () => measureCpuMs(() => run(raw))));
        assert.ok(took < limitMs, `${step}: ${Math.round(took)} ms`);
      }
    });
  }
});
