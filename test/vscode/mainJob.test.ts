import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { compactJson } from '../../src/client/json/formatJson.ts';
import { startCountingProxy } from '../support/countingProxy.ts';
import { removeConnection, setKey } from './support/connections.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import {
  closeEditors,
  lensTitles,
  openResponse,
  paid,
  runAccepting,
  runAsPerson,
  runLens,
  setSettings,
  until,
} from './support/steps.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const extensionId = 'social-data-explorer.social-data-explorer';

describe('looking up, reading, and saving', () => {
  const service = useCountedService({ hasKey: false });

  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
  });

  beforeEach(closeEditors);

  it("doesn't send requests on activation", () => {
    assert.equal(vscode.extensions.getExtension(extensionId)?.isActive, true);
    assert.deepEqual(service.requests, []);
  });

  it("prompts for a missing key, and doesn't send requests", async () => {
    using person = respondToDialogs({});
    await runAccepting('socialData.lookUp.anything', `@${exampleValues.handle}`);
    assert.deepEqual(service.requests, []);
    assert.match(person.shown.join('\n'), toWordsPattern`${errorWords.noKey.failed}.*No charge`);
  });

  it('saves a key without sending requests', async () => {
    await setKey('primary', service.key);
    assert.deepEqual(service.requests, [], "setting a key doesn't send requests");
  });

  it('shows formatted JSON first, and the exact body on Show Original', async () => {
    service.forget();
    const user = { username: exampleValues.handle };
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', user);
    const formatted = await openResponse();
    const body = service.bodies[0]?.toString('utf8') ?? '';
    assert.equal(formatted.languageId, 'json');
    assert.equal(formatted.getText(), JSON.stringify(JSON.parse(body), undefined, 2));
    await runLens(formatted, /^Show Original$/);
    assert.equal((await openResponse()).getText(), body);
    assert.ok(body.includes(exampleValues.userId));
    assert.equal(service.requests.length, 1);
    assert.equal(service.requests[0]?.headers['x-api-key'], service.key);
  });

  it('shows the same request again for free', async () => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: exampleValues.handle,
    });
    service.forget();
    await closeEditors();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: exampleValues.handle,
    });
    const titles = await lensTitles(await openResponse());
    assert.match(titles[0] ?? '', /^from history/);
    assert.deepEqual(service.requests, []);
  });

  it("opens a post's thread with one request, and its JSON without another", async () => {
    service.forget();
    await runAsPerson('socialData.threads.view', exampleValues.tweetId);
    await runAsPerson('socialData.records.openAsJson');
    const document = await openResponse();
    assert.equal(compactJson(document.getText()), service.bodies[0]?.toString('utf8'));
    assert.ok(document.getText().includes(`"rest_id": "${exampleValues.tweetId}"`));
    assert.equal(service.requests.length, 1);
  });

  it('searches, and opens the next page', async () => {
    service.forget();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.search', {
      searchItem: exampleValues.searchWord,
      category: 'Latest',
    });
    const first = await openResponse();
    await runLens(first, /^Next Page/);
    const second = await until('the next page is open', async () => {
      const document = await openResponse();
      return document.uri.toString() === first.uri.toString() ? undefined : document;
    });
    assert.notEqual(second.getText(), first.getText());
    assert.equal(service.requests.length, 2);
    assert.match(service.requests[1]?.target ?? '', /cursor=/);
  });

  it("rejects an invalid value with a message, and doesn't send a request", async () => {
    service.forget();
    using person = respondToDialogs({});
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', { userId: 'not-a-number' });
    assert.match(person.shown.join('\n'), /at most 30 digits.*No charge/s);
    assert.deepEqual(service.requests, []);
  });

  it('copies a request as curl with a placeholder for the key', async () => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: exampleValues.handle,
    });
    await openResponse();
    await vscode.commands.executeCommand('socialData.records.copyAsCurl');
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^curl "http:\/\/127\.0\.0\.1/);
    assert.ok(!copied.includes(service.key));
  });

  it('saves the response as a formatted fixture, with a sidecar without the key, and undoes it', async () => {
    service.forget();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.listMembers', {
      listId: exampleValues.listId,
    });
    const document = await openResponse();
    let undo = Promise.withResolvers<string | undefined>();
    using person = respondToDialogs({ pick: ([first]) => first, button: async () => await undo.promise });
    await vscode.commands.executeCommand('socialData.records.saveAsFixture', document.uri);
    assert.match(person.shown.join('\n'), /Saved fixtures\/listMembers\//);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const uriOf = (ending: string) => vscode.Uri.joinPath(folder, 'fixtures', 'listMembers', exampleValues.listId + ending);
    const saved = Buffer.from(await vscode.workspace.fs.readFile(uriOf('.json'))).toString();
    assert.equal(compactJson(saved), service.bodies[0]?.toString(), 'the file is not the body');
    const sidecar = Buffer.from(await vscode.workspace.fs.readFile(uriOf('.meta.json'))).toString();
    assert.ok(!sidecar.includes(service.key));
    assert.match(sidecar, /"endpoint": "primary\.listMembers"/);
    undo.resolve('Undo');
    await until('the fixture is gone', async () => {
      const [found] = await vscode.workspace.findFiles(`fixtures/listMembers/${exampleValues.listId}.*`);
      return found === undefined ? true : undefined;
    });
    undo = Promise.withResolvers();
    undo.resolve(undefined);
    const asked = person.shown.length;
    await vscode.commands.executeCommand('socialData.records.saveAsFixture', document.uri);
    await vscode.commands.executeCommand('socialData.records.saveAsFixture', document.uri);
    assert.match(person.shown.slice(asked).join('\n'), /^Saved fixtures.*\n.*is already up to date/);
  });

  it('never sends the key to a different address', async () => {
    const otherService = await startCountingProxy(() => new URL(service.behind).origin);
    const restore = await setSettings(paid({ primary: `${otherService.address}/primary` }));
    try {
      using person = respondToDialogs({});
      await runAccepting('socialData.lookUp.anything', `@${exampleValues.otherHandle}`);
      assert.deepEqual(otherService.requests, []);
      assert.match(person.shown.join('\n'), /wasn't sent.*No charge/s);
    } finally {
      await restore();
      await setSettings(paid({ primary: `${service.address}/primary` }));
      await otherService.close();
    }
  });

  it('stops using a removed key at once', async () => {
    await setKey('primary', service.key);
    await removeConnection('primary');
    await setSettings(paid({ primary: `${service.address}/primary` }));
    service.forget();
    using person = respondToDialogs({});
    await runAccepting('socialData.lookUp.anything', `@${exampleValues.otherHandle}`);
    assert.deepEqual(service.requests, []);
    assert.match(person.shown.join('\n'), toWordsPattern`${errorWords.noKey.failed}`);
  });
});

describe('the embedded sandbox', () => {
  it('also serves the Gateway API', async () => {
    await closeEditors();
    await runAsPerson('socialData.requests.callEndpoint', 'gateway.space', {
      space_id: exampleValues.spaceId,
    });
    const document = await openResponse();
    assert.ok(document.getText().includes(exampleValues.spaceId));
  });
});

describe('a workspace', () => {
  it("can't set connections or budgets", async () => {
    const settings = vscode.workspace.getConfiguration('socialData');
    for (const name of ['connections', 'connection', 'budget.perSession']) {
      await assert.rejects(
        async () => {
          await settings.update(name, 'anything', vscode.ConfigurationTarget.Workspace);
        },
        /.+/,
        `${name} can be set by a workspace`,
      );
    }
  });
});
