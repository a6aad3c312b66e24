import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { listMembers, usersByIds } from '../../src/client/endpoints/table.ts';
import type { HostMessage } from '../../src/core/channel/channel.ts';
import { ResultsPanel } from '../../src/features/results/host/resultsPanel.ts';
import { SavedSearches } from '../../src/features/results/host/savedSearches.ts';
import type { Services } from '../../src/workbench/services.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { startExploring } from './support/exploring.ts';
import { recordOpen } from './support/recordOpen.ts';
import { closeEditors, openResponse, runAsPerson, runLens, until } from './support/steps.ts';

const resultsTabs = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('socialData.results'));

describe('result tabs', () => {
  const service = useCountedService({ hasKey: true });

  after(closeEditors);

  beforeEach(async () => {
    await closeEditors();
    service.forget();
  });

  it('open a search with the query in the title, without a request', async () => {
    await vscode.commands.executeCommand('socialData.search.run', exampleValues.searchWord);
    await until('the tab is there', () => resultsTabs().some(({ label }) => label === `Search: ${exampleValues.searchWord}`));
    assert.deepEqual(service.requests, []);
  });

  it('reuse the tab for the next query', async () => {
    await vscode.commands.executeCommand('socialData.search.run', 'one');
    await vscode.commands.executeCommand('socialData.search.run', 'two');
    await until('the tab has the newest query', () => resultsTabs().some(({ label }) => label === 'Search: two'));
    assert.equal(resultsTabs().length, 1);
    assert.deepEqual(service.requests, []);
  });

  it('preserve the results when a search is opened without a query', async () => {
    await vscode.commands.executeCommand('socialData.search.run', 'some words');
    await vscode.commands.executeCommand('socialData.search.run');
    await until('the search is open', () => resultsTabs().some(({ label }) => label === 'Search: some words'));
    assert.equal(resultsTabs().length, 1);
    assert.deepEqual(service.requests, []);
  });

  it("open Search at the tab of a view's search icon, in the same page, without a request", async () => {
    await vscode.commands.executeCommand('socialData.search.run', 'some words');
    for (const [command, label] of [
      ['socialData.lists.search', 'Search Lists'],
      ['socialData.users.search', 'Search'],
      ['socialData.communities.search', 'Search Communities'],
      ['socialData.search.run', 'Search: some words'],
    ] as const) {
      await vscode.commands.executeCommand(command);
      await until(`${label} is shown`, () => resultsTabs().some((tab) => tab.label === label));
    }
    assert.equal(resultsTabs().length, 1);
    assert.deepEqual(service.requests, []);
  });

  it("open an endpoint's form from Call Endpoint…, without a request", async () => {
    using _person = respondToDialogs({ pick: (rows) => rows.find(({ label }) => label === usersByIds.title) });
    await runAsPerson('socialData.requests.callEndpoint');
    await until('its form is there', () => resultsTabs().some(({ label }) => label === usersByIds.title));
    assert.deepEqual(service.requests, []);
  });

  it("show an open simple or raw response's records, without a request", async () => {
    for (const format of ['simple', 'raw'] as const) {
      await runAsPerson('socialData.requests.callEndpoint', 'primary.userFollowers', { userId: exampleValues.userId }, format);
      const document = await openResponse();
      service.forget();
      await runLens(document, /^Open as Table$/);
      await until('the tab is there', () => resultsTabs().some(({ label }) => label.startsWith('Followers')));
      assert.deepEqual(service.requests, []);
      await closeEditors();
    }
  });
});

/** A tab whose page is the test. */
function createPlayedTab() {
  const fromPage = new vscode.EventEmitter<unknown>();
  const toPage: HostMessage[] = [];
  const webview = { onDidReceiveMessage: fromPage.event, postMessage: (message: HostMessage) => toPage.push(message) };
  return {
    panel: { webview, title: '' } as unknown as vscode.WebviewPanel, // only the used parts
    toPage,
    say: (message: object) => fromPage.fire(message),
    answered: async (id: number) =>
      await until(`request ${id} is answered`, () => toPage.some((message) => message.kind === 'response' && message.id === id)),
  };
}

