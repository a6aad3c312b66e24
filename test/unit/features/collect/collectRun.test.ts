import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, type TemporaryFolder } from '../../../../src/build/projectFolders.ts';
import type { Client } from '../../../../src/client/client.ts';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import { search, userFollowers, userTweets, usersByIds } from '../../../../src/client/endpoints/table.ts';
import { TransportFault } from '../../../../src/client/transport.ts';
import {
  collect,
  type CollectOptions,
  type CollectPlan,
  createSummary,
  RunFolder,
  type RunSummary,
  UncertainPages,
} from '../../../../src/features/collect/index.ts';
import { requestPage } from '../../../../src/features/collect/collectRun.ts';
import { createTestClient } from '../../../support/createTestClient.ts';
import { type FakeReply, type FakeTransport, fakeTransport } from '../../../support/fakeTransport.ts';

const origin = 'https://api.example.test';
const price = { 'x-price-per-call': '0.001' };

interface Record {
  readonly id: string;
  readonly createdAt?: string;
  readonly isPinned?: boolean;
  readonly text?: string;
  readonly username?: string;
}

function page(data: readonly Record[], nextCursor: string | null = null, headers = price): FakeReply {
  return { headers, body: { data, nextCursor, previousCursor: null, hasNextPage: nextCursor !== null } };
}

function users(from: number, count: number): readonly Record[] {
  return Array.from({ length: count }, (_, index) => ({ id: String(from + index), username: `u${from + index}` }));
}

