import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import { readFixtureResponses } from '../../src/features/fixtures/host/fixtureDocuments.ts';
import type { Services } from '../../src/workbench/services.ts';
import { restorableResultsSchema } from '../../src/features/results/resultsContract.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { type Exploring, startExploring } from './support/exploring.ts';
import { closeEditors, runAsPerson, until } from './support/steps.ts';

const texts = { searchItem: exampleValues.searchWord, category: 'Top' };

describe('a fixture as a table', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => vscode.Uri.joinPath(root(), 'fixture-tables');
  const settings = () => vscode.workspace.getConfiguration('socialData', root());
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs: all }) => all)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('socialData.results'))
      .map(({ label }) => label);
  const sidecar = async (kind = '') => {
    const found = await vscode.workspace.findFiles(`fixture-tables/search/*${kind}.meta.json`);
    return found[0] ?? assert.fail('no fixture is there');
  };
  let exploring: Exploring;

  before(async () => {
    await settings().update('fixtures.folder', 'fixture-tables', vscode.ConfigurationTarget.Workspace);
    using _person = respondToDialogs({});
    await runAsPerson('socialData.requests.callEndpoint', search.id, texts);
    await vscode.commands.executeCommand('socialData.records.saveAsFixture');
    await closeEditors();
  });

  after(async () => {
    await settings().update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false });
  });

  beforeEach(async () => {
    exploring = await startExploring('user', { isFree: true });
  });

  afterEach(async () => {
    await exploring.close();
    await closeEditors();
  });

  /** What its page shows after the given changes to its sidecar. */
  const show = async (change: (text: string) => string = (text) => text) => {
    const uri = vscode.Uri.joinPath(folder(), 'search', 'changed.meta.json');
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(await sidecar()));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(change(text)));
    const [response] = await readFixtureResponses(uri);
    await vscode.workspace.fs.delete(uri);
    assert.ok(response);
    const services = exploring as unknown as Services;
    const session = new ResultsSession(
      services,
      { onRows: () => undefined, onStatus: () => undefined },
      { endpoint: search, texts },
    );
    await session.show(search, texts, response);
    return session;
  };

  it("can't load more, even from the sandbox, because it may contain only selected records", async () => {
    const session = await show();
    const { hasMore, failure, summary, loaded } = await session.status();
    assert.deepEqual([hasMore, failure], [false, null]);
    assert.match(summary, /^\d+ results · free · end of fixture/);
    await session.loadMore(1);
    assert.deepEqual([(await session.status()).loaded, await exploring.calls()], [loaded, 0]);
    session.dispose();
  });

  it("doesn't have a connection if people were replaced, and says so", async () => {
    const session = await show((text) => text.replace('"redactions": []', '"redactions": ["people"]'));
    assert.equal((await session.status()).mark, 'pseudonymized');
    await session.call(texts, 'never');
    const { failure } = await session.status();
    assert.match(failure?.message ?? '', /wasn't sent because these people are pseudonymized\. No charge\./);
    assert.equal(await exploring.calls(), 0);
    session.dispose();
  });

  it('has its own tab with its name, separate from search tabs', async () => {
    await vscode.commands.executeCommand('socialData.search.run', 'soup');
    await until('the search is there', () => tabs().includes('Search: soup') || undefined);
    const uri = await sidecar();
    const name = uri.path.split('/').at(-1)?.replace('.meta.json', '') ?? '';
    await vscode.commands.executeCommand('socialData.records.openAsTable', uri);
    await until('the fixture is there', () => tabs().join() === `Search: soup,Fixture: ${name}` || undefined);
    await vscode.commands.executeCommand('socialData.records.openAsTable', uri);
    await vscode.commands.executeCommand('socialData.search.run', 'salt');
    await until('the next search is there', () => tabs().join() === `Search: salt,Fixture: ${name}` || undefined);
  });

  it('can be in a deep folder with long response ids', () => {
    const id = `fixture:0:file:///${'folder/'.repeat(100)}a.meta.json`;
    const source = { endpointId: search.id, texts, exchangeIds: [id] };
    assert.equal(restorableResultsSchema.safeParse(source).success, true);
  });
});
