import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Endpoint, Service } from '../../../../src/client/endpoint.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import { answerers } from '../answerers.ts';
import { answerOf, at, rowOf, textsOf, toAsked, world } from './ask.ts';
import type { EndpointAnswerer } from '../../../../src/sandbox/answers/rows.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

/** What an answer itself may come to; the other statuses are the server's (both references, Errors). */
const statuses: Readonly<Record<Service, readonly number[]>> = { primary: [200, 400, 404, 422], gateway: [200, 400, 403, 404] };

describe('the answer of each row', () => {
  it('is there for every row and for nothing else', () => {
    assert.deepEqual(Object.keys(answerers).sort(), endpoints.map((endpoint) => endpoint.id).sort());
    assert.ok(endpoints.length > 0);
  });

  for (const endpoint of endpoints) {
    it(`has something in it for the example of ${endpoint.id} and fits the row's shape`, () => {
      const { answer } = answerOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example });
      const { status, body } = toAsked(answer, 0);
      assert.equal(status, 200);
      assert.equal(endpoint.result.safeParse(body).error, undefined);
      assert.ok(itemCount(endpoint, body) > 0, 'no items');
    });
  }

  it('fits the shape of the row for any valid question, or refuses with a status that the row lists', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...endpoints).chain((endpoint) => fc.tuple(fc.constant(endpoint), validParams(endpoint))),
        ([endpoint, params]) => {
          fc.pre(endpoint.params.safeParse(params).success);
          const { answer } = answerOf(endpoint, { texts: textsOf(params), body: params });
          const { status, body } = toAsked(answer, 0);
          if (status === 200) {
            assert.equal(endpoint.result.safeParse(body).error, undefined);
          } else {
            assert.ok(endpoint.errors.includes(status), `${endpoint.id} answered ${status}`);
          }
        },
      ),
      { numRuns: propertyRuns(6_000, 200), seed: 20260615 },
    );
  });

  it('never fails, and answers only with a status of its service, whatever texts it is given', () => {
    const oddTexts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '',
        '-1',
        '0',
        '1e9',
        '٣',
        'null',
        '[]',
        '{}',
        '%',
        '@',
        '#',
        ',',
        '../..',
        '9'.repeat(40),
        '\u0000',
        '"',
        '(',
        ')',
      ),
      words.map(String),
    );
    const questions = fc.constantFrom(...endpoints).chain((endpoint) => {
      const names = Object.keys(endpoint.params.shape);
      const texts = fc.record(Object.fromEntries(names.map((name) => [name, oddTexts])), { requiredKeys: [] });
      return fc.tuple(fc.constant(endpoint), texts, fc.jsonValue(), fc.constantFrom('raw', 'simple'));
    });
    fc.assert(
      fc.property(questions, ([endpoint, given, json, format]) => {
        const texts = textsOf(given);
        const { status, body } = toAsked(answerOf(endpoint, { texts, body: json, format }).answer, 0);
        assert.ok(statuses[endpoint.service].includes(status), `${endpoint.id} answered ${status}`);
        assert.ok(status !== 200 || format === 'raw' || endpoint.result.safeParse(body).success, endpoint.id);
      }),
      { numRuns: propertyRuns(15_000, 500), seed: 20260615 },
    );
  });

  it('turns its pages without a gap and without a repeat', () => {
    for (const endpoint of endpoints.filter((row) => row.paging !== undefined)) {
      const { answer } = answerOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example });
      assert.ok(answer.kind === 'sequence', endpoint.id);
      const itemsOf = (pageSize: number, page: number) => itemsIn(toAsked({ ...answer, pageSize }, page).body);
      const pages = Math.max(1, Math.ceil(answer.length / 7));
      const keys = Array.from({ length: pages }, (_, page) => itemsOf(7, page)).flat();
      assert.deepEqual(keys, itemsOf(answer.length, 0), endpoint.id);
      assert.equal(new Set(keys).size, keys.length, endpoint.id);
      assert.deepEqual(itemsOf(7, pages), [], endpoint.id);
    }
  });

  it('says so where it answers the simple shape for want of any document of the raw one', () => {
    const undocumented = endpoints.filter((endpoint) => {
      if (!endpoint.formats.includes('raw')) {
        return false;
      }
      const { answer, notes } = answerOf(endpoint, { texts: textsOf(endpoint.example), format: 'raw' });
      assert.equal(toAsked(answer, 0).status, 200);
      return notes.some((note) => note.includes('raw format'));
    });
    assert.deepEqual(
      undocumented.map((endpoint) => endpoint.id),
      ['primary.communityMembersSearch', 'primary.job'],
    );
  });

  it("looks at each parameter that the row has; cursors are the server's, and the body of a POST is read whole", () => {
    const ignored = endpoints
      .filter(({ method }) => method === 'GET')
      .flatMap((endpoint) => {
        const { answer, read } = answerOf(endpoint, { texts: textsOf(endpoint.example) });
        toAsked(answer, 0);
        const names = Object.keys(endpoint.params.shape).filter((name) => name !== 'cursor' && !read.has(name));
        return names.map((name) => `${endpoint.id} ${name}`);
      });
    assert.deepEqual(ignored, []);
  });

  it('reads parameters that the row has, and no others', () => {
    const typed: EndpointAnswerer<'gatewayList'> = ({ params }) => ({
      kind: 'body',
      // @ts-expect-error -- a list has no hashtag
      body: [params.list_id, params.hashtag],
    });
    const question = {
      endpoint: rowOf('gateway.list'),
      params: { list_id: '1' },
      body: undefined,
      world,
      note: String,
    } as const;
    const answer = typed({ ...question, format: 'simple', isSearchLenient: false, rawUserLayout: 'both' });
    assert.deepEqual(answer, { kind: 'body', body: ['1', undefined] });
  });

  it('does not depend on what was asked before', () => {
    for (const endpoint of endpoints) {
      const once = toAsked(answerOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example }).answer, 0);
      const again = toAsked(answerOf(endpoint, { texts: textsOf(endpoint.example), body: endpoint.example }).answer, 0);
      assert.equal(JSON.stringify(again), JSON.stringify(once), endpoint.id);
    }
  });
});

