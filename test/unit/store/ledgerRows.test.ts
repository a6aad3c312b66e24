import assert from 'node:assert/strict';
import { SocialDataError } from '../../../src/client/errors.ts';
import { type Exchange, emptyReceipt } from '../../../src/client/exchange.ts';
import { type Database, memoryDatabasePath, openDatabase } from '../../../src/store/database.ts';
import {
  addIntent,
  settleIntent,
  createSpendingReader,
  type Intent,
  type CallOutcome,
  settleLostCalls,
  toCallOutcome,
} from '../../../src/store/ledgerRows.ts';
import { planned } from './support/plannedCall.ts';

const day = '2026-08-01';
const intent: Intent = {
  service: 'primary',
  endpointId: 'primary.a',
  format: 'simple',
  connection: 'direct',
  initiator: 'tree',
  agent: undefined,
  day,
  at: 1,
  call: 'first',
  owner: { name: 'window', pid: 1 },
  priceKey: 'service',
  reserved: 1_000n,
  guess: undefined,
};

/** The settlement of a call with a response. */
function paid(price: bigint): CallOutcome {
  return {
    ...{ amount: price, isReported: true, spent: 'yes', receipt: { ...emptyReceipt, price }, attempts: 1 },
    ...{ status: 200, error: undefined, exchangeId: 'exchange' },
  };
}

describe('ledger rows', () => {
  let database: Database;
  const noDay = { today: () => assert.fail(), agentsToday: () => assert.fail() };
  const spending = () => createSpendingReader(database, noDay);
  const lines = () => spending().lines();
  const amounts = () => lines().map(({ amount }) => amount);
  const begin = (changes: Partial<Intent>) => {
    const begun = { ...intent, ...changes };
    addIntent(database, begun);
    return begun;
  };

  beforeEach(() => {
    database = openDatabase(memoryDatabasePath);
  });

  afterEach(() => {
    database.close();
  });

  it("have the response's id", () => {
    settleIntent(database, begin({}), paid(200n));
    assert.deepEqual(
      lines().map(({ exchangeId, status, error }) => [exchangeId, status, error]),
      [['exchange', 200, undefined]],
    );
  });

  it('update the price, but only for real money', () => {
    for (const price of [200n, 300n]) {
      settleIntent(database, begin({ call: `${price}` }), paid(price));
    }
    settleIntent(database, begin({ call: 'play', endpointId: 'primary.b', connection: 'sandbox' }), paid(9n));
    assert.deepEqual(
      database.all('SELECT endpoint_id, price FROM prices').map((row) => Object.values(row)),
      [['primary.a', 300n]],
    );
  });

  it('are added up per kind of money, day, and endpoint, the largest first', () => {
    for (const [call, amount, changes] of [
      ['a', 100n, {}],
      ['b', 300n, { endpointId: 'primary.b' }],
      ['c', 900n, { connection: 'sandbox' }],
      ['d', 5_000n, { day: '2026-08-02' }],
    ] as const) {
      settleIntent(database, begin({ call, ...changes }), paid(amount));
    }
    const sums = spending().byEndpoint('real', day, day);
    assert.deepEqual(
      sums.map(({ endpointId, spent, calls }) => [endpointId, spent, calls]),
      [
        ['primary.b', 300n, 1],
        ['primary.a', 100n, 1],
      ],
    );
  });

  it('include one line if a call is settled by two windows', () => {
    begin({});
    const isLost = (lost: Intent) => {
      settleIntent(database, lost, paid(200n));
      return true;
    };
    settleLostCalls(database, isLost);
    assert.deepEqual(amounts(), [200n]);
  });

  it("aren't written if no call was lost", () => {
    begin({});
    settleLostCalls({ ...database, transact: () => assert.fail('nothing is to be written') }, () => false);
    assert.deepEqual(amounts(), []);
  });
});

describe("a call's outcome", () => {
  const settlement = { request: planned.request, connection: 'direct', booked: 0n, isReported: false } as const;
  const end = { amount: 0n, receipt: emptyReceipt, attempts: 1, status: undefined, exchangeId: undefined };

  it("isn't an assumption if nothing was charged", () => {
    const error = new SocialDataError('network', 'unreachable', { spent: 'no' });
    assert.deepEqual(toCallOutcome({ ...settlement, error }), { ...end, isReported: true, spent: 'no', error: 'network' });
  });

  it('includes the received part of an incomplete response', () => {
    const { request } = planned;
    const exchange: Exchange = {
      ...{ id: 'cut', request, status: 200, headers: {}, body: new Uint8Array(), sentAt: 1, durationMs: 1, attempts: 2 },
      ...{ value: undefined, warnings: [], from: 'network', receipt: { ...emptyReceipt, price: 200n } },
    };
    const error = new SocialDataError('interrupted', 'cut', { spent: 'yes', exchange });
    assert.deepEqual(toCallOutcome({ ...settlement, booked: 200n, isReported: true, error }), {
      ...{ amount: 200n, isReported: true, spent: 'yes', receipt: exchange.receipt, attempts: 2 },
      ...{ status: 200, exchangeId: 'cut', error: 'interrupted' },
    });
  });

  it('is `fault`, possibly charged, without a response or error', () => {
    assert.deepEqual(toCallOutcome(settlement), { ...end, isReported: false, spent: 'maybe', error: 'fault' });
  });
});
