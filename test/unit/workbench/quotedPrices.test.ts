import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { getReuseForOffer } from '../../../src/core/cost/offers.ts';
import { PagedSession, quoteNextPage, quotePageAfterResponse } from '../../../src/core/session/pagedSession.ts';
import { Conversation } from '../../../src/features/threads/conversation.ts';
import { nextPageRowKey } from '../../../src/features/threads/threadLayout.ts';
import { toThreadPage } from '../../../src/features/threads/threadPage.ts';
import { quoteThreadPage } from '../../../src/features/threads/threadQuery.ts';
import { toLookUpChoices, quoteLookUp } from '../../../src/features/lookUp/lookUpChoices.ts';
import { parseLookUpInput } from '../../../src/core/records/parseLookUpInput.ts';
import type { Client, Quote } from '../../../src/client/client.ts';
import { createClient } from '../../../src/client/createClient.ts';
import type { Endpoint, ResponseFormat } from '../../../src/client/endpoint.ts';
import { search, tweet } from '../../../src/client/endpoints/table.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import { type Exchange, toQueryIdentity } from '../../../src/client/exchange.ts';
import { type HistoryStore, reuseAnyAge } from '../../../src/client/policies/history.ts';
import type { ResponseReuse } from '../../../src/client/policies/send.ts';
import { toPage } from '../../../src/client/records/toPage.ts';
import { PagedSource } from '../../../src/features/explore/host/tree/pagedSource.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeTransport } from '../../support/fakeTransport.ts';
import { testConnection } from '../../support/testEndpoints.ts';
import { madeTweet } from '../features/threads/madeTweet.ts';

type Params = Readonly<Record<string, unknown>>;

/** The stored response's age when the price is quoted; undefined: not stored. */
const states = { 'not stored': undefined, stored: 60_000, 'stored for a month': 30 * 86_400_000 } as const;

/** A quoted price, and the action that shows it. */
interface Offered {
  readonly said: Quote | undefined;
  /** Runs the action. @returns the failure */
  readonly pay: () => Promise<SocialDataError | undefined>;
}

interface Place {
  /** The request that may be stored. */
  readonly asks: readonly [Endpoint, Params, ResponseFormat];
  readonly offer: (client: Client) => Promise<Offered>;
}

const page = { data: [madeTweet('1'), madeTweet('2', '1')], nextCursor: 'c1', hasNextPage: true };
const words = { searchItem: 'coffee' };

/** A service that returns this page for every request, for $0.0002. */
function start() {
  const clock = fakeClock();
  const transport = fakeTransport(({ url }) => {
    const isRaw = new URL(url).searchParams.get('format') !== 'simple';
    return { headers: { 'x-price-per-call': '0.0002' }, body: isRaw ? rawPage : page };
  }, clock.now);
  const responses = new Map<string, Exchange>();
  const history: HistoryStore = {
    find: (identity) => responses.get(identity),
    put: (exchange) => void responses.set(toQueryIdentity(exchange.request), exchange),
  };
  // not the extension's default, so every place must state its rule
  const client = createClient({
    connections: () => testConnection(),
    transport,
    clock,
    history,
    reuse: 'never',
    random: () => 0,
  });
  return { clock, client, sent: () => transport.requests.length, deleteAll: () => responses.clear() };
}

const upstreamPost = {
  __typename: 'Tweet',
  rest_id: '1',
  core: { user_results: { result: { __typename: 'User', rest_id: '7', core: { screen_name: 'ada', name: 'Ada' } } } },
  legacy: { id_str: '1', full_text: 'Mint', created_at: 'Mon Jun 15 12:00:00 +0000 2026', user_id_str: '7', reply_count: 9 },
};

const rawPage = {
  data: {
    threaded_conversation_with_injections_v2: {
      instructions: [
        {
          type: 'TimelineAddEntries',
          entries: [
            {
              entryId: 'tweet-1',
              content: { itemContent: { itemType: 'TimelineTweet', tweet_results: { result: upstreamPost } } },
            },
            { entryId: 'cursor-bottom-1', content: { cursorType: 'Bottom', value: 'c1' } },
          ],
        },
      ],
    },
  },
};

function converse(client: Client): Conversation {
  return new Conversation('1', 'Relevance', {
    client: () => Promise.resolve(client),
    read: (exchange) =>
      toThreadPage(toPage(exchange, { endpoint: tweet }), { postId: '1', cursor: cursorOf(exchange.request.params) }),
    changed: () => undefined,
  });
}

