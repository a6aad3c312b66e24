import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userByUsername } from '../../src/client/endpoints/table.ts';
import { actOnRecords } from '../../src/features/records/host/index.ts';
import { responseActions } from '../../src/features/requests/host/responseActions.ts';
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

  it('refreshes the response whose cost is shown, regardless of the active editor', async () => {
    const { services, transport, response } = await opened();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    using _person = respondToDialogs({ pick: (items) => items.find(({ label }) => label === 'Refresh') });
    await responseActions.showReceipt(services, response);
    assert.equal(transport.requests.at(-1)?.url.includes('ada'), true);
    assert.equal(transport.requests.length, 2);
  });
});
