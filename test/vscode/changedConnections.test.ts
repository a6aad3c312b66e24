import assert from 'node:assert/strict';
import { userByUsername } from '../../src/client/endpoints/table.ts';
import { actOnRecords } from '../../src/features/records/host/index.ts';
import { createResponseTarget } from '../../src/workbench/recordTarget.ts';
import type { FakeReply } from '../support/fakeTransport.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { clockedServices } from './support/clockedServices.ts';

const notFound: FakeReply = { status: 404, body: { message: 'not there' } };
const found: FakeReply = { body: { data: [{ id: '1' }], nextCursor: null, hasNextPage: false } };

describe('refreshing a response', () => {
  const opened = async () => {
    const clocked = clockedServices((index) => (index === 0 ? found : notFound));
    const response = await clocked.client.call(userByUsername, { username: 'ada' });
    return { ...clocked, response };
  };

  it('sends one request for a double click, and a second one only after the first ends', async () => {
    const { services, transport, response } = await opened();
    using _person = respondToDialogs({});
    const refresh = async () => await actOnRecords(services, 'refresh', [createResponseTarget(services, response)], true);
    await Promise.all([refresh(), refresh()]);
    assert.equal(transport.requests.length, 2);
    await refresh();
    assert.equal(transport.requests.length, 3);
  });
});
