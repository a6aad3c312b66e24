import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createClient } from '../../../src/client/createClient.ts';
import type { Client } from '../../../src/client/client.ts';
import type { CallOptions } from '../../../src/client/policies/send.ts';
import type { Endpoint } from '../../../src/client/endpoint.ts';
import { userById } from '../../../src/client/endpoints/table.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import { createBudget } from '../../../src/client/policies/budget.ts';
import type { WireRequest } from '../../../src/client/transport.ts';
import { type FakeClock, fakeClock } from '../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../support/fakeTransport.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { priced, quickFiles, storeFolder } from './support/testStore.ts';

const dollars = (amount: bigint) => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`;
/** The assumed price before the connection has reported one. */
const firstGuess = 10_000n;

const endpointsOf = (count: number): readonly Endpoint[] =>
  Array.from({ length: count }, (_, at) => ({ ...testLookup, id: `${testLookup.id}${at}`, path: `/thing${at}/{name}` }));

/** An endpoint's prices, which can change with a request. Undefined: not reported. */
interface Tariff {
  readonly price: bigint | undefined;
  readonly later: bigint | undefined;
  readonly from: number;
}

/** Charges and counts requests, and knows which prices the client couldn't know. */
class CountingMock {
  charged = 0n;
  unreported = 0;
  /** Charges for requests that were sent with an unknown or outdated price. */
  surprise = 0n;
  readonly highest = new Map<string, bigint>();
  readonly #clock: FakeClock;
  readonly #tariffs: readonly Tariff[];
  readonly #delays: readonly number[];
  readonly #known = new Map<string, bigint>();
  readonly #asked = new Map<string, number>();
  requests = 0;

  constructor(clock: FakeClock, tariffs: readonly Tariff[], delays: readonly number[]) {
    this.#clock = clock;
    this.#tariffs = tariffs;
    this.#delays = delays;
  }

  async serve({ url }: WireRequest): Promise<FakeReply> {
    const [, at = '0'] = /\/thing(\d+)\//.exec(url) ?? [];
    const tariff = this.#tariffs[Number(at)];
    const before = this.#asked.get(at) ?? 0;
    this.#asked.set(at, before + 1);
    const price = tariff?.later !== undefined && before >= tariff.from ? tariff.later : tariff?.price;
    const delay = this.#delays[this.requests % this.#delays.length] ?? 1;
    this.requests += 1;
    if (price === undefined) {
      this.unreported += 1;
      await this.#clock.sleep(delay);
      return {};
    }
    this.charged += price;
    if (price > (this.#known.get(at) ?? -1n)) {
      this.surprise += price;
    }
    this.highest.set(at, price > (this.highest.get(at) ?? 0n) ? price : (this.highest.get(at) ?? 0n));
    await this.#clock.sleep(delay);
    this.#known.set(at, price);
    return priced(dollars(price));
  }
}

/** One kind of program that spends money, with one cap. */
interface Spender {
  readonly clients: readonly Client[];
  readonly options: CallOptions;
  readonly spent: () => bigint;
  readonly reserved: () => bigint;
  readonly unreported: () => number;
}

type Place = 'library' | 'call' | 'windows' | 'agents';

async function spenderOf(place: Place, cap: bigint, clock: FakeClock, mock: CountingMock, open: OpenStore): Promise<Spender> {
  const budget = createBudget({ cap });
  const transport = () => fakeTransport(async (request) => await mock.serve(request), clock.now);
  const connections = { primary: testConnection() };
  if (place === 'library' || place === 'call') {
    let unreported = 0;
    const client = createClient({
      ...{ connections, clock, transport: transport(), reuse: 'never', random: () => 0 },
      ...(place === 'library' ? { budget } : {}),
      onSettled: ({ isReported }) => {
        unreported += isReported ? 0 : 1;
      },
    });
    return {
      clients: [client],
      options: place === 'call' ? { budgets: [budget] } : {},
      spent: () => budget.state().spent,
      reserved: () => budget.state().reserved,
      unreported: () => unreported,
    };
  }
  const caps = place === 'agents' ? { agentsCap: () => cap } : { dayCap: () => cap };
  const stores = [await open(caps), await open(caps)];
  const clients = stores.map((store) =>
    createClient({
      ...{ connections, clock, transport: transport(), reuse: 'never', random: () => 0 },
      ...{ history: store.history, ledger: store.ledger, prices: store.prices },
    }),
  );
  const [store] = stores;
  assert.ok(store);
  const today = () => (place === 'agents' ? store.spending.agentsToday() : store.spending.today());
  const sum = () => store.spending.sum(store.day(), store.day());
  return {
    clients,
    options: place === 'agents' ? { initiator: 'tool' } : {},
    spent: () => today().spent,
    reserved: () => today().reserved,
    unreported: () => sum().unreported,
  };
}

type OpenStore = ReturnType<typeof storeFolder>['open'];

/** Advances the clock until all calls have ended. */
async function endAll(clock: FakeClock, running: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  void running.then(() => (state.isOver = true));
  while (!state.isOver) {
    await clock.advanceToNext();
  }
}

interface Plan {
  readonly place: Place;
  readonly cap: bigint;
  readonly tariffs: readonly Tariff[];
  readonly delays: readonly number[];
  /** Each call's endpoint, and its delay in milliseconds. */
  readonly calls: readonly { readonly endpoint: number; readonly afterMs: number }[];
}

async function run({ place, cap, tariffs, delays, calls }: Plan): Promise<{ readonly sent: number; readonly refused: number }> {
  using folder = storeFolder('disk', quickFiles);
  const { clock } = folder;
  const mock = new CountingMock(clock, tariffs, delays);
  const { clients, options, spent, reserved, unreported } = await spenderOf(place, cap, clock, mock, folder.open);
  const endpoints = endpointsOf(tariffs.length);
  const refusals: number[] = [];
  const running = Promise.all(
    calls.map(async ({ endpoint: number, afterMs }, at) => {
      const endpoint = endpoints[number % endpoints.length];
      const client = clients[at % clients.length];
      assert.ok(endpoint !== undefined && client !== undefined);
      await clock.sleep(afterMs);
      try {
        await client.call(endpoint, { name: `n${at}` }, options);
      } catch (error) {
        assert.ok(error instanceof SocialDataError && error.kind === 'budget', String(error));
        refusals.push(number % endpoints.length);
      }
    }),
  );
  await endAll(clock, running);
  const highest = [...mock.highest.values()].reduce((max, price) => (price > max ? price : max), firstGuess);
  const assumed = spent() - mock.charged;
  assert.equal(reserved(), 0n);
  assert.equal(unreported(), mock.unreported);
  assert.ok(
    mock.unreported === 0 ? assumed === 0n : assumed > 0n,
    'the ledger is what the service charged, and a guess for the rest',
  );
  assert.ok(
    spent() - mock.surprise <= cap + (mock.unreported > 0 ? highest : 0n),
    `${spent()} of ${cap}, ${mock.surprise} by surprise`,
  );
  for (const number of refusals) {
    const tariff = tariffs[number];
    const most = mock.highest.get(String(number)) ?? (tariff?.price === undefined ? highest : 1n);
    assert.ok(most > cap - spent(), `refused with ${cap - spent()} left, and it costs ${most} at most`);
  }
  assert.equal(mock.requests + refusals.length, calls.length);
  return { sent: mock.requests, refused: refusals.length };
}

const price = fc.oneof(fc.bigInt({ min: 1n, max: 2_000n }), fc.bigInt({ min: 2_000n, max: 60_000n }));
const plan: fc.Arbitrary<Plan> = fc.record({
  place: fc.constantFrom<Place[]>('library', 'call', 'windows', 'agents'),
  cap: fc.bigInt({ min: 0n, max: 80_000n }),
  tariffs: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ price, later: fc.constant(undefined), from: fc.constant(0) }) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(price, price, fc.nat({ max: 8 }))
          .map(([low, rise, from]) => ({ price: low, later: low + rise, from })),
      },
      { weight: 1, arbitrary: fc.constant({ price: undefined, later: undefined, from: 0 }) },
    ),
    { minLength: 1, maxLength: 4 },
  ),
  delays: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 5 }),
  calls: fc.array(fc.record({ endpoint: fc.nat({ max: 3 }), afterMs: fc.constantFrom(0, 0, 0, 1, 500, 3_000) }), {
    minLength: 1,
    maxLength: 40,
  }),
});

describe('a cap', function () {
  this.timeout(3_600_000);

  it('is exceeded only by unknown or rising prices, allows everything that fits, and the ledger is exact', async () => {
    let [sent, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(plan, async (one) => {
        const came = await run(one);
        sent += came.sent;
        refused += came.refused;
      }),
      { numRuns: propertyRuns(10_000, 120) },
    );
    assert.ok(sent > 100 && refused > 100, `${sent} sent, ${refused} refused`);
  });

  const always = (amount: bigint): Tariff => ({ price: amount, later: undefined, from: 0 });
  for (const [what, place, cap, amounts, count, sent] of [
    ['50 at once', 'library', 1_000n, [200n], 50, 5],
    ['300 at once of a price as high as the cap', 'library', 50_000n, [50_000n], 300, 1],
    ['300 at once, for a run', 'call', 50_000n, [50_000n], 300, 1],
    ['20 at once, all of which fit', 'call', 50_000n, [200n], 20, 20],
    ['a cap below the first guess', 'call', 2_000n, [200n], 20, 10],
    ['every endpoint at once, on the first guess', 'agents', 10_000n, [200n, 100n, 300n, 200n], 40, 40],
    ['two processes', 'windows', 20_000n, [200n], 140, 100],
    ['1,000 at once', 'library', 100_000n, [200n, 200n], 1_000, 500],
    ['nothing', 'windows', 0n, [200n], 10, 0],
  ] as const) {
    it(`allows exactly the calls that fit: ${what}`, async () => {
      const calls = Array.from({ length: count }, (_, at) => ({ endpoint: at % amounts.length, afterMs: 0 }));
      const plan = { place, cap, tariffs: amounts.map(always), delays: [20, 5, 30], calls };
      assert.equal((await run(plan)).sent, sent);
    });
  }

  it("limits concurrent calls from a program's own client", async () => {
    const clock = fakeClock();
    const transport = fakeTransport(async () => {
      await clock.sleep(10);
      return priced('0.0002');
    });
    const budget = createBudget({ cap: 1_000n });
    const client = createClient({ key: 'key', baseUrl: 'https://api.example.test', transport, clock, budget });
    const calls = Promise.allSettled(
      Array.from({ length: 50 }, async (_, at) => await client.call(userById, { userId: String(at + 1) })),
    );
    await endAll(clock, calls);
    assert.deepEqual([transport.requests.length, budget.state().spent], [5, 1_000n]);
  });
});
