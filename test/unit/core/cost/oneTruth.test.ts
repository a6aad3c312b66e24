import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type Cost, getSettlementCost, getLedgerTotalCost, noCost } from '../../../../src/core/cost/cost.ts';
import { describeFailedCallCharge, formatCharge, formatCost } from '../../../../src/core/cost/formatCost.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { TransportFault, type WireResponse } from '../../../../src/client/transport.ts';
import { formatLedgerCsv } from '../../../../src/store/ledgerRows.ts';
import type { FakeReply } from '../../../support/fakeTransport.ts';
import { testLookup } from '../../../support/testEndpoints.ts';
import { clientOver, storeFolder } from '../../store/support/testStore.ts';

/** A failed request's cost in its message, Activity, the status bar, the daily sum, and the ledger. */
async function readCosts(reply: FakeReply) {
  using folder = storeFolder();
  const store = await folder.open();
  let session: Cost = noCost;
  let failure: unknown;
  const { client } = clientOver(store, folder.clock, () => reply, {
    reuse: 'never',
    onSettled: (settlement) => {
      session = getSettlementCost(settlement);
    },
  });
  const call = client.call(testLookup, { name: 'a' }).catch((error: unknown) => {
    failure = error;
  });
  while (await folder.clock.advanceToNext());
  await call;
  assert.ok(failure instanceof SocialDataError);
  const [stored] = store.exchanges.newest({ limit: 1 }).items;
  const [names = [], values = []] = formatLedgerCsv(store.spending.lines())
    .split('\r\n')
    .map((line) => line.split(','));
  const cell = (name: string) => values[names.indexOf(name)];
  return {
    message: describeFailedCallCharge(failure),
    activity: stored === undefined ? undefined : formatCharge(stored),
    statusBar: formatCost(session),
    day: formatCost(getLedgerTotalCost(store.spending.sum('0000', '9999'))),
    ledger: [cell('spent'), cell('amount_usd'), cell('reported')].join(' '),
  };
}

const free = { message: 'No charge.', activity: 'no charge', statusBar: 'no charge', day: 'no charge' };
const charged = { message: 'The request cost $0.0002.', activity: '$0.0002', statusBar: '$0.0002', day: '$0.0002' };
const maybe = {
  message: 'The request may have been charged.',
  activity: 'may have been charged',
  statusBar: '≈$0.001 · 1 may have been charged',
  day: '≈$0.001 · 1 may have been charged',
};

/** A response that was truncated after its headers. */
function cut(status: number, headers: Readonly<Record<string, string>> = {}): TransportFault {
  const partial: WireResponse = {
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: new TextEncoder().encode('{"data":'),
  };
  return new TransportFault('network', { sent: true, code: 'ECONNRESET', partial });
}

const priced = { 'x-price-per-call': '0.0002' };

describe("a failed request's cost is the same in its message, Activity, the status bar, sums, and the ledger", () => {
  for (const status of [401, 402, 403, 429]) {
    it(`a ${status} isn't charged, and the ledger marks it as unreported`, async () => {
      assert.deepEqual(await readCosts({ status }), { ...free, ledger: 'no 0.00 no' });
      assert.deepEqual(await readCosts({ status, headers: { 'x-price-per-call': 'garbled' } }), {
        ...free,
        ledger: 'no 0.00 no',
      });
    });

    it(`a ${status} costs what its price header says`, async () => {
      assert.deepEqual(await readCosts({ status, headers: priced }), { ...charged, ledger: 'yes 0.0002 yes' });
      assert.deepEqual(await readCosts({ status, headers: { 'x-price-per-call': '0' } }), { ...free, ledger: 'no 0.00 yes' });
    });

    it(`a ${status} with a truncated body costs the same`, async () => {
      assert.deepEqual(await readCosts(cut(status)), { ...free, ledger: 'no 0.00 no' });
      assert.deepEqual(await readCosts(cut(status, priced)), { ...charged, ledger: 'yes 0.0002 yes' });
    });
  }

  it('other errors may have been charged, complete or truncated', async () => {
    assert.deepEqual(await readCosts({ status: 404 }), { ...maybe, ledger: 'maybe 0.001 no' });
    assert.deepEqual(await readCosts(cut(404)), { ...maybe, ledger: 'maybe 0.001 no' });
  });

  it('a truncated success costs what it reports, or may have been charged without a price', async () => {
    assert.deepEqual(await readCosts(cut(200, priced)), { ...charged, ledger: 'yes 0.0002 yes' });
    const { activity: _activity, ...costs } = await readCosts(cut(200)); // history doesn't store that the response was truncated
    assert.deepEqual({ ...maybe, ...costs, ledger: costs.ledger }, { ...maybe, ledger: 'maybe 0.001 no' });
  });
});
