import type { PlannedCall } from '../../../../src/client/policies/budget.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';

/** A call as the client hands it to the ledger. */
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
  isPriceAssumed: false,
  reserved: 1_000n,
};
