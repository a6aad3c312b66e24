import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search } from '../../src/client/endpoints/table.ts';
import { commandIds } from '../../src/workbench/commands.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openResponse, runAsPerson, until } from './support/steps.ts';

/** Arguments that an agent may pass to a command, in every form that this extension's commands accept. */
function listArguments(response: vscode.Uri): readonly (readonly unknown[])[] {
  const { tweetId, userId, handle } = exampleValues;
  const record = { kind: 'post', id: tweetId, author: { handle } };
  return [
    [tweetId],
    [tweetId, 'priced'],
    [`@${handle}`],
    ['primary.userById', { userId }],
    ['primary.userById', { userId }, 'only'],
    [response],
    [response, 'never'],
    [response.toString()],
    [{ page: 'social-results', row: 0 }],
    [{ page: 'social-thread', surface: 'sideBar', postId: tweetId }],
    [{ record, id: tweetId, parent: undefined, source: { query: { endpoint: search, params: { searchItem: 'cats' } } } }],
    [{ record }, [{ record }]],
    ['primary'],
  ];
}

describe('a command with arguments from an agent', () => {
  const service = useCountedService({ hasKey: true });
  /** Don't send requests, but change or delete what other suites use: keys, pins, files, history. */
  const left = new Set([
    ...['history.clear', 'records.pin', 'records.saveAsFixture', 'records.savePseudonymized', 'sandbox.writeEnv'],
  ]);
  let response: vscode.Uri;

  before(async () => {
    await closeEditors();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userFollowers', { userId: exampleValues.userId });
    ({ uri: response } = await openResponse());
    await closeEditors();
    service.forget();
  });
  beforeEach(closeEditors); // without arguments, a command acts on the active document
  after(async () => {
    await closeEditors();
    for (const part of ['closePanel', 'closeAuxiliaryBar', 'closeSidebar']) {
      await vscode.commands.executeCommand(`workbench.action.${part}`);
    }
  });

  for (const id of commandIds.filter((one) => !left.has(one.replace('socialData.', '')))) {
    it(`doesn't send requests without confirmation: ${id}`, async () => {
      using person = respondToDialogs({ input: () => undefined, pick: () => undefined, button: () => undefined });
      for (const args of listArguments(response)) {
        let isOver = false;
        const run = Promise.resolve(vscode.commands.executeCommand(id, ...args))
          .then(undefined, () => undefined) // what can't be read may fail
          .finally(() => (isOver = true));
        await until(`${id} has ended`, async () => {
          await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
          return isOver ? true : undefined;
        });
        await run;
      }
      assert.deepEqual(service.requests, [], person.shown.join('\n'));
    }).timeout(60_000);
  }

  for (const [id, args] of [
    ['socialData.threads.view', [exampleValues.tweetId]],
    ['socialData.requests.callEndpoint', ['primary.userById', { userId: exampleValues.userId }]],
  ] as const) {
    it(`asks for confirmation, and Enter cancels: ${id}`, async () => {
      let offered: readonly string[] = [];
      using person = respondToDialogs({
        button: (_, buttons) => {
          offered = buttons;
          return undefined;
        },
      });
      await vscode.commands.executeCommand(id, ...args);
      assert.deepEqual([person.shown, offered], [[`Run ${id}?`], ["Don't Run", 'Run']]);
      assert.deepEqual(service.requests, []);
    });
  }

  for (const id of ['users.pin', 'lists.pin', 'communities.pin', 'search.run', 'lookUp.anything', 'connections.manage']) {
    it(`ignores a row in place of a text, because a view's title passes the focused row: ${id}`, async () => {
      using _person = respondToDialogs({ input: () => undefined, pick: () => undefined });
      const run = vscode.commands.executeCommand(`socialData.${id}`, { id: 'row', parent: undefined }, [{ id: 'row' }]);
      await assert.doesNotReject(Promise.resolve(run));
      assert.deepEqual(service.requests, []);
    });
  }

  it('runs after confirmation', async () => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', { userId: exampleValues.userId });
    assert.equal(service.requests.length, 1);
    service.forget();
  });
});
