import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userByUsername } from '../../src/client/endpoints/table.ts';
import { lookUp } from '../../src/host/lookUp/lookUp.ts';
import { answerActions } from '../../src/host/requests/answerActions.ts';
import { callEndpoint } from '../../src/host/requests/callEndpoint.ts';
import { callAndShow } from '../../src/host/shared/callAndShow.ts';
import type { FakeReply } from '../support/fakeTransport.ts';
import { answering } from './support/answering.ts';
import { clockedServices } from './support/clockedServices.ts';
import { usingQuickInputs } from './support/quickInputs.ts';

const notFound: FakeReply = { status: 404, body: { message: 'not there' } };
const found: FakeReply = { body: { data: [{ id: '1' }], nextCursor: null, hasNextPage: false } };
const other = { baseUrl: 'https://other.example.test/base' };

describe('a price that was read before the connection changed', () => {
  it('is not what Retry pays: the price of now is offered, and nothing is sent before', async () => {
    const { services, transport, connect } = clockedServices(() => found);
    using person = answering({
      button: (_message, buttons) => {
        const load = buttons.find((button) => button.startsWith('Load'));
        if (load !== undefined) connect(other);
        return load;
      },
    });
    await callAndShow(services, userByUsername, { username: 'ada' }, { reuse: 'only' });
    assert.match(person.asked.at(-1) ?? '', /can be tried again with this connection/);
    assert.equal(transport.requests.length, 0);
  });

  it('is read once more in Look Up, with what was typed', async () => {
    const { services, transport, connect } = clockedServices(() => found);
    let shown = 0;
    using _person = usingQuickInputs({
      accepts: (rows) => {
        shown += 1;
        if (shown > 1) return undefined;
        connect(other);
        return rows[0];
      },
    });
    await lookUp(services, 'user', '@ada');
    assert.deepEqual([shown, transport.requests.length], [2, 0]);
  });

  it('is read once more in the review of Call Endpoint', async () => {
    const { services, transport, connect } = clockedServices(() => found);
    let shown = 0;
    using _person = usingQuickInputs({
      types: 'ada',
      accepts: (rows) => {
        shown += 1;
        if (shown > 1) return undefined;
        connect(other);
        return rows.find(({ label }) => label.includes('Call'));
      },
    });
    await callEndpoint(services, 'primary.userByUsername');
    assert.deepEqual([shown, transport.requests.length], [2, 0]);
  });
});

describe('an answer that is asked for again', () => {
  const opened = async () => {
    const clocked = clockedServices((index) => (index === 0 ? found : notFound));
    const answer = await clocked.client.call(userByUsername, { username: 'ada' });
    return { ...clocked, answer };
  };

  it('is one request for a double click, and another one when the first has ended', async () => {
    const { services, transport, answer } = await opened();
    using _person = answering({});
    await Promise.all([answerActions.callAgain(services, answer), answerActions.callAgain(services, answer)]);
    assert.equal(transport.requests.length, 2);
    await answerActions.callAgain(services, answer);
    assert.equal(transport.requests.length, 3);
  });

  it('is the one whose receipt is shown, whatever editor is in front', async () => {
    const { services, transport, answer } = await opened();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    using _person = answering({ pick: (items) => items.find(({ label }) => label === 'Refresh') });
    await answerActions.showReceipt(services, answer);
    assert.equal(transport.requests.at(-1)?.url.includes('ada'), true);
    assert.equal(transport.requests.length, 2);
  });

  it('is not asked for by a Retry over another connection', async () => {
    const { services, transport, answer } = await opened();
    const isCurrent = () => transport.requests.length < 2;
    const connections = { of: () => undefined, kindOf: () => 'direct', isCurrent };
    using person = answering({ button: (_message, buttons) => buttons.find((button) => button.startsWith('Retry')) });
    await answerActions.callAgain({ ...services, connections } as unknown as typeof services, answer);
    assert.equal(transport.requests.length, 2);
    assert.match(person.asked.join(' '), /not found|another/i);
  });
});
