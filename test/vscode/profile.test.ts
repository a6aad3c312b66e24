import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { community, listDetails, userByUsername, userFollowers } from '../../src/client/endpoints/table.ts';
import type { Endpoint, EndpointParams } from '../../src/client/endpoint.ts';
import { ProfileSession, toShownRecord } from '../../src/features/profile/host/profilePanel.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { recordProgress } from './support/clockedServices.ts';
import { useCountedService } from './support/countedService.ts';
import { type StopWindow, useStopWindows } from './support/stopWindows.ts';
import { closeEditors, lensTitles, openResponse, runAccepting, runAsPerson, runLens, until } from './support/steps.ts';

const { handle, userId, listId, communityId } = exampleValues;

const profileTabs = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('socialData.profile'));

describe('a lookup', () => {
  const service = useCountedService({ hasKey: true });
  const lookUp = async () => {
    await closeEditors();
    await runAccepting('socialData.lookUp.anything', `@${handle}`);
  };

  afterEach(async () => {
    await closeEditors();
  });

  it("opens a user's page with one request", async () => {
    service.forget();
    await lookUp();
    const [tab] = await until('the page is there', () => (profileTabs().length > 0 ? profileTabs() : undefined));
    assert.equal(tab?.label, `@${handle}`);
    assert.equal(service.requests.length, 1);
  });

  it("opens from its response's JSON without a request", async () => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', { username: handle });
    const document = await openResponse();
    assert.ok((await lensTitles(document)).includes('Open as Page'));
    service.forget();
    await runLens(document, /^Open as Page$/);
    await until('the page is there', () => profileTabs()[0]);
    assert.deepEqual(service.requests, []);
  });
});