const texts = { listId: exampleValues.listId };

async function startPlayedResults(options: Parameters<typeof startExploring>[1]) {
  const exploring = await startExploring('user', options);
  const { extensionUri } =
    vscode.extensions.getExtension('social-data-explorer.social-data-explorer') ?? assert.fail('not there');
  const globalState = { get: () => undefined };
  const services = { ...exploring, open: recordOpen().open, context: { extensionUri, globalState } } as unknown as Services;
  const tab = createPlayedTab();
  const saved = new SavedSearches(services.context.globalState);
  const results = new ResultsPanel(services, saved, tab.panel, { endpoint: listMembers, texts, isRestored: false });
  const close = async () => {
    results.dispose();
    saved.dispose();
    await exploring.close();
  };
  return { exploring, results, tab, close };
}

describe('a query that opens with its fields filled in', () => {
  for (const isFree of [true, false]) {
    it(`is ${isFree ? 'sent at once in the sandbox' : 'sent only after its price was accepted'}`, async () => {
      const { exploring, results, close } = await startPlayedResults({ isFree });
      await results.callIfAccepted(texts, false);
      assert.equal(await exploring.calls(), isFree ? 1 : 0);
      await results.callIfAccepted(texts, true);
      await results.callIfAccepted(texts, false);
      assert.equal(await exploring.calls(), 1, 'later ones come from history');
      await results.showQuery(search, { searchItem: 'coffee' });
      await results.openTab('Latest', 'coffee');
      await results.openTab('Top', '');
      await results.openTab('Latest', '');
      assert.equal(await exploring.calls(), isFree ? 3 : 1, 'each tab of Search once');
      await close();
    });
  }
});

describe('Load More', () => {
  it('exchanges four messages: the click, the loading status, the records, and the new status', async () => {
    const { exploring, results, tab, close } = await startPlayedResults({ isFree: true });
    const { toPage, say, answered } = tab;
    try {
      say({ kind: 'request', id: 1, name: 'ready', params: { source: null } });
      await answered(1);
      say({ kind: 'request', id: 2, name: 'call', params: { texts, reuse: null } });
      await answered(2);
      const calls = await exploring.calls();
      toPage.length = 0;
      say({ kind: 'event', name: 'loadMore', payload: {} });
      await until('it has loaded', () => toPage.length > 1 && !results.session.isBusy);
      say({ kind: 'request', id: 3, name: 'quote', params: { texts } });
      await answered(3);
      assert.deepEqual(
        toPage.flatMap((message) => (message.kind === 'event' ? [message.name] : [])),
        ['status', 'records', 'status'],
      );
      assert.equal(await exploring.calls(), calls + 1);
    } finally {
      await close();
    }
  });
});

describe('Load All', () => {
  for (const isFree of [true, false]) {
    it(`loads to the end ${isFree ? 'without a question' : 'after the maximum price was accepted'}`, async () => {
      const { exploring, results, tab, close } = await startPlayedResults({ isFree });
      let isAccepted = isFree;
      using dialogs = respondToDialogs({ button: (_message, buttons) => (isAccepted ? buttons[0] : undefined) });
      try {
        tab.say({ kind: 'request', id: 1, name: 'ready', params: { source: null } });
        await results.callIfAccepted(texts, true);
        tab.say({ kind: 'event', name: 'loadAll', payload: {} });
        if (!isFree) {
          await until('the price is shown', () => dialogs.details.length > 0);
          assert.match(dialogs.details.join(), /^Up to [\d,]+ requests \(≈\$\d/);
          assert.equal(await exploring.calls(), 1);
          isAccepted = true;
          tab.say({ kind: 'event', name: 'loadAll', payload: {} });
        }
        await until('the end is shown', () => JSON.stringify(tab.toPage).includes('end of list'));
        assert.equal(dialogs.details.length, isFree ? 0 : 2);
      } finally {
        await close();
      }
    });
  }
});