describe('collecting', () => {
  let temporary: TemporaryFolder;
  let out: string;
  beforeEach(async () => {
    temporary = await createTemporaryFolder('collect');
    out = join(temporary.path, 'run');
  });
  afterEach(() => temporary[Symbol.asyncDispose]());

  function planOf(endpoint: Endpoint, changes: Partial<CollectPlan> = {}): CollectPlan {
    const params = endpoint.params.shape['userId'] === undefined ? {} : { userId: '1' };
    return { endpoint: endpoint.id, params, budget: 1_000_000n, format: 'ndjson', baseUrl: origin, ...changes };
  }

  async function run(
    transport: FakeTransport,
    endpoint: Endpoint,
    plan: Partial<CollectPlan> = {},
    { list, ...changes }: Partial<CollectOptions> & { readonly list?: readonly string[] } = {},
  ): Promise<RunSummary> {
    const summary = createSummary(planOf(endpoint, plan));
    return await use(RunFolder.create(out, summary, list), summary, createTestClient(transport, origin), endpoint, changes);
  }

  async function resume(
    transport: FakeTransport,
    endpoint: Endpoint,
    changes: Partial<CollectOptions> & { readonly budget?: bigint } = {},
  ): Promise<RunSummary> {
    const { folder, summary } = RunFolder.open(out);
    const plan = { ...summary.plan, budget: changes.budget ?? summary.plan.budget };
    return await use(folder, { ...summary, plan }, createTestClient(transport, origin), endpoint, changes);
  }

  async function use(
    folder: RunFolder,
    summary: RunSummary,
    client: Client,
    endpoint: Endpoint,
    changes: Partial<CollectOptions>,
  ): Promise<RunSummary> {
    const stop = new AbortController().signal;
    try {
      return await collect({ folder, summary, client, endpoint, initiator: 'program', stop, ...changes });
    } finally {
      await folder.close();
    }
  }

  function rows(kind: string): readonly { readonly id: string; readonly entry: string | null; readonly rest: string }[] {
    return readdirSync(join(out, kind))
      .toSorted()
      .flatMap((file) =>
        readFileSync(join(out, kind, file), 'utf8')
          .trimEnd()
          .split('\n'),
      )
      .map((line) => JSON.parse(line) as { id: string; entry: string | null; rest: string });
  }

  const readSummary = () => JSON.parse(readFileSync(join(out, 'collect.json'), 'utf8')) as RunSummary;
  const idsOf = (kind: string) => rows(kind).map(({ id }) => id);

  it('saves each page as it was sent, and each record once', async () => {
    const transport = fakeTransport((_, index) =>
      index === 0 ? page(users(1, 3), 'a') : page([...users(3, 2), { id: '12345678901234567890', username: 'big' }]),
    );
    const end = await run(transport, userFollowers);
    assert.deepEqual([end.state, end.pages, end.records, end.cost, end.unreported], ['complete', 2, { users: 5 }, '0.002', 0]);
    assert.deepEqual(idsOf('users'), ['1', '2', '3', '4', '12345678901234567890']);
    assert.match(transport.requests[1]?.url ?? '', /cursor=a/);
    const [, body] = readFileSync(join(out, 'pages', '000001.json'), 'utf8').split('\n');
    assert.equal(body, JSON.stringify((page(users(1, 3), 'a') as { readonly body: unknown }).body));
    assert.deepEqual(readdirSync(out).toSorted(), ['collect.json', 'pages', 'users']);
  });

  it('keeps the fields that no column has, with all digits of their numbers', async () => {
    const body =
      '{"data":[{"id":"7","username":"u7","big":12345678901234567890,"more":{"a":[1.0]}}],"nextCursor":null,"hasNextPage":false}';
    await run(
      fakeTransport(() => ({ headers: price, body })),
      userFollowers,
    );
    assert.equal(rows('users')[0]?.rest, '{"big":12345678901234567890,"more":{"a":[1.0]}}');
  });

  it('keeps a value that its column cannot hold', async () => {
    const post = { id: '7', text: 'a', createdAt: 'yesterday', lang: 5, counts: { likes: 1 }, author: { id: '1' } };
    await run(
      fakeTransport(() => page([post])),
      userTweets,
    );
    assert.equal(rows('posts')[0]?.rest, '{"createdAt":"yesterday","lang":5,"counts":{"likes":1},"author":{"id":"1"}}');
  });

  it('stops at a number of records, and writes no more', async () => {
    const transport = fakeTransport((_, index) => page(users(1 + 10 * index, 10), String(index)));
    const end = await run(transport, userFollowers, { max: 25 });
    assert.deepEqual([end.state, transport.requests.length, idsOf('users').length], ['complete', 3, 25]);
  });

  it('stops at a date within a page, and ignores the pinned post for it', async () => {
    const day = (id: string, date: string, more = {}) => ({ id, text: 'a', createdAt: `2026-${date}T00:00:00Z`, ...more });
    const transport = fakeTransport((_, index) =>
      index === 0
        ? page([day('9', '01-01', { isPinned: true }), day('5', '03-09'), day('4', '03-08')], 'a')
        : page([day('3', '03-02'), day('2', '02-27')], 'b'),
    );
    const end = await run(transport, userTweets, { since: '2026-03-01' });
    assert.deepEqual([end.state, transport.requests.length, idsOf('posts')], ['complete', 2, ['5', '4', '3']]);
  });

  it('stops at the budget, and continues with a higher one without requesting a page twice', async () => {
    const transport = fakeTransport((_, index) => page(users(1 + 10 * index, 10), index === 4 ? null : String(index)));
    const paused = await run(transport, userFollowers, { budget: 2_500n });
    assert.deepEqual([paused.state, paused.pages, paused.cost], ['paused', 2, '0.002']);
    assert.equal(paused.reason, "The run's budget of $0.0025 doesn't cover another request. Resume with a higher budget.");
    assert.equal(idsOf('users').length, 20);
    const more = fakeTransport((request, index) => {
      assert.match(request.url, new RegExp(`cursor=${index + 1}`));
      return page(users(21 + 10 * index, 10), index === 2 ? null : String(index + 2));
    });
    const end = await resume(more, userFollowers, { budget: 10_000n });
    assert.deepEqual([end.state, more.requests.length, end.cost, idsOf('users').length], ['complete', 3, '0.005', 50]);
    assert.equal(new Set(idsOf('users')).size, 50);
  });

  it('pauses if the price increases, and continues at the new one', async () => {
    const dearer = { 'x-price-per-call': '0.002' };
    const transport = fakeTransport((_, index) => page(users(1 + index, 1), String(index), index > 0 ? dearer : price));
    const end = await run(transport, userFollowers);
    assert.deepEqual([end.state, end.pages], ['paused', 2]);
    assert.equal(end.reason, 'The price per request increased from $0.001 to $0.002. Resume to continue at this price.');
    const rest = fakeTransport((_, index) => page(users(10 + index, 1), index === 1 ? null : `r${index}`, dearer));
    const client = createTestClient(rest, origin);
    await client.call(userFollowers, { userId: '1' }); // learns the price
    const { folder, summary } = RunFolder.open(out);
    assert.equal((await use(folder, summary, client, userFollowers, {})).state, 'complete');
  });

  it('pauses between the entries of a list if the price increases', async () => {
    const dearer = { 'x-price-per-call': '0.002' };
    const transport = fakeTransport((_, index) => page(users(1 + index, 1), null, index > 0 ? dearer : price));
    const end = await run(transport, userFollowers, { params: {}, as: 'username' }, { list: ['a', 'b', 'c', 'd'] });
    assert.deepEqual([end.state, end.pages, transport.requests.length], ['paused', 2, 2]);
  });

  it('saves the page in flight when it is paused, and sends nothing more', async () => {
    const stop = new AbortController();
    const transport = fakeTransport((_, index) => {
      if (index === 1) {
        assert.deepEqual(readSummary().records, { users: 1 }, 'is shown if the process ends now');
        stop.abort();
      }
      return page(users(1 + index, 1), String(index));
    });
    const end = await run(transport, userFollowers, {}, { stop: stop.signal });
    assert.deepEqual(
      [end.state, end.reason, end.pages, transport.requests.length],
      ['paused', 'Paused. Resume to continue.', 2, 2],
    );
  });

  it('sends nothing if it is paused before the request', async () => {
    const transport = fakeTransport(() => page([]));
    const client = createTestClient(transport, origin);
    const stop = AbortSignal.abort();
    const outcome = await requestPage({ client, endpoint: userFollowers, initiator: 'program', stop }, { userId: '1' }, []);
    assert.deepEqual(['error' in outcome && outcome.error.kind, transport.requests.length], ['cancelled', 0]);
  });

  it("doesn't request a page again that may have been charged, unless told so", async () => {
    const failing = fakeTransport((_, index) =>
      index === 0 ? page(users(1, 2), 'a') : new TransportFault('network', { sent: true, code: 'ECONNRESET' }),
    );
    const paused = await run(failing, userFollowers);
    assert.deepEqual([paused.state, paused.pages], ['paused', 1]);
    assert.match(
      paused.reason ?? '',
      /interrupted.*may have been charged\. Before the page is requested again, you will be asked\./,
    );
    const rest = fakeTransport(() => page(users(3, 2)));
    await assert.rejects(resume(rest, userFollowers), (error) => error instanceof UncertainPages && error.pages[0] === 2);
    assert.equal(rest.requests.length, 0);
    const end = await resume(rest, userFollowers, { buyAgain: true });
    assert.deepEqual([end.state, end.maybeCharged, idsOf('users')], ['complete', 1, ['1', '2', '3', '4']]);
  });

  it('accepts a page that was written but not renamed', async () => {
    await run(
      fakeTransport(() => page(users(1, 2), 'a')),
      userFollowers,
      { max: 2 },
    );
    const folder = join(out, 'pages');
    const saved = readFileSync(join(folder, '000001.json'), 'utf8').replace('"page":1', '"page":2').replaceAll('"u', '"w');
    writeFileSync(join(folder, '000002.requested'), saved.replace('"id":"1"', '"id":"8"'));
    const end = await resume(
      fakeTransport(() => page([])),
      userFollowers,
    );
    assert.deepEqual([end.state, end.pages], ['complete', 2]);
  });

  it('requests one value after the other, and lists what was not found', async () => {
    const transport = fakeTransport((request) =>
      request.url.includes('username=b')
        ? { status: 400, headers: { ...price, 'x-refunded': 'true' }, body: { error: 'User not found' } }
        : page([{ id: '1', username: 'same' }]),
    );
    const end = await run(transport, userFollowers, { params: {}, as: 'username' }, { list: ['a', 'b', 'c'] });
    assert.deepEqual([end.state, end.records, end.notFound, end.cost], ['complete', { users: 2 }, ['b'], '0.002']);
    assert.deepEqual(
      rows('users').map(({ entry, id }) => [entry, id]),
      [
        ['a', '1'],
        ['c', '1'],
      ],
    );
    const again = fakeTransport(() => page([]));
    assert.equal((await resume(again, userFollowers)).state, 'complete');
    assert.equal(again.requests.length, 0);
  });

  it('requests 40,000 ids in 400 requests', async () => {
    const ids = Array.from({ length: 40_000 }, (_, index) => String(1_000_000 + index));
    const transport = fakeTransport(({ url }) => {
      const asked = new URL(url).searchParams.get('userIds')?.split(',') ?? [];
      return page(asked.filter((id) => id !== '1000007').map((id) => ({ id, username: `u${id}` })));
    });
    const end = await run(transport, usersByIds, { as: 'userIds' }, { list: ids });
    assert.deepEqual([transport.requests.length, end.records, end.notFound], [400, { users: 39_999 }, ['1000007']]);
    assert.deepEqual(rows('users')[0]?.entry, '1000000');
  });

  it('collects what is new since the last run, past a pinned post', async () => {
    const pinned = { id: '1', text: 'a', createdAt: '2020-01-01T00:00:00Z', isPinned: true };
    const post = (id: number) => ({ id: String(id), text: 'a', createdAt: '2026-01-01T00:00:00Z' });
    const first = fakeTransport((_, index) => (index === 0 ? page([pinned, post(5), post(4)], 'a') : page([post(3), post(1)])));
    assert.equal((await run(first, userTweets)).state, 'complete');
    const second = fakeTransport((_, index) =>
      index === 0 ? page([pinned, post(8), post(7)], 'x') : page([post(6), post(5)], 'y'),
    );
    const end = await resume(second, userTweets, { sinceLast: true });
    assert.deepEqual([end.state, end.round, second.requests.length], ['complete', 2, 2]);
    assert.deepEqual(idsOf('posts'), ['1', '5', '4', '3', '8', '7', '6']);
    const third = fakeTransport(() => page([pinned, post(8)], 'z'));
    assert.deepEqual([(await resume(third, userTweets, { sinceLast: true })).round, third.requests.length], [3, 1]);
    assert.equal(idsOf('posts').length, 7);
  });

  it('collects all new records, even more than the number that the first run stopped at', async () => {
    const post = (id: number) => ({ id: String(id), text: 'a', createdAt: '2026-01-01T00:00:00Z' });
    await run(
      fakeTransport(() => page([post(3), post(2)], 'a')),
      userTweets,
      { max: 2 },
    );
    const end = await resume(
      fakeTransport(() => page([7, 6, 5, 4, 3].map(post), 'b')),
      userTweets,
      { sinceLast: true },
    );
    assert.deepEqual([end.state, idsOf('posts')], ['complete', ['3', '2', '7', '6', '5', '4']]);
  });

  it('names the list entry whose request failed', async () => {
    const transport = fakeTransport((_, index) => (index === 0 ? page([]) : { status: 500, headers: { 'x-refunded': 'true' } }));
    const end = await run(transport, userFollowers, { params: {}, as: 'username' }, { list: ['a', 'b'] });
    assert.match(end.reason ?? '', /^b: Followers: the service responded with status 500/);
  });

  it('says which page is missing or damaged', async () => {
    await run(
      fakeTransport((_, index) => page(users(1 + index, 1), index === 2 ? null : String(index))),
      userFollowers,
    );
    const second = join(out, 'pages', '000002.json');
    writeFileSync(second, '{"page":2');
    const rest = fakeTransport(() => page([]));
    await assert.rejects(resume(rest, userFollowers), /000002\.json is damaged/);
    rmSync(second);
    await assert.rejects(resume(rest, userFollowers), /000002\.json is missing/);
    rmSync(join(out, 'pages', '000003.json'));
    await assert.rejects(resume(rest, userFollowers), /pages are missing \(1 of 3 found\)/);
    writeFileSync(join(out, 'pages', 'notes.json'), ''); // isn't a page
    assert.equal(rest.requests.length, 0);
  });

  it('says if the service repeats a cursor, or sends empty pages that lead on', async () => {
    const repeated = fakeTransport((_, index) => page(users(1 + index, 1), 'a'));
    assert.deepEqual((await run(repeated, userFollowers)).notes, ['The service repeated a page, so the list may be incomplete.']);
    out = join(temporary.path, 'empty');
    const empty = fakeTransport((_, index) => page([], String(index)));
    const end = await run(empty, search, { params: { searchItem: 'a' } });
    assert.deepEqual([end.state, empty.requests.length], ['paused', 3]);
    assert.match(end.reason ?? '', /empty.*Resume/);
    const more = fakeTransport((_, index) => page(index === 1 ? users(1, 1) : [], index === 1 ? null : `r${index}`));
    assert.deepEqual([(await resume(more, search)).state, more.requests.length], ['complete', 2]);
  });

  it('refuses a folder in use, or with other files', async () => {
    const summary = createSummary(planOf(userFollowers));
    const folder = RunFolder.create(out, summary, undefined);
    assert.throws(() => RunFolder.open(out), /is in use by another process/);
    await folder.close();
    writeFileSync(join(out, 'collect.lock'), String(process.pid)); // of a process that had the same ID
    await RunFolder.open(out).folder.close();
    writeFileSync(join(temporary.path, 'other'), '');
    assert.throws(() => RunFolder.create(temporary.path, summary, undefined), /isn't empty/);
    assert.throws(() => RunFolder.open(temporary.path), /has no run/);
  });

  it('keeps the pages if the parts cannot be written, and writes them when resumed', async () => {
    const summary = createSummary(planOf(userFollowers));
    const folder = RunFolder.create(out, summary, undefined);
    writeFileSync(join(out, 'users'), 'in the way');
    const client = createTestClient(
      fakeTransport(() => page(users(1, 3))),
      origin,
    );
    const end = await use(folder, summary, client, userFollowers, {});
    assert.equal(end.state, 'paused');
    assert.match(end.reason ?? '', /can't be written/);
  });
});