function cursorOf({ cursor }: Params): string | undefined {
  return typeof cursor === 'string' ? cursor : undefined;
}

function sessionOf(client: Client): PagedSession<undefined> {
  return new PagedSession(
    { endpoint: search, params: words },
    {
      client: () => Promise.resolve(client),
      initiator: 'command',
      read: () => undefined,
      changed: () => undefined,
    },
  );
}

function sourceOf(client: Client): PagedSource {
  return new PagedSource(
    { endpoint: search, params: words },
    {
      quotes: client,
      client: () => Promise.resolve(client),
      stored: () => Promise.resolve(undefined),
      changed: () => undefined,
    },
  );
}

/** The lookup for a string, as the palette and hovers offer it. */
function lookUpOf(text: string, format: ResponseFormat = 'simple'): Place {
  const [choice] = parseLookUpInput(text).flatMap(toLookUpChoices);
  assert.ok(choice);
  return {
    asks: [choice.endpoint, choice.params, format],
    offer: (client) => {
      const said = quoteLookUp(client, choice);
      const reuse = getReuseForOffer(said);
      return Promise.resolve({
        said,
        pay: async () =>
          choice.subject === 'thread'
            ? await opened(client, reuse)
            : await failureOf(client.call(choice.endpoint, choice.params, { reuse })),
      });
    },
  };
}

async function opened(client: Client, reuse: ResponseReuse): Promise<SocialDataError | undefined> {
  const conversation = converse(client);
  await conversation.open(reuse);
  return conversation.state.failure?.error;
}

async function failureOf(calling: Promise<unknown>): Promise<SocialDataError | undefined> {
  try {
    await calling;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof SocialDataError);
    return error;
  }
}

const link = 'https://x.com/i/status/1';

/** A thread with its first page. @param first overrides for that page, which is new otherwise */
async function begun(client: Client, first: Partial<Exchange>): Promise<Conversation> {
  const conversation = converse(client);
  conversation.show({ ...(await client.call(tweet, { tweetId: '1' }, { format: 'raw', reuse: 'never' })), ...first });
  return conversation;
}

/** A thread's row that loads more replies. @param first overrides for the first page, which is new otherwise */
function moreRepliesAfter(first: Partial<Exchange>, format: ResponseFormat = 'raw'): Place {
  return {
    asks: [tweet, { tweetId: '1', cursor: 'c1' }, format],
    offer: async (client) => {
      const conversation = await begun(client, first);
      const { requests, reuse } = conversation.snapshot;
      const request = requests.get(nextPageRowKey);
      assert.ok(request);
      return {
        said: conversation.offers.offer(nextPageRowKey, quoteThreadPage(client, request, reuse)),
        pay: async () => {
          await conversation.load(nextPageRowKey);
          return conversation.state.failure?.error;
        },
      };
    },
  };
}

const places: Readonly<Record<string, Place>> = {
  'Look Up with words': lookUpOf('coffee beans'),
  'Look Up with a thread stored in the raw format': lookUpOf(link, 'raw'),
  "a stored thread's next replies": moreRepliesAfter({ sentAt: 0 }),
  'the next replies after a new page': moreRepliesAfter({}),
  'the first page of results': {
    asks: [search, words, 'simple'],
    offer: (client) => {
      const said = client.quote(search, words, { reuse: reuseAnyAge });
      const session = sessionOf(client);
      return Promise.resolve({
        said,
        pay: async () => {
          await session.load(getReuseForOffer(said));
          return session.state.failure?.error;
        },
      });
    },
  },
  "a tree row's first page": {
    asks: [search, words, 'simple'],
    offer: (client) => {
      const source = sourceOf(client);
      return Promise.resolve({
        said: source.quoteFirst(),
        pay: async () => {
          await source.session.open();
          return source.state.failure?.error;
        },
      });
    },
  },
  'the page after a stored one': pageAfter({ from: 'history', sentAt: 0 }),
  'the page after a new one': pageAfter({}),
  'the page after a stored one in a tree': {
    asks: [search, { ...words, cursor: 'c1' }, 'simple'],
    offer: async (client) => {
      const source = sourceOf(client);
      source.session.show({ ...(await client.call(search, words, { reuse: 'never' })), from: 'history', sentAt: 0 });
      return {
        said: source.quoteNext(),
        pay: async () => {
          await source.session.loadMore();
          return source.state.failure?.error;
        },
      };
    },
  },
  'Next Page after a stored response': nextPageOf({ sentAt: 0 }),
  'Next Page after a new response': nextPageOf({}),
  "a post's thread in a tree": {
    asks: [tweet, { tweetId: '1' }, 'raw'],
    offer: (client) => {
      const said = sourceOf(client).quoteThread('1');
      return Promise.resolve({ said, pay: async () => await opened(client, getReuseForOffer(said)) });
    },
  },
};

