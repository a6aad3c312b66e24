import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { agentTools } from '../../../../src/features/agents/runTool.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { checkQuery } from '../../../../src/client/search/checkQuery.ts';
import {
  getSearchFaultSeverity,
  describeSearchFault,
  fillPlaceholders,
} from '../../../../src/client/search/describeSearchFault.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { priced, type StoreFolder, storeFolder } from '../../store/support/testStore.ts';
import { type AgentDesk, agentDesk, price } from './support/agentDesk.ts';

const wrongInputs: readonly unknown[] = [
  undefined,
  null,
  [],
  'text',
  { unknown: 1 },
  { text: 1_840_000_000_000_000_000, query: 5, post: 1, endpoint: 7, id: 12, after: 3, response: 4, from: '1' },
];

describe('the tools for agents', () => {
  let folder: StoreFolder;
  let desk: AgentDesk;
  beforeEach(async () => {
    folder = storeFolder('memory');
    desk = await agentDesk(folder, { ask: () => 'once' });
  });
  afterEach(() => folder[Symbol.dispose]());

  for (const tool of agentTools) {
    it(`${tool.name} has a closed schema, and ids are strings`, async () => {
      const schema = z.toJSONSchema(tool.input, { target: 'draft-7' });
      assert.equal(schema.additionalProperties, false);
      assert.ok(Object.keys(schema.properties ?? {}).length <= 5, 'it is small');
      assert.ok(tool.input.safeParse(tool.example).success);
      const { facts, text } = await desk.run(tool.name, { ...tool.example, extra: 'x' });
      assert.equal(facts.fault?.kind, 'input');
      assert.match(text, /extra isn't a parameter/);
    });

    it(`${tool.name} responds to invalid arguments with a suggestion, without asking for consent`, async () => {
      for (const input of wrongInputs.filter((one) => !tool.input.safeParse(one).success)) {
        const { facts, text } = await desk.run(tool.name, input);
        assert.deepEqual(facts.fault, { kind: 'input', fixableBy: 'agent' }, JSON.stringify(input));
        assert.match(text, /Send instead: /);
        assert.match(text, /Cost: this request \$0\.00, session \$0\.00/);
      }
      assert.deepEqual([desk.asked.length, desk.transport.requests.length], [0, 0]);
    });
  }

  for (const { name, example } of agentTools.filter(({ kind }) => kind === 'stored')) {
    it(`${name} doesn't send requests for any input`, async () => {
      const inputs = [example, {}, { endpoint: 'primary.userById' }, { words: 'follow' }, { response: 'x', from: 3 }];
      for (const input of inputs) {
        await desk.run(name, input);
      }
      assert.deepEqual([desk.asked.length, desk.transport.requests.length], [0, 0]);
    });
  }

  it('suggest the most similar endpoint for a wrong id', async () => {
    for (const name of ['call_endpoint', 'describe_endpoint']) {
      const input =
        name === 'call_endpoint' ? { endpoint: 'primary.userFollower', params: {} } : { endpoint: 'primary.userFollower' };
      assert.match((await desk.run(name, input)).text, /Send instead: primary\.userFollowers/);
    }
  });

  it('describe every endpoint with its parameters, example, and price', async () => {
    for (const { id, params } of endpoints) {
      const { text } = await desk.run('describe_endpoint', { endpoint: id });
      for (const name of Object.keys(params.shape)) {
        assert.ok(text.includes(`\n- ${name} (`), `${id} ${name}`);
      }
      assert.match(text, /Example: call_endpoint \{/);
    }
    const { text } = await desk.run('describe_endpoint', {});
    assert.ok(endpoints.every(({ id }) => text.includes(`${id}: `)));
  });

  it('call_endpoint requests the largest page, unless it gets a size', async () => {
    using other = storeFolder('memory');
    const { run, transport } = await agentDesk(other, { connection: { kind: 'sandbox' }, reply: () => ({ body: { data: [] } }) });
    for (const size of [{}, { count: 20 }]) {
      await run('call_endpoint', { endpoint: 'primary.userFollowers', params: { userId: '7', ...size } });
    }
    assert.deepEqual(
      transport.requests.map(({ url }) => new URL(url).searchParams.get('count')),
      ['100', '20'],
    );
  });

  it("say what an id can be if it isn't what was requested", async () => {
    assert.match(
      (await desk.run('look_up', { text: '@ada_writes', as: 'list' })).text,
      /Send instead: \{"text":"@ada_writes","as":"user"\}/,
    );
    assert.match((await desk.run('look_up', { text: 'two words' })).text, /for words, use search/);
    assert.match((await desk.run('read_thread', { post: 'no post' })).text, /This isn't a post link or ID\./);
  });

  it('report remaining budgets and whether consent is required', async () => {
    assert.match(
      (await desk.run('budget', {})).text,
      /Daily agent budget: \$1\.00 of \$1\.00 left.*\n.*\n.*\nThe user is asked before each/,
    );
    using other = storeFolder('memory');
    const allowed = await agentDesk(other, { reply: () => priced(price), ask: () => ({ upTo: 50_000n }) });
    await allowed.run('look_up', { text: '@ada_writes' });
    assert.match((await allowed.run('budget', {})).text, /The user allowed \$0\.0498 more/);
  });

  it("name an endpoint's missing parameters", async () => {
    const { text, facts } = await desk.run('call_endpoint', { endpoint: 'primary.userById' });
    assert.equal(facts.fault?.kind, 'input');
    assert.match(text, /User ID is required\. Send instead: arguments such as \{"userId"/);
  });

  it("don't read or list error responses", async () => {
    using other = storeFolder('memory');
    const replies = [{ status: 404, body: { error: 'gone' } }, { body: { data: { id: '1', username: 'ada_writes' } } }];
    const { run, store } = await agentDesk(other, { connection: { kind: 'sandbox' }, reply: (_, index) => replies[index] ?? {} });
    const gone = await run('look_up', { text: '@nobody_here' });
    assert.equal(gone.facts.fault?.kind, 'notFound');
    assert.doesNotMatch(gone.text, /kept|budget|\$0\.\d\d left/);
    const response = store.exchanges.newest({ limit: 1 }).items[0]?.id;
    assert.match((await run('read_stored', {})).text, /^0 responses in history/m);
    assert.match((await run('read_stored', { response })).text, /No response with this ID is in history/);
    await run('look_up', { text: '@ada_writes' });
    assert.match((await run('read_stored', {})).text, /^1 response in history,/m);
  });

  it("don't offer a next page after three empty ones", async () => {
    using other = storeFolder('memory');
    const { run } = await agentDesk(other, {
      connection: { kind: 'sandbox' },
      reply: (_, index) => ({ body: { data: index === 4 ? [{ id: '1' }] : [], nextCursor: `c${index}`, hasNextPage: true } }),
    });
    let { facts, text } = await run('call_endpoint', { endpoint: 'primary.userFollowers', params: { userId: '1' } });
    const offered = [facts.next !== undefined];
    for (let page = 2; page <= 3; page += 1) {
      ({ facts, text } = await run('next_page', { after: facts.response }));
      offered.push(facts.next !== undefined);
    }
    assert.deepEqual(offered, [true, true, false]);
    assert.match(text, /The last 3 pages were empty, so no more are offered\./);
    ({ facts } = await run('next_page', { after: facts.response }));
    assert.equal(facts.next, undefined, 'the fourth is empty, too');
    ({ facts } = await run('next_page', { after: facts.response }));
    assert.ok(facts.next !== undefined, 'the fifth has a record');
  });
});

describe('search', () => {
  it('rejects invalid queries with all errors and a corrected query', async () => {
    using folder = storeFolder('memory');
    const desk = await agentDesk(folder, { connection: { kind: 'sandbox' } });
    const part = fc.constantFrom(
      'cats',
      'fron:ada',
      'from:',
      '"open',
      '(a',
      ')',
      '[x]',
      'since:soon',
      'OR',
      'min_faves:5',
      '\t',
      'lang:en',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        const query = parts.join(' ');
        fc.pre(query.trim() !== '');
        // the tool trims queries
        const faults = checkQuery(query.trim()).filter((fault) => getSearchFaultSeverity(fault) === 'error');
        const sent = desk.transport.requests.length;
        const { text, facts } = await desk.run('search', { query });
        if (faults.length === 0) {
          assert.equal(facts.isError, false, text);
          return;
        }
        assert.equal(facts.fault?.kind, 'input');
        for (const fault of faults) {
          assert.ok(text.includes(fillPlaceholders(describeSearchFault(fault))), text);
        }
        const [, suggested] = /Send instead: (\{.*\})$/m.exec(text) ?? [];
        if (suggested !== undefined) {
          const { query: better } = z.strictObject({ query: z.string() }).parse(JSON.parse(suggested));
          assert.deepEqual(
            checkQuery(better).filter((fault) => getSearchFaultSeverity(fault) === 'error'),
            [],
          );
        }
        assert.equal(desk.transport.requests.length, sent);
      }),
      { numRuns: propertyRuns(1_000, 100) },
    );
  });

  it('corrects a misspelled operator', async () => {
    using folder = storeFolder('memory');
    const desk = await agentDesk(folder);
    assert.match(
      (await desk.run('search', { query: 'fron:ada cats' })).text,
      /Did you mean 'from:'\?.*Send instead: \{"query":"from:ada cats"\}/,
    );
  });
});

describe('read_stored', () => {
  it('lists responses newest first, and reads one starting at any record, with any fields', async () => {
    using folder = storeFolder('memory');
    const data = Array.from({ length: 30 }, (_, at) => ({
      id: `18400000000000000${at + 10}`,
      text: `post ${at}`,
      counts: { likes: at },
    }));
    const desk = await agentDesk(folder, {
      reply: () => priced(price, undefined, { data, nextCursor: null }),
      ask: () => 'once',
    });
    const live = await desk.run('call_endpoint', { endpoint: 'primary.userTweets', params: { userId: '1' } });
    const list = await desk.run('read_stored', {});
    assert.ok(list.text.includes(`|${live.facts.response}\t`));
    const part = await desk.run('read_stored', { response: live.facts.response, from: 29, fields: ['likes'] });
    assert.match(part.text, /\|id\tlikes\n\|1840000000000000038\t28\n\|1840000000000000039\t29\n/);
    assert.deepEqual(part.facts.records, { from: 29, shown: 2, total: 30 });
    assert.match(
      (await desk.run('read_stored', { response: live.facts.response, from: 31 })).text,
      /has 30 records.*Send instead/,
    );
    assert.match(
      (await desk.run('read_stored', { response: live.facts.response, fields: ['like'] })).text,
      /no field.*Send instead: "fields" of \[/,
    );
    assert.match((await desk.run('read_stored', { response: 'none' })).text, /No response with this ID is in history/);
    assert.equal(desk.transport.requests.length, 1);
  });

  it("reports how many records don't fit, and reads them at no charge", async () => {
    using folder = storeFolder('memory');
    const data = Array.from({ length: 100 }, (_, at) => ({ id: `${at + 1}`, text: `${at} ${'é'.repeat(390)}` }));
    const desk = await agentDesk(folder, {
      reply: () => priced(price, undefined, { data, nextCursor: null }),
      ask: () => 'once',
    });
    const first = await desk.run('call_endpoint', { endpoint: 'primary.userTweets', params: { userId: '1' } });
    const seen: string[] = [];
    let next: unknown = { response: first.facts.response, from: 1 };
    let { text } = first;
    for (let turns = 0; next !== undefined && turns < 20; turns += 1) {
      assert.ok(new TextEncoder().encode(text).length < 25_000);
      seen.push(...[...text.matchAll(/^\|(\d+)\t/gm)].map(([, id = '']) => id));
      const [, on] = /More records, free: read_stored (\{.*\})\./.exec(text) ?? [];
      next = on === undefined ? undefined : JSON.parse(on);
      text = next === undefined ? '' : (await desk.run('read_stored', next)).text;
    }
    assert.deepEqual(
      seen,
      data.map(({ id }) => id),
      'each record once',
    );
    assert.equal(desk.transport.requests.length, 1);
  });
});
