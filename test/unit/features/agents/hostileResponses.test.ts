import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fenceUntrusted, formatUntrustedLine } from '../../../../src/features/agents/untrusted.ts';
import { agentTools } from '../../../../src/features/agents/runTool.ts';
import { tweet } from '../../../../src/client/endpoints/primary/tweets.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { createCutOffFault } from '../../../support/fakeTransport.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { storeFolder } from '../../store/support/testStore.ts';
import { agentDesk, outside } from './support/agentDesk.ts';
import { exampleBody } from './support/exampleResponses.ts';
import { canary, injections, unseen } from './support/injections.ts';

/** Replaces all text, in values and in undocumented field names. */
function poison(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') {
    return next();
  }
  if (Array.isArray(value)) {
    return value.map((item) => poison(item, next));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, inner]) => [name, poison(inner, next)]);
    return Object.fromEntries([...fields, [next(), next()]]);
  }
  return value;
}

const rawThread = exampleBody(tweet, 5, 'raw');
const writtenFields = new Set(['full_text', 'text', 'name', 'screen_name', 'description', 'location', 'source', 'expanded_url']);

/** A thread's upstream JSON in which everything that people wrote is replaced, but not IDs or types. */
function poisonThread(value: unknown, text: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => poisonThread(item, text));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          typeof inner === 'string' && writtenFields.has(name) ? text : poisonThread(inner, text),
        ]),
      )
    : value;
}

/** Unused arguments for a live tool. */
function liveInput(name: string, id: string): unknown {
  switch (name) {
    case 'look_up':
      return { text: `user_${id}`, as: 'user' };
    case 'search':
      return { query: `words ${id}` };
    case 'read_thread':
      return { post: `1840000000000${id}` };
    default:
      return { endpoint: 'primary.userById', params: { userId: id } };
  }
}

