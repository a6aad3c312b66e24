import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Client } from '../../../src/client/client.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { listMembers, tweet, userById, userByUsername, userFollowers } from '../../../src/client/endpoints/table.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import { parseMoney } from '../../../src/client/money.ts';
import { systemClock } from '../../../src/client/clock.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import type { Store } from '../../../src/store/store.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { storeFolder } from './support/testStore.ts';

const canary = 'canary-Key+42/7f3a9c0d~Z';

/** Encodings of a key that a file could contain. */
const disguises = (key: string): readonly Buffer[] => [
  Buffer.from(key),
  Buffer.from(encodeURIComponent(key)),
  Buffer.from(encodeURIComponent(encodeURIComponent(key))),
  Buffer.from(key.toLowerCase()),
  Buffer.from(key.toUpperCase()),
  Buffer.from(Buffer.from(key).toString('base64').replace(/=+$/, '')),
  Buffer.from(Buffer.from(key).toString('base64url')),
  Buffer.from(Buffer.from(key).toString('hex')),
  Buffer.from(Buffer.from(key).toString('hex').toUpperCase()),
  Buffer.from([...key].toReversed().join('')),
  Buffer.from(key, 'utf16le'),
  Buffer.from(JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')),
];

const logSchema = z.object({
  requests: z.array(z.object({ cost: z.string().nullable(), refunded: z.boolean(), fault: z.unknown() })),
});

describe('the store with the sandbox', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({
      prices: { price: 1_234n, startBalance: 900_000_000n },
    });
  });
  after(async () => {
    await sandbox.close();
  });

  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${new URL(sandbox.primary).origin}/__sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Sandbox-Control': sandbox.control, 'X-API-KEY': canary },
      ...(body === undefined ? {} : { body: JSON.stringify({ key: canary, ...body }) }),
    });
    assert.equal(response.ok, true, path);
    return await response.json();
  };

  const clientOf = (store: Store): Client =>
    createClient({
      connections: {
        primary: {
          kind: 'direct',
          baseUrl: sandbox.primary,
          credentials: () => Promise.resolve({ origin: new URL(sandbox.primary).origin, headers: { 'X-API-KEY': canary } }),
        },
      },
      transport: fetchTransport(),
      history: store.history,
      ledger: store.ledger,
      prices: store.prices,
      random: () => 0,
      reuse: 'never',
    });

  const faults = [
    { status: 404 },
    { status: 400 },
    { status: 500 },
    { status: 503, refund: false },
    { status: 403 },
    { kind: 'truncate' },
    { kind: 'reset' },
  ];

  it("records what the service charged, flags unknown prices, and doesn't have the key in its files", async () => {
    using folder = storeFolder();
    const store = await folder.open({ clock: systemClock });
    const client = clientOf(store);
    const calls = propertyRuns(5_000, 200);
    const ask = [
      () => client.call(userById, { userId: exampleValues.userId }),
      () => client.call(userByUsername, { username: exampleValues.handle }),
      () => client.call(userFollowers, { userId: exampleValues.userId }),
      () => client.call(listMembers, { listId: exampleValues.listId }),
      () => client.call(tweet, { tweetId: exampleValues.tweetId }, { format: 'raw' }),
    ];
    for (let index = 0; index < calls; index += 1) {
      if (index % 3 === 0) {
        await control('faults', { rules: [{ ...faults[(index / 3) % faults.length], times: 1 }] });
      }
      await ask[index % ask.length]?.().catch((error: unknown) => {
        assert.ok(error instanceof SocialDataError, String(error));
      });
    }
    await control('faults', { rules: [] });
    const last = await client.call(userById, { userId: exampleValues.userId });
    await client.close();

    const lines = store.spending.lines();
    assert.equal(lines.length, calls + 1);
    const { requests } = logSchema.parse(await control('requests'));
    const charged = requests.reduce(
      (sum, { cost, refunded }) => sum + (refunded ? 0n : (parseMoney(cost ?? undefined, 'up') ?? 0n)),
      0n,
    );
    const sum = store.spending.sum('0000', '9999');
    const reported = lines.filter(({ isReported }) => isReported).reduce((all, { amount }) => all + amount, 0n);
    assert.ok(reported <= charged, 'a reported line says more than the service took');
    assert.ok(sum.spent >= 900_000_000n - (last.receipt.balance ?? 0n), 'what is not reported is assumed to be the worse case');
    const unknown = lines.filter(({ isReported }) => !isReported);
    assert.ok(unknown.length > calls / 40, `${unknown.length} calls did not report their cost`);
    assert.ok(
      unknown.every(({ status, spent, receipt }) => receipt.price === undefined && (status !== undefined || spent === 'maybe')),
    );
    assert.equal(sum.unreported, unknown.length);

    const stored = store.exchanges.newest({ limit: 10_000 }).items;
    assert.ok(stored.length > calls / 2);
    const searched = [
      ...stored.flatMap(({ id }) => store.exchanges.exchange(id)?.body ?? []).map((body) => Buffer.from(body)),
      ...store.spending.lines().map((line) => Buffer.from(Object.values(line).join(' '))),
      ...readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name))),
    ];
    for (const [index, disguise] of disguises(canary).entries()) {
      assert.equal(
        searched.some((bytes) => bytes.includes(disguise)),
        false,
        `the key, in disguise ${index}`,
      );
    }
  });
});