/** How many things the body of a row shows: the items of its page, or the entries of whatever it is. */
function itemCount(endpoint: Endpoint, body: unknown): number {
  const items = at(body, ...(endpoint.paging === undefined ? ['data'] : (endpoint.yields[0]?.at ?? [])));
  const shown = items ?? body;
  return Array.isArray(shown) ? shown.length : typeof shown === 'object' && shown !== null ? Object.keys(shown).length : 0;
}

const accounts = [...iterateSequence(world.accounts())];
const posts = [...iterateSequence(world.posts())];
const handles = fc.constantFrom(...accounts.map((account) => account.record.username), 'nobody_at_all', 'upstream_error');
const userIds = fc.constantFrom(...accounts.map((account) => account.id), '1500000000000999999');
const postIds = fc.oneof(fc.constantFrom(...posts.map((post) => post.id)), fc.constantFrom(exampleValues.tweetId, '999'));
const words = fc.constantFrom(
  'coffee',
  'map',
  'خريطة',
  'コーヒー',
  '☕',
  'engineer',
  'garden',
  'ada',
  'zzzz',
  '"open data"',
  'rain OR bread',
);
const count = fc.integer({ min: 1, max: 100 });

/** Values for the parameters of the table by name; a name without one is left out. */
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  username: handles,
  usernames: fc.array(handles, { minLength: 1, maxLength: 5 }),
  source_screen_name: handles,
  target_screen_name: handles,
  userId: userIds,
  user_id: userIds,
  userIds: fc.array(userIds, { minLength: 1, maxLength: 5 }),
  tweetId: postIds,
  tweet_id: postIds,
  listId: idsOf(world.lists()),
  list_id: idsOf(world.lists()),
  communityId: idsOf(world.communities()),
  community_id: idsOf(world.communities()),
  jobId: idsOf(world.jobs()),
  space_id: idsOf(world.spaces()),
  searchItem: words,
  searchTerm: words,
  query: words,
  term: words,
  q: words,
  hashtag: fc.constantFrom('opendata', 'gardening', 'ничего', 'حديقة'),
  locationId: fc.constantFrom(1, 44418, 123_456),
  woeid: fc.constantFrom(1, 44418, 123_456),
  jobLocationId: fc.constantFrom(exampleValues.jobLocationId, '5'),
  latitude: fc.constantFrom(38.72, -90, 0),
  longitude: fc.constantFrom(-9.14, 180, 0),
  radius: fc.constantFrom('10km', '5mi', '1000m'),
  rankingMode: fc.constantFrom('Relevance', 'Recency', 'Likes'),
  category: fc.constantFrom('Top', 'Latest', 'People', 'Photos', 'Videos', 'technology', 'all'),
  filter: fc.constantFrom('top', 'latest', 'media', 'videos', 'images', 'links'),
  state: fc.constantFrom('live', 'scheduled', 'ended'),
  role: fc.constantFrom('host', 'speaker', 'listener', 'participant', 'admin', 'moderator', 'member'),
  type: fc.constantFrom('owned', 'subscribed', 'all'),
  sort: fc.constantFrom('recent', 'top', 'engagement'),
  timeframe: fc.constantFrom('1h', '6h', '24h', '7d', '30d'),
  country: fc.constantFrom('PT', 'JP', 'ZZ'),
  topic: fc.constantFrom('technology', 'maps', 'nothing'),
  lang: fc.constantFrom('en', 'ar'),
  since: fc.constant('2026-01-01'),
  until: fc.constant('2026-05-01'),
  from: fc.constantFrom('2026-06-16T00:00:00Z', exampleValues.handle),
  to: fc.constantFrom('2026-06-20T00:00:00Z', exampleValues.otherHandle),
  min_replies: fc.integer({ min: 0, max: 4 }),
  min_likes: fc.integer({ min: 0, max: 40 }),
  min_retweets: fc.integer({ min: 0, max: 3 }),
  min_participants: fc.integer({ min: 0, max: 60 }),
  verified_only: fc.boolean(),
  verified_hosts_only: fc.boolean(),
  includePromotedContent: fc.boolean(),
  includeTimestamp: fc.boolean(),
  count,
  limit: count,
  filters: fc.constantFrom(
    { lang: 'en' },
    { minimumLikesCount: 5 },
    { onlyPostsWithMedia: true, fromTheseAccounts: ['ada_writes'] },
  ),
};

