import assert from 'node:assert/strict';
import { createBudget, createClient } from '../../../src/client/publicFetch.ts';
import { fakeTransport } from '../../support/fakeTransport.ts';
import { testLookup, testPagedEndpoint } from '../../support/testEndpoints.ts';

const options = { key: 'k', baseUrl: 'https://api.example.test' };

describe('createPackageClient', () => {
  it('names an unknown option', () => {
    assert.throws(() => createClient({ ...options, baseURL: 'https://api.example.test' } as typeof options), {
      ...{ kind: 'input', spent: 'no' },
      message: "createClient: baseURL isn't a parameter of createClient: did you mean baseUrl?",
    });
    assert.throws(() => createBudget({ cp: 5n } as object), { kind: 'input' });
    assert.throws(() => createBudget({ cap: 50_000 as unknown as bigint }), { kind: 'input' });
  });

  it("names a call's unknown option, and doesn't send requests", async () => {
    const transport = fakeTransport(() => ({}));
    const client = createClient({ ...options, transport });
    await assert.rejects(client.call(testLookup, { name: 'a' }, { budget: createBudget({ cap: 400n }) } as object), {
      message: "call: budget isn't a parameter of call: did you mean budgets?",
    });
    assert.equal(transport.requests.length, 0);
  });

  it('rejects calls, pages, and items with the abort reason, like fetch', async () => {
    const client = createClient({ ...options, transport: fakeTransport(() => new Promise(() => undefined)) });
    const reason = new RangeError('enough');
    for (const start of [
      async (signal: AbortSignal) => await client.call(testLookup, { name: 'a' }, { signal }),
      async (signal: AbortSignal) => await client.pages(testPagedEndpoint, {}, { signal }).load(),
      async (signal: AbortSignal) => await client.items(testPagedEndpoint, {}, { signal })[Symbol.asyncIterator]().next(),
    ]) {
      const controller = new AbortController();
      const ended = start(controller.signal);
      controller.abort(reason);
      await assert.rejects(ended, (error) => error === reason);
    }
  });

  it('ends open calls when it is disposed', async () => {
    const client = createClient({ ...options, transport: fakeTransport(() => new Promise(() => undefined)) });
    const call = client.call(testLookup, { name: 'a' });
    await client[Symbol.asyncDispose]();
    await assert.rejects(call, { kind: 'cancelled' });
  });
});
