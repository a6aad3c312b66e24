import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { gatewayList } from '../../src/client/endpoints/gateway/groups.ts';
import { listDetails } from '../../src/client/endpoints/primary/groups.ts';
import { SocialDataError } from '../../src/client/errors.ts';
import { describeError } from '../../src/core/errors/describeError.ts';
import { removeConnection, setKey } from './support/connections.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors, lensTitles, openResponse, paid, runAsPerson, runLens, setSettings } from './support/steps.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const billed = { 'content-type': 'application/json', 'x-price-per-call': '0.0002', 'x-remaining-balance': '1.5' };

/** The service's response, and the message that the user sees. */
interface FaultRow {
  readonly name: string;
  readonly response: (response: ServerResponse) => void;
  readonly message: RegExp;
}

const reply = (status: number, headers: Readonly<Record<string, string>>, body: string) => (response: ServerResponse) => {
  response.writeHead(status, headers).end(body);
};

const rows: readonly FaultRow[] = [
  {
    name: 'a key that is rejected',
    response: reply(401, {}, '{"error":"Invalid API key"}'),
    message: toWordsPattern`${errorWords.unauthorized.failed} \(Invalid API key\)\. No charge\. ${errorWords.unauthorized.advice}`,
  },
  {
    name: 'an empty search',
    response: reply(502, { ...billed, 'x-refunded': 'true' }, '{"error":"empty","attempts":9}'),
    message: toWordsPattern`${errorWords.noResults.failed}\. The request was refunded`,
  },
  {
    name: 'a failure that was not refunded',
    response: reply(500, billed, '{"error":"boom"}'),
    message: toWordsPattern`${errorWords.server.failed} 500 \(boom\).*${errorWords.server.advice}`,
  },
  {
    name: 'a redirect',
    response: reply(302, { location: 'http://127.0.0.1:9/other' }, ''),
    message: toWordsPattern`${errorWords.redirect.failed}`,
  },
  {
    name: 'a page that asks to log in',
    response: reply(200, { ...billed, 'content-type': 'text/html' }, '<html>log in</html>'),
    message: toWordsPattern`${errorWords.shape.failed}.*The request cost \$0\.0002\. .*${errorWords.shape.advice}`,
  },
  {
    name: 'a truncated body',
    response: (response) => {
      response.writeHead(200, { ...billed, 'content-length': '1000' });
      response.write('{"data":', () => response.socket?.destroy());
    },
    message: toWordsPattern`${errorWords.interrupted.failed}.*may be charged twice`,
  },
];

