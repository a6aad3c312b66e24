import assert from 'node:assert/strict';
import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { HostHandlers } from '../../../src/protocol/contract.ts';
import { openHostChannel } from '../../../src/protocol/channel.ts';
import { resultsContract } from '../../../src/protocol/resultsContract.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';

const { host } = resultsContract;
const requests = Object.keys(host.requests);
const shapes: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  ...Object.entries(host.requests).map(([name, { params }]) => [name, params] as const),
  ['stop', host.events.stop],
]);

/** Handlers that note what reaches them. */
function noting(reached: { readonly name: string; readonly payload: unknown }[]): HostHandlers<typeof resultsContract.host> {
  const take =
    (name: string) =>
    (payload: unknown): never => {
      reached.push({ name, payload });
      return null as never;
    };
  return {
    requests: Object.fromEntries(requests.map((name) => [name, take(name)])) as never,
    events: { stop: take('stop') },
  };
}

const messages = fc.oneof(
  fc.anything(),
  fc.record({
    kind: fc.constantFrom('request', 'answer', 'failure', 'event', 'cancel', 'other'),
    id: fc.oneof(fc.nat(5), fc.anything()),
    name: fc.oneof(fc.constantFrom(...requests, 'stop', 'constructor', '__proto__', 'toString'), fc.string()),
    params: fc.oneof(
      fc.anything(),
      fc.record({ rows: fc.array(fc.oneof(fc.integer(), fc.anything()), { maxLength: 4 }), layout: fc.anything() }),
      fc.record({ texts: fc.dictionary(fc.string(), fc.anything(), { maxKeys: 3 }), reuse: fc.anything() }),
      fc.record({ pages: fc.anything() }),
      fc.record({ action: fc.string(), row: fc.anything() }),
    ),
    payload: fc.anything(),
  }),
);

describe('the results page and the extension host', () => {
  it('let nothing through that is not in their table, whatever is sent', async () => {
    const reached: { readonly name: string; readonly payload: unknown }[] = [];
    let hear: (message: unknown) => void = () => undefined;
    let dropped = 0;
    const channel = openHostChannel({
      port: {
        post: () => undefined,
        listen: (listener) => {
          hear = listener;
          return () => undefined;
        },
      },
      mine: resultsContract.host,
      theirs: resultsContract.webview,
      handlers: noting(reached),
      onDropped: () => {
        dropped += 1;
      },
    });
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        hear(message);
        await Promise.resolve();
      }),
      { numRuns: propertyRuns(10_000) },
    );
    channel.close();
    assert.ok(dropped > 0);
    for (const { name, payload } of reached) {
      assert.equal(shapes.get(name)?.safeParse(payload).success, true, name);
    }
  });
});
