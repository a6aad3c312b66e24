import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import {
  type HostHandlers,
  type HostPort,
  openHostChannel,
  openPageChannel,
  type PagePort,
} from '../../../../src/core/channel/channel.ts';

const tables = {
  requests: { double: z.strictObject({ value: z.int() }), wait: z.strictObject({}) },
  events: { note: z.strictObject({ text: z.string() }) },
};

interface TestContract {
  readonly host: typeof tables;
  readonly results: { readonly double: number };
  readonly page: { readonly tick: number };
}

/** Two connected ports. Messages arrive asynchronously and cloned, as in a webview. */
function pairOfPorts(): { readonly hostPort: HostPort; readonly pagePort: PagePort } {
  const atHost = new Set<(message: unknown) => void>();
  const atPage = new Set<Parameters<PagePort['listen']>[0]>();
  const post = <T>(listeners: ReadonlySet<(message: T) => void>, message: T) => {
    const copy = structuredClone(message);
    queueMicrotask(() => {
      for (const listener of listeners) {
        listener(copy);
      }
    });
  };
  return {
    hostPort: {
      post: (message) => post(atPage, message),
      listen: (listener) => {
        atHost.add(listener);
        return () => atHost.delete(listener);
      },
    },
    pagePort: { post: (message) => post(atHost, message), listen: (listener) => void atPage.add(listener) },
  };
}

function connect(
  handlers: Partial<HostHandlers<TestContract>['requests']> = {},
  events: Partial<HostHandlers<TestContract>['events']> = {},
) {
  const { hostPort, pagePort } = pairOfPorts();
  const dropped: string[] = [];
  const notes: string[] = [];
  const ticks: number[] = [];
  const host = openHostChannel<TestContract>({
    port: hostPort,
    tables,
    handlers: {
      requests: { double: ({ value }) => value * 2, wait: async () => await Promise.resolve(), ...handlers },
      events: { note: ({ text }) => notes.push(text), ...events },
    },
    onDropped: (why) => dropped.push(why),
  });
  const webview = openPageChannel<TestContract>(pagePort, { tick: (value) => ticks.push(value) });
  return { host, webview, postRaw: pagePort.post as (message: unknown) => void, dropped, notes, ticks };
}

const turns = async () => await new Promise((resolve) => setImmediate(resolve));
describe('a channel', () => {
  it('responds to a request', async () => {
    const { webview } = connect();
    assert.equal(await webview.request('double', { value: 21 }), 42);
  });

  it('sends events in both directions', async () => {
    const { host, webview, notes, ticks } = connect();
    webview.send('note', { text: 'read' });
    host.send('tick', 3);
    await turns();
    assert.deepEqual([notes, ticks], [['read'], [3]]);
  });

  it('matches responses that arrive in a different order', async () => {
    const releases: (() => void)[] = [];
    const { webview } = connect({
      double: async ({ value }) =>
        await new Promise<number>((resolve) => {
          releases.push(() => {
            resolve(value * 2);
          });
        }),
    });
    const both = Promise.all([webview.request('double', { value: 1 }), webview.request('double', { value: 2 })]);
    await turns();
    for (const release of releases.toReversed()) {
      release();
    }
    assert.deepEqual(await both, [2, 4]);
  });

  it('rejects invalid parameters and reports them on both sides', async () => {
    const { webview, dropped } = connect();
    await assert.rejects(webview.request('double', { value: 'x' as unknown as number }), /value invalid_type/);
    assert.deepEqual(dropped, ['the request double: value invalid_type']);
  });

  it('rejects unknown names, including inherited ones', async () => {
    const { postRaw, dropped } = connect();
    for (const name of ['erase', 'constructor', '__proto__', 'toString']) {
      postRaw({ kind: 'request', id: 900, name, params: {} });
      postRaw({ kind: 'event', name, payload: {} });
    }
    await turns();
    assert.equal(dropped.filter((why) => /isn't in the table/.test(why)).length, 8);
  });

  it("rejects with the handler's error", async () => {
    const { webview } = connect({
      double: () => {
        throw new Error('no room');
      },
    });
    await assert.rejects(webview.request('double', { value: 1 }), /no room/);
  });

  it('reports events that fail synchronously or later', async () => {
    for (const note of [() => assert.fail('no'), async () => await Promise.reject(new Error('no'))]) {
      const { webview, dropped } = connect({}, { note });
      webview.send('note', { text: 'read' });
      await turns();
      assert.deepEqual(dropped, ['the event note failed: no']);
    }
  });

  it("doesn't send or receive after it was closed", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { host, webview, postRaw, notes, ticks } = connect({ wait: async () => await promise });
    const settled: unknown[] = [];
    void webview.request('wait', {}).then((result) => settled.push(result));
    await turns();
    host.close();
    resolve(undefined);
    host.send('tick', 1);
    webview.send('note', { text: 'late' });
    postRaw({ kind: 'request', id: 900, name: 'double', params: { value: 1 } });
    await turns();
    assert.deepEqual([settled, notes, ticks], [[], [], []]);
  });

  it('drops 10,000 fuzzed messages without throwing or calling a handler', async () => {
    const runs: string[] = [];
    const { postRaw, dropped, notes, ticks } = connect({
      double: ({ value }) => {
        runs.push('double');
        return value;
      },
    });
    // almost valid messages find more than noise
    const fuzzed = fc.oneof(
      fc.anything(),
      fc.record(
        {
          kind: fc.constantFrom('request', 'response', 'failure', 'event', 'other'),
          id: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(1e308)),
          name: fc.oneof(fc.constantFrom('double', 'wait', 'note', 'tick', '__proto__'), fc.string()),
          params: fc.anything(),
          payload: fc.anything(),
          result: fc.anything(),
          message: fc.anything(),
        },
        { requiredKeys: ['kind'] },
      ),
    );
    let sent = 0;
    for (const message of fc.sample(fuzzed, 10_000)) {
      try {
        postRaw(message);
        sent += 1;
      } catch {
        sent += 1; // messages that can't be cloned aren't sent
      }
    }
    await turns();
    assert.equal(sent, 10_000);
    assert.deepEqual([runs, notes, ticks], [[], [], []]);
    assert.ok(dropped.length > 5_000, `${dropped.length} were dropped`);
  });
});