describe('ProfileSession', () => {
  const windows = useStopWindows();

  const show = async <E extends Endpoint>(
    window: StopWindow,
    endpoint: E,
    params: EndpointParams<E>,
  ): Promise<ProfileSession> => {
    const shown = toShownRecord(await (await window.client()).call<E>(endpoint, params));
    assert.ok(shown);
    return new ProfileSession(window.services, shown);
  };
  const offersOf = async (session: ProfileSession) =>
    new Map((await session.state()).parts.map(({ section, offer }) => [section, offer]));

  it('shows the price of each part of a user, a list, and a community without a request', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const before = await window.calls();
    assert.match((await offersOf(session)).get('followers') ?? '', /^≈\$|^price unknown$/);
    const client = await window.client();
    await client.call(userFollowers, { userId, count: 100 });
    assert.match((await offersOf(session)).get('followers') ?? '', /^from history/);
    const list = await show(window, listDetails, { listId });
    assert.deepEqual([...(await offersOf(list)).keys()], ['posts', 'members', 'followers']);
    const group = await show(window, community, { communityId });
    assert.ok((await group.state()).profile?.rules.length);
    assert.equal((await window.calls()) - before, 3, "the test's own three requests");
  });

  it('refreshes with one request, updates the pin, and keeps the old response if it fails', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const { pins } = window.services;
    await pins.add([{ kind: 'user', id: userId, label: { name: 'Old name', connection: session.connection ?? '' } }]);
    const first = session.shown?.exchange.id;
    assert.match((await session.state()).actions[0]?.title ?? '', /^Refresh \(≈\$0\.0002\)$/);
    await windows.inProgress(async () => await session.act('refresh'));
    const second = session.shown?.exchange.id;
    assert.notEqual(second, first);
    await until('the pin has the new name', () =>
      pins.list('user').find(({ label }) => label.name === session.shown?.profile.name),
    );
    const { isSandbox, isLive } = await session.state();
    assert.deepEqual([isSandbox, isLive], [false, true], 'a sandbox that was added as a connection is charged');
    await window.faults([{ match: { endpoint: userByUsername.id }, status: 403 }]);
    await windows.inProgress(async () => await session.act('refresh'));
    assert.equal(session.shown?.exchange.id, second);
  });

  /** Presses *Refresh* and returns once it waits after a 429. */
  const waitingRefresh = async (window: StopWindow, session: ProfileSession) => {
    await window.faults([{ match: {}, status: 429, retryAfter: 30, times: 1 }]);
    const sent = window.transport.sent();
    const said: string[] = [];
    const cancelling = new vscode.CancellationTokenSource();
    const ended = recordProgress(said, cancelling.token, async () => await session.act('refresh'));
    await until('it waits', () => said.some((words) => /Waiting|Retrying/.test(words)) || undefined);
    const restSent = async () => {
      await window.clock.advance(31_000);
      await ended;
      cancelling.dispose();
      return window.transport.sent() - sent - 1;
    };
    return { restSent };
  };

  const endsOfWaiting: Readonly<Record<string, (window: StopWindow, session: ProfileSession) => unknown>> = {
    'its tab was closed': (_window, session) => session.dispose(),
  };
  for (const [end, act] of Object.entries(endsOfWaiting)) {
    it(`doesn't send more requests if ${end} while Refresh waited`, async () => {
      const window = await windows.open();
      const session = await show(window, userByUsername, { username: handle });
      const first = session.shown?.exchange.id;
      const { restSent } = await waitingRefresh(window, session);
      await act(window, session);
      assert.equal(await restSent(), 0);
      assert.equal(session.shown?.exchange.id, first);
    });
  }

  it('is charged once if its tab was closed while the request was in flight, and stores the response', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const { transport } = window;
    const sent = transport.sent();
    transport.hold();
    await windows.inProgress(async () => {
      const refreshed = session.act('refresh');
      await until('it is on its way', () => transport.received() > sent || undefined);
      session.dispose();
      transport.release();
      await refreshed;
    });
    assert.equal(transport.sent() - sent, 1);
    const client = await window.client();
    const again = await client.call(userByUsername, { username: handle }, { reuse: { maxAgeMs: Infinity, only: true } });
    assert.notEqual(again.id, session.shown?.exchange.id);
  });

  it('refreshes over its own connection if the sandbox was selected while Refresh waited', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const { restSent } = await waitingRefresh(window, session);
    const undo = await windows.change(() => ({ connection: undefined }));
    try {
      assert.equal(await restSent(), 1);
    } finally {
      await undo();
    }
  });

  it('refreshes once after a 429 even if Refresh is pressed again during the wait', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const first = session.shown?.exchange.id;
    const { restSent } = await waitingRefresh(window, session);
    await session.act('refresh');
    assert.equal(await restSent(), 1);
    assert.notEqual(session.shown?.exchange.id, first);
  });

  it('opens a part over its own connection, and names that connection', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const undo = await windows.change(() => ({ connection: undefined }));
    try {
      assert.match((await session.state()).response, / · primary$/);
      assert.ok((await offersOf(session)).has('followers'));
      await session.openPart('followers');
      const texts = { userId, count: '100' };
      assert.deepEqual(window.opened, [['query', userFollowers, texts, { isPriceAccepted: true, connection: 'primary' }]]);
    } finally {
      await undo();
    }
  });

  it('pins and unpins', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const titles = async () => (await session.state()).actions.map(({ title }) => title);
    assert.ok((await titles()).includes('Pin'));
    await session.act('pin');
    assert.deepEqual(
      window.pins.list('user').map(({ label }) => label.handle),
      [handle],
    );
    assert.ok((await titles()).includes('Unpin'));
    await session.act('unpin');
    assert.deepEqual(window.pins.list('user'), []);
  });

  it('rejects Refresh if its connection was removed', async () => {
    const window = await windows.open();
    const session = await show(window, userByUsername, { username: handle });
    const { transport } = window;
    const sent = transport.sent();
    const undo = await windows.change(() => ({ connections: undefined, connection: undefined }));
    try {
      assert.deepEqual((await session.state()).parts, []);
      using person = respondToDialogs({});
      await session.act('refresh');
      assert.match(person.shown.join(), /the connection 'primary' was removed\. .*No charge/s);
      assert.equal(transport.sent(), sent);
    } finally {
      await undo();
    }
  });
});