/** The example's required values or others, with any of the optional ones. */
function validParams(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  if (endpoint.method === 'POST') {
    return fc.constantFrom(
      { query: { keywords: ['coffee'], exclude_keywords: ['river'] }, sort: 'engagement' },
      { query: { hashtags: ['#opendata'] }, filters: { author: { verified_only: true, min_followers: 10 } }, limit: 5 },
      { filters: { content_type: { has_video: true }, date_range: { from: '2026-01-01', to: '2026-06-01' } } },
    );
  }
  const names = Object.keys(endpoint.params.shape).filter((name) => name in values);
  const model = Object.fromEntries(
    names.map((name) => [name, fc.option(values[name] ?? fc.constant(undefined), { nil: undefined, freq: 3 })]),
  );
  return fc.record(model).map((drawn) => {
    const given = Object.entries(drawn).filter(([, value]) => value !== undefined);
    return { ...endpoint.example, ...Object.fromEntries(given) };
  });
}

function idsOf(sequence: {
  readonly length: number;
  slice(start: number, end: number): readonly { readonly id: string }[];
}): fc.Arbitrary<string> {
  const ids = sequence.slice(0, sequence.length).map((item) => item.id);
  return fc.oneof(fc.constantFrom(...ids), fc.constant('404404'));
}

/** What a body lists, each item as a text; of the lines of a timeline their names, without cursors. */
function itemsIn(body: unknown): readonly string[] {
  const lists = [at(body, 'data'), at(body, 'entries')].filter(Array.isArray);
  if (lists[0] !== undefined) return lists[0].map((item) => JSON.stringify(item));
  const entries = at(body, 'data', 'threaded_conversation_with_injections_v2', 'instructions', 0, 'entries');
  assert.ok(Array.isArray(entries));
  return entries.map((entry) => String(at(entry, 'entryId'))).filter((name) => !name.startsWith('cursor-'));
}