describe('a failed request', () => {
  let server: Server;
  let hits = 0;
  let respond: FaultRow['response'] = reply(200, billed, '{}');
  let restoreSettings: () => Promise<void>;
  let address = '';

  before(async () => {
    server = createServer((request, response) => {
      hits += 1;
      request.resume();
      respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is an object
    restoreSettings = await setSettings(paid({ primary: address }));
    await setKey('primary', 'a-key');
  });

  after(async () => {
    await removeConnection('primary');
    await restoreSettings();
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });

  beforeEach(async () => {
    hits = 0;
    await closeEditors();
  });

  for (const [at, row] of rows.entries()) {
    it(`explains the failure, the charge, and what to do: ${row.name}`, async () => {
      respond = row.response;
      using person = respondToDialogs({});
      await runAsPerson('socialData.requests.callEndpoint', 'primary.tweet', {
        tweetId: `184000000000000100${at}`,
      });
      assert.match(person.shown.join('\n'), row.message);
      assert.equal(hits, 1, 'a call that may have been billed is not repeated');
      assert.ok(!person.shown.join('\n').includes('a-key'));
    });
  }

  it('offers the response that rejected a key', async () => {
    const body = '{"error":{"code":401,"message":"Unauthorized","details":"API key has expired"}}';
    respond = reply(401, { 'content-type': 'application/json' }, body);
    using _person = respondToDialogs({ button: (_message, buttons) => buttons.find((button) => button === 'Show Response') });
    await runAsPerson('socialData.requests.callEndpoint', 'primary.tweet', { tweetId: '1840000000000002001' });
    assert.match((await openResponse()).getText(), /"details": ?"API key has expired"/);
  });

  it("mentions missing access only if the service's reference does", () => {
    const adviceOn = (endpoint: Endpoint) =>
      describeError(new SocialDataError('forbidden', 'refused', { spent: 'no' }), endpoint).advice;
    assert.equal(adviceOn(gatewayList), errorWords.forbidden.advice);
    assert.equal(adviceOn(listDetails), '');
  });

  it("shows a paid response that can't be read", async () => {
    respond = reply(200, { ...billed, 'content-type': 'text/html' }, '<html>log in</html>');
    using _person = respondToDialogs({ button: (_message, buttons) => buttons.find((button) => button === 'Show Response') });
    await runAsPerson('socialData.requests.callEndpoint', 'primary.tweet', { tweetId: '1840000000000002000' });
    const document = await openResponse();
    assert.equal(document.getText(), '<html>log in</html>');
    assert.match((await lensTitles(document))[0] ?? '', /\$0\.0002/);
  });

  it('reports that nothing listens at the address, without a charge', async () => {
    const restore = await setSettings(paid({ primary: 'http://127.0.0.1:9' }));
    try {
      await setKey('primary', 'a-key');
      using person = respondToDialogs({ button: () => undefined });
      await runAsPerson('socialData.requests.callEndpoint', 'primary.tweet', {
        tweetId: '1840000000000003000',
      });
      assert.match(person.shown.join('\n'), toWordsPattern`${errorWords.network.failed}.*No charge`);
    } finally {
      await restore();
      await setSettings(paid({ primary: address }));
      await setKey('primary', 'a-key');
    }
  });

  it("shows a paid response that doesn't match its schema", async () => {
    respond = reply(200, billed, '{"data":"not what was promised","id":12345678901234567890}');
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', {
      userId: '1500000000000009999',
    });
    const formatted = await openResponse();
    assert.match(formatted.getText(), /^\{\n {2}"data": "not what was promised",\n {2}"id": 12345678901234567890\n\}$/);
    await runLens(formatted, /^Show Original$/);
    assert.equal((await openResponse()).getText(), '{"data":"not what was promised","id":12345678901234567890}');
    assert.equal(hits, 1, 'laying out makes no call');
  });

  it("doesn't contain links from the service's text", async () => {
    respond = reply(500, billed, '{"error":"[repair](command:workbench.action.openSettings) \\u202eme"}');
    using person = respondToDialogs({});
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', {
      userId: '1500000000000009901',
    });
    assert.match(person.shown.join('\n'), /repair/);
    assert.doesNotMatch(person.shown.join('\n'), /\]\(|\u202e/);
  });

  it('masks a key that the service repeats, and confirms before saving', async () => {
    const key = 'a-key-of-some-length';
    await setKey('primary', key);
    respond = reply(500, billed, `{"error":"bad key ${key}"}`);
    using person = respondToDialogs({
      input: (options) => options.value,
      button: (_message, buttons) => buttons.find((button) => button === 'Show Response'),
    });
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', {
      userId: '1500000000000009902',
    });
    const document = await openResponse();
    await vscode.commands.executeCommand('socialData.records.saveAsFixture', document.uri);
    assert.match(person.shown.join('\n'), /contains your API key/);
    assert.ok(!person.shown.join('\n').includes(key));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    await assert.rejects(async () => {
      await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, 'fixtures', 'userById', '1500000000000009902.json'));
    });
  });

  it("loads more over the response's connection, regardless of which is selected, and names it", async () => {
    respond = reply(200, billed, '{"data":[{"id":"1"}],"nextCursor":"abc","previousCursor":null,"hasNextPage":true}');
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userFollowers', {
      userId: '1500000000000009903',
    });
    const document = await openResponse();
    assert.ok((await lensTitles(document)).some((title) => title.startsWith('Next Page')));
    const restore = await setSettings({ connection: undefined });
    try {
      hits = 0;
      assert.match((await lensTitles(document))[0] ?? '', / · primary$/);
      await runAsPerson('socialData.requests.nextPage', document.uri);
      assert.equal(hits, 1);
    } finally {
      await restore();
      await setSettings({ connection: { primary: 'primary' } });
    }
  });

  it("isn't sent if it exceeds the budget", async () => {
    const restore = await setSettings({ 'budget.perSession': 0 });
    try {
      using person = respondToDialogs({});
      await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', {
        userId: '1500000000000008888',
      });
      assert.match(
        person.shown.join('\n'),
        toWordsPattern`wasn't sent because it may cost.*No charge.*${errorWords.budget.advice}`,
      );
      assert.equal(hits, 0);
    } finally {
      await restore();
    }
  });
});
