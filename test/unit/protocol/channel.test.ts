import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import { openHostChannel, openPageChannel, type PageChannel, type ChannelPort } from '../../../src/protocol/channel.ts';
import { defineContract, type HostHandlers } from '../../../src/protocol/contract.ts';

const contract = defineContract({
  host: {
    requests: {
      double: { params: z.strictObject({ value: z.int() }), result: z.int() },
      wait: { params: z.strictObject({}) },
      lie: { params: z.strictObject({}), result: z.string() },
    },
    events: { note: z.strictObject({ text: z.string() }) },
  },
  webview: { events: { tick: z.int() } },
});

type Host = typeof contract.host;

/** Two ports that are each other's other end; what is posted arrives a turn later, copied as a webview's messages are. */
function pairOfPorts(): readonly [ChannelPort, ChannelPort] {
  const listeners: [Set<(message: unknown) => void>, Set<(message: unknown) => void>] = [new Set(), new Set()];
  const end = (own: 0 | 1): ChannelPort => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) {
          listener(copy);
        }
      });
    },
    listen: (listener) => {
      listeners[own].add(listener);
      return () => listeners[own].delete(listener);
    },
  });
  return [end(0), end(1)];
}

function connect(handlers: Partial<HostHandlers<Host>['requests']> = {}) {
  const [hostPort, webviewPort] = pairOfPorts();
  const dropped: string[] = [];
  const notes: string[] = [];
  const ticks: number[] = [];
  const host = openHostChannel({
    port: hostPort,
    mine: contract.host,
    theirs: contract.webview,
    handlers: {
      requests: {
        double: ({ value }) => value * 2,
        wait: async () => await Promise.resolve(),
        lie: () => 7 as unknown as string,
        ...handlers,
      },
      events: { note: ({ text }) => notes.push(text) },
    },
    onDropped: (why) => dropped.push(why),
  });
  const webview: PageChannel<typeof contract> = openPageChannel({
    port: webviewPort,
    mine: contract.webview,
    theirs: contract.host,
    handlers: { events: { tick: (value) => ticks.push(value) } },
    onDropped: (why) => dropped.push(why),
  });
  return { host, webview, hostPort, webviewPort, dropped, notes, ticks };
}

const turns = async () => await new Promise((resolve) => setImmediate(resolve));
describe('a channel', () => {
  it('answers a request of the table', async () => {
    const { webview } = connect();
    assert.equal(await webview.request('double', { value: 21 }), 42);
  });

  it('hears events in both directions', async () => {
    const { host, webview, notes, ticks } = connect();
    webview.send('note', { text: 'read' });
    host.send('tick', 3);
    await turns();
    assert.deepEqual([notes, ticks], [['read'], [3]]);
  });

  it('matches answers that come in another order', async () => {
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

  it('refuses parameters that do not fit, and tells both sides', async () => {
    const { webview, dropped } = connect();
    await assert.rejects(webview.request('double', { value: 'x' as unknown as number }), /value invalid_type/);
    assert.deepEqual(dropped, ['the request double: value invalid_type']);
  });

  it('refuses a name that is not in the table, an inherited one as well', async () => {
    const { webviewPort, dropped } = connect();
    for (const name of ['erase', 'constructor', '__proto__', 'toString']) {
      webviewPort.post({ kind: 'request', id: 900, name, params: {} });
      webviewPort.post({ kind: 'event', name, payload: {} });
    }
    await turns();
    assert.equal(dropped.filter((why) => /not in the table/.test(why)).length, 8);
  });

  it('takes no answer that does not fit the table', async () => {
    const { webview } = connect();
    await assert.rejects(webview.request('lie', {}), /does not fit/);
  });

  it('says what failed on the other side', async () => {
    const { webview } = connect({
      double: () => {
        throw new Error('no room');
      },
    });
    await assert.rejects(webview.request('double', { value: 1 }), /no room/);
  });

  it('says that a request was done which has no result', async () => {
    const { webview } = connect({ wait: () => 'more than it should' as unknown as undefined });
    assert.equal(await webview.request('wait', {}), null);
  });

  it('sends nothing and hears nothing once it is closed', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { host, webview, webviewPort, notes, ticks } = connect({ wait: async () => await promise });
    const settled: unknown[] = [];
    void webview.request('wait', {}).then((result) => settled.push(result));
    await turns();
    host.close();
    resolve(undefined);
    host.send('tick', 1);
    webview.send('note', { text: 'late' });
    webviewPort.post({ kind: 'request', id: 900, name: 'double', params: { value: 1 } });
    await turns();
    assert.deepEqual([settled, notes, ticks], [[], [], []]);
  });

  it('drops 10,000 fuzzed messages without a throw and runs no handler for them', async () => {
    const runs: string[] = [];
    const { hostPort, webviewPort, dropped, notes, ticks } = connect({
      double: ({ value }) => {
        runs.push('double');
        return value;
      },
    });
    assert.ok(hostPort);
    // near misses find more than noise does
    const fuzzed = fc.oneof(
      fc.anything(),
      fc.record(
        {
          kind: fc.constantFrom('request', 'answer', 'failure', 'event', 'other'),
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
        webviewPort.post(message);
        sent += 1;
      } catch {
        sent += 1; // what cannot be cloned never reaches the other side
      }
    }
    await turns();
    assert.equal(sent, 10_000);
    assert.deepEqual([runs, notes, ticks], [[], [], []]);
    assert.ok(dropped.length > 5_000, `${dropped.length} were dropped`);
  });
});