describe('untrusted text', () => {
  /** All of them in a soak, otherwise every tenth one. */
  const some = injections.filter((_, at) => at % Math.ceil(injections.length / propertyRuns(injections.length)) === 0);

  it('has 200 samples', () => assert.equal(injections.length, 200));

  it("is only between the marks in every endpoint's fields", async () => {
    using folder = storeFolder('memory');
    let body: unknown;
    const desk = await agentDesk(folder, { reply: () => ({ body }), connection: { kind: 'sandbox' } });
    let at = 0;
    for (const endpoint of endpoints) {
      body = poison(exampleBody(endpoint, 5), () => injections[(at += 1) % injections.length] ?? '');
      const response = await desk.run('call_endpoint', { endpoint: endpoint.id, params: endpoint.example });
      assert.ok(!response.facts.isError, response.text);
      for (const text of [response.text, (await desk.run('read_stored', {})).text]) {
        assert.ok(!outside(text).includes(canary), outside(text));
        assert.doesNotMatch(text, unseen);
      }
      assert.ok(!JSON.stringify(response.facts).includes(canary));
    }
    assert.ok(at > 10 * injections.length, `${at} fields`);
  });

  it("is only between the marks as a name, a post's text, and a service's error", async () => {
    using folder = storeFolder('memory');
    let body: unknown;
    let status = 200;
    const desk = await agentDesk(folder, { reply: () => ({ body, status }), connection: { kind: 'sandbox' } });
    for (const [at, text] of some.entries()) {
      status = 200;
      body = { data: { id: '1', username: text, name: text, description: text }, [text]: text };
      const found = await desk.run('call_endpoint', { endpoint: 'primary.userById', params: { userId: String(at + 1) } });
      status = 404;
      body = { error: text };
      const failed = await desk.run('call_endpoint', { endpoint: 'primary.tweet', params: { tweetId: String(at + 1) } });
      for (const response of [found, failed]) {
        assert.ok(response.text.includes(canary) || text.startsWith('a') || text.includes(`${canary[0]}\u200b`), response.text);
        assert.ok(!outside(response.text).includes(canary), outside(response.text));
        assert.doesNotMatch(response.text, unseen);
      }
    }
  });

  /** Arguments for tools whose example doesn't return untrusted text. */
  const inputs: Readonly<Record<string, (response: string | undefined) => unknown>> = {
    next_page: (response) => ({ after: response }),
    read_stored: (response) => ({ response }),
    save_fixture: (response) => ({ response }),
    list_fixtures: () => ({}),
    describe_endpoint: () => ({}),
  };

  for (const tool of agentTools) {
    it(`is only between the marks in ${tool.name}`, async () => {
      using folder = storeFolder('memory');
      let text = '';
      let status = 200;
      let isCut = false;
      const desk = await agentDesk(folder, {
        connection: { kind: 'sandbox' },
        reply: ({ url }) => {
          if (isCut) {
            return createCutOffFault(text);
          }
          const error = { error: text, message: text, detail: [{ msg: text }], [text]: text };
          const found = { data: [{ id: '1', text, name: text, username: text, [text]: text }], nextCursor: text };
          const body = status !== 200 ? error : url.includes('/tweet/') ? poisonThread(rawThread, text) : found;
          return { status, body, headers: { 'x-price-per-call': '0.0002', 'x-note': 'INJECTED' } };
        },
        fixtures: () => [{ path: text, endpointId: text, params: { [text]: text }, savedOn: text, bytes: 1 }],
        saveFixture: async () =>
          await Promise.resolve(status === 200 ? { kind: 'saved', path: text, change: 'new' } : { kind: 'failed', said: text }),
      });
      let held = 0;
      for (const [at, injection] of some.entries()) {
        text = injection;
        isCut = false;
        status = 200;
        const id = String(1_000 + at);
        const first = await desk.run('call_endpoint', { endpoint: 'primary.userFollowers', params: { userId: id } });
        for (const now of [200, [400, 401, 402, 403, 404, 422, 0][at % 7] ?? 0]) {
          status = now;
          isCut = now === 0;
          const query = tool.kind === 'live' ? liveInput(tool.name, `${id}${now}`) : tool.example;
          const response = await desk.run(tool.name, inputs[tool.name]?.(first.facts.response) ?? query);
          assert.ok(!outside(response.text).includes(canary), outside(response.text));
          assert.ok(!JSON.stringify(response.facts).includes(canary));
          assert.doesNotMatch(response.text, unseen);
          held += Number(response.text.includes('<untrusted-'));
        }
      }
      const saysOurs = ['describe_endpoint', 'budget'].includes(tool.name);
      assert.ok(saysOurs ? held === 0 : held >= some.length, `${held} answers with words of others`);
    });
  }

  it("isn't in the message of a tool's error", async () => {
    using folder = storeFolder('memory');
    const desk = await agentDesk(folder, {
      fixtures: () => {
        throw new Error(`${canary} in the name of a file`);
      },
    });
    await assert.rejects(desk.run('list_fixtures', {}), (error) => {
      assert.ok(error instanceof Error && String(error.cause).includes(canary));
      assert.equal(error.message, 'list_fixtures failed. See the Social Data log for details.');
      return true;
    });
  });

  it("can't close its marks", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 6 }), fc.nat(100), (texts, max) => {
        const lines = texts.map((text) => formatUntrustedLine(text, max + 2));
        const text = fenceUntrusted(lines, 'k1');
        assert.equal(text.split('\n').length, lines.length + 2);
        assert.equal(outside(text), '');
        assert.doesNotMatch(text, unseen);
      }),
      { numRuns: propertyRuns(10_000, 40) },
    );
  });

  it('keeps letters, emoji, and the joiners that they need', () => {
    const text = 'नमस्ते 👩‍👩‍👧‍👦 ❤️ سلام می‌خواهم é 日本語';
    assert.equal(formatUntrustedLine(text, 400), text);
  });

  it('reports how many characters were cut', () => {
    assert.equal(formatUntrustedLine('abcdef', 4), 'abc…(+3 characters)');
  });
});

describe('a key', () => {
  it("isn't in any result, even if the service repeats it", async () => {
    using folder = storeFolder();
    const key = 'test-key';
    const body = { data: { id: '1', username: key, name: `key ${key}` } };
    const desk = await agentDesk(folder, { reply: () => ({ body, headers: { 'x-echo': key } }), ask: () => 'once' });
    const response = await desk.run('look_up', { text: '@ada_writes' });
    assert.ok(!response.text.includes(key) && !JSON.stringify(response.facts).includes(key), response.text);
    assert.ok(!response.text.includes('x-echo'));
    const failing = await agentDesk(folder, { reply: () => ({ status: 401, body: { error: `bad ${key}` } }), ask: () => 'once' });
    assert.ok(!(await failing.run('look_up', { text: '@other' })).text.includes(key));
  });
});
