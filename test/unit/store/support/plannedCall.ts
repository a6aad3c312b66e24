import type { CallLedger, OpenLedgerEntry, PlannedCall } from '../../../../src/client/policies/budgetPolicy.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';

/** A call as the client passes it to the ledger. */
export const planned: PlannedCall = {
  request: {
    service: 'primary',
    endpointId: testLookup.id,
    params: {},
    format: 'simple',
    method: 'GET',
    baseUrl: 'https://api.example.test/base',
    target: '/thing/a',
  },
  connection: testConnection(),
  initiator: 'tree',
  isStored: true,
  isPriceAssumed: false,
  isGuess: false,
  needed: 1_000n,
  reserved: 1_000n,
};

/** Begins a call that doesn't have to wait. */
export async function begin(ledger: CallLedger, call: PlannedCall): Promise<OpenLedgerEntry> {
  const onWaiting = () => {
    throw new Error('it has to wait');
  };
  const entry = await ledger.begin(call, { signal: new AbortController().signal, onWaiting });
  return entry === 'again' ? await begin(ledger, call) : entry; // a different call has reported a price
}
