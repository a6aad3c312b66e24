import assert from 'node:assert/strict';
import { SocialDataError } from '../../../src/client/errors.ts';
import { type Exchange, emptyReceipt } from '../../../src/client/exchange.ts';
import { memoryDatabasePath, openDatabase } from '../../../src/store/database.ts';
import {
  addIntent,
  settleIntent,
  createSpendingReader,
  type Intent,
  settleLostCalls,
  toCallOutcome,
} from '../../../src/store/ledgerRows.ts';
import { planned } from './support/plannedCall.ts';

const intent: Intent = {
  service: 'primary',
  endpointId: 'primary.a',
  format: 'simple',
  connection: 'direct',
  initiator: 'tree',
  agent: undefined,
  day: '2026-08-01',
  at: 1,
  call: 'first',
  owner: { name: 'window', pid: 1 },
  priceKey: 'service',
  reserved: 1_000n,
  guess: undefined,
};

describe('ledger rows', () => {
  it('include one line if a call is settled by two windows', () => {
    const database = openDatabase(memoryDatabasePath);
    addIntent(database, intent);
    settleLostCalls(database, (lost) => {
      settleIntent(database, lost, {
        ...{ amount: 200n, isReported: true, spent: 'yes', receipt: { ...emptyReceipt, price: 200n }, attempts: 1 },
        ...{ status: 200, error: undefined, exchangeId: 'exchange' },
      });
      return true;
    });
    const noDay = { today: () => assert.fail(), agentsToday: () => assert.fail() };
    const lines = createSpendingReader(database, noDay).lines();
    assert.deepEqual(
      lines.map(({ amount }) => amount),
      [200n],
    );
    database.close();
  });
});

describe("a call's outcome", () => {
  const settlement = { request: planned.request, connection: 'direct', booked: 0n, isReported: false } as const;
  const end = { amount: 0n, receipt: emptyReceipt, attempts: 1, status: undefined, exchangeId: undefined };

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