/** *Load More* in results. */
function pageAfter(first: Partial<Exchange>): Place {
  return {
    asks: [search, { ...words, cursor: 'c1' }, 'simple'],
    offer: async (client) => {
      const session = sessionOf(client);
      session.show({ ...(await client.call(search, words, { reuse: 'never' })), ...first });
      return {
        said: session.offers.offer('next', quoteNextPage(client, session.query, session.state)),
        pay: async () => {
          await session.loadMore();
          return session.state.failure?.error;
        },
      };
    },
  };
}

/** The next page of a response in a document. */
function nextPageOf(first: Partial<Exchange>): Place {
  return {
    asks: [search, { ...words, cursor: 'c1' }, 'simple'],
    offer: async (client) => {
      const exchange = { ...(await client.call(search, words, { reuse: 'never' })), ...first };
      const next = quotePageAfterResponse(client, search, exchange);
      assert.ok(next);
      const { params, quote, reuse } = next;
      return {
        said: quote,
        pay: async () => await failureOf(client.call<Endpoint>(search, params, { reuse: getReuseForOffer(quote, reuse) })),
      };
    },
  };
}

/** The same request for a different subject. */
function otherQuery(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value], at) => [name, at === 0 ? '9' : value]));
}

describe('the quoted price is the price paid', () => {
  for (const [name, { asks, offer }] of Object.entries(places)) {
    for (const [state, age] of Object.entries(states)) {
      it(`${name}: ${state}`, async () => {
        const { clock, client, sent } = start();
        const [endpoint, params, format] = asks;
        await client.call(endpoint, otherQuery(params), { format, reuse: 'never' }); // its price is known
        if (age !== undefined) {
          await client.call(endpoint, params, { format, reuse: 'never' });
          await clock.advance(age);
        }
        const { said, pay } = await offer(client);
        const before = sent();
        assert.equal(await pay(), undefined);
        const paid = BigInt(sent() - before) * 200n;
        assert.equal(said?.kind === 'stored' ? 0n : said?.kind === 'known' ? said.price : undefined, paid);
        assert.equal(paid === 0n, age !== undefined && !name.includes('after a new'));
      });
    }
  }
});

describe('a free offer never sends a request', () => {
  for (const [name, { asks, offer }] of Object.entries(places).filter(([place]) => !place.includes('after a new'))) {
    it(`${name}: a different window deletes the response between the offer and the press`, async () => {
      const { client, sent, deleteAll } = start();
      const [endpoint, params, format] = asks;
      await client.call(endpoint, params, { format, reuse: 'never' });
      const { said, pay } = await offer(client);
      assert.equal(said?.kind, 'stored');
      deleteAll();
      const before = sent();
      const failure = await pay();
      assert.deepEqual([sent() - before, failure?.kind, failure?.spent], [0, 'notStored', 'no']);
    });
  }

  for (const name of ['the first page', 'the next page']) {
    it(`${name}: Retry shows a price and sends the request`, async () => {
      const { client, sent, deleteAll } = start();
      const one = sessionOf(client);
      await client.call(search, words, { reuse: 'never' });
      await client.call(search, { ...words, cursor: 'c1' }, { reuse: 'never' });
      one.offers.offer('first', client.quote(search, words, { reuse: reuseAnyAge }));
      if (name === 'the next page') {
        await one.load();
        one.offers.offer('next', quoteNextPage(client, one.query, one.state));
      }
      deleteAll();
      const before = sent();
      await (name === 'the next page' ? one.loadMore() : one.load());
      assert.deepEqual([one.state.failure?.error.kind, sent() - before], ['notStored', 0]);
      await one.retry();
      assert.deepEqual([one.state.failure, sent() - before], [undefined, 1]);
    });
  }
});
