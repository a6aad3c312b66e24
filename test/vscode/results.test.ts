import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { usersByIds } from '../../src/client/endpoints/table.ts';
import { answering } from './support/answering.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, lensTitles, openAnswer, runAsPerson, runLens, until } from './support/steps.ts';

const resultsTabs = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('socialData.results'));

describe('results as tabs', () => {
  const service = useCountedService({ hasKey: true });

  after(closeEditors);

  beforeEach(async () => {
    await closeEditors();
    service.forget();
  });

  it('open a search with its words in the title, and make no call', async () => {
    await vscode.commands.executeCommand('socialData.search.run', exampleValues.searchWord);
    await until('the tab is there', () => resultsTabs().some(({ label }) => label === `Search: ${exampleValues.searchWord}`));
    assert.deepEqual(service.requests, []);
  });

  it('take the same tab for the next question', async () => {
    await vscode.commands.executeCommand('socialData.search.run', 'one');
    await vscode.commands.executeCommand('socialData.search.run', 'two');
    await until('the tab has the newest question', () => resultsTabs().some(({ label }) => label === 'Search: two'));
    assert.equal(resultsTabs().length, 1);
    assert.deepEqual(service.requests, []);
  });

  it('keep what stands there when a search is opened without words', async () => {
    await vscode.commands.executeCommand('socialData.search.run', 'kept words');
    await vscode.commands.executeCommand('socialData.search.run');
    await until('the search stands there', () => resultsTabs().some(({ label }) => label === 'Search: kept words'));
    assert.equal(resultsTabs().length, 1);
    assert.deepEqual(service.requests, []);
  });

  it('open the form of an endpoint that Call Endpoint… lists, and make no call', async () => {
    using _person = answering({ pick: (rows) => rows.find(({ label }) => label === usersByIds.title) });
    await runAsPerson('socialData.requests.callEndpoint');
    await until('its form is there', () => resultsTabs().some(({ label }) => label === usersByIds.title));
    assert.deepEqual(service.requests, []);
  });

  it('show the records of an answer that is open, simple or raw, without another call', async () => {
    for (const format of ['simple', 'raw'] as const) {
      await runAsPerson('socialData.requests.callEndpoint', 'primary.userFollowers', { userId: exampleValues.userId }, format);
      const document = await openAnswer();
      assert.ok((await lensTitles(document)).includes('Open as Table'));
      service.forget();
      await runLens(document, /^Open as Table$/);
      await until('the tab is there', () => resultsTabs().some(({ label }) => label.startsWith('Followers')));
      assert.deepEqual(service.requests, []);
      await closeEditors();
    }
  });
});
