import assert from 'node:assert/strict';
import { search, userByUsername } from '../../../../../src/client/endpoints/table.ts';
import type { Client } from '../../../../../src/client/client.ts';
import type { Endpoint } from '../../../../../src/client/endpoint.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import { getAvailableResponseActions } from '../../../../../src/features/requests/host/availableResponseActions.ts';
import { createSearchExchange } from '../../../../support/createSearchExchange.ts';

const client = { quote: () => undefined } as unknown as Client;

function offers(endpoint: Endpoint, exchange: Exchange): ReturnType<typeof getAvailableResponseActions> {
  return getAvailableResponseActions(client, endpoint, exchange);
}

describe('what can be done with an answer', () => {
  it('is neither a next page nor a thread where it is a user', () => {
    const value = { data: { id: '7', username: 'ada', name: 'Ada' } };
    const { request, ...response } = createSearchExchange(1, []);
    const ofUser = { ...request, endpointId: userByUsername.id, params: { username: 'ada' } };
    const { next, hasThread, hasRecords, hasResults, hasPage } = offers(userByUsername, { ...response, request: ofUser, value });
    assert.deepEqual(
      { next, hasThread, hasRecords, hasResults },
      { next: undefined, hasThread: false, hasRecords: false, hasResults: false },
    );
    assert.ok(hasPage);
  });

  it('is a next page, results and a thread where it is a page of posts that leads on', () => {
    const { next, hasThread, hasResults } = offers(search, createSearchExchange(1, [1, 2]));
    assert.ok(next !== undefined && hasThread && hasResults);
  });
});
