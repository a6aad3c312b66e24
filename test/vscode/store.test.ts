import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/clock.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { startNewHistory } from '../../src/features/spending/host/activityCommands.ts';
import type { Services } from '../../src/workbench/services.ts';
import { storeFolder } from '../unit/store/support/testStore.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, lensTitles, openResponse, runAsPerson, runLens, setSettings, until } from './support/steps.ts';
import { testLog } from './support/testLog.ts';

describe("this machine's store", () => {
  const service = useCountedService({ hasKey: true });

  beforeEach(async () => {
    await closeEditors();
    service.forget();
  });

  const lookUp = async (userId: string) => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userById', { userId });
  };

  it('serves the same request again, and offers a refresh with its price', async () => {
    await lookUp(exampleValues.userId);
    await openResponse();
    await closeEditors();
    await lookUp(exampleValues.userId);
    const document = await openResponse();
    const titles = await lensTitles(document);
    assert.match(titles[0] ?? '', /^from history/);
    assert.equal(service.requests.length, 1);
    await runLens(document, /^Refresh \(≈\$0\.0/);
    await until('it was requested again', () => (service.requests.length === 2 ? true : undefined));
  });

  it("doesn't send requests beyond the daily budget, and names that budget", async () => {
    const restore = await setSettings({ 'budget.perDay': 0.000_1 });
    try {
      using person = respondToDialogs({});
      await lookUp(exampleValues.otherUserId);
      assert.deepEqual(service.requests, []);
      assert.match(person.shown.join('\n'), /wasn't sent.*Daily budget: .* of \$0\.0001.*No charge/s);
    } finally {
      await restore();
    }
  });

  it("doesn't let a workspace raise a budget or increase the history size", async () => {
    const settings = vscode.workspace.getConfiguration('socialData');
    for (const name of ['budget.perDay', 'history.maxSize']) {
      await assert.rejects(
        async () => {
          await settings.update(name, 1_000, vscode.ConfigurationTarget.Workspace);
        },
        /.+/,
        `${name} can be set by a workspace`,
      );
    }
  });

  it('exports the spending as CSV, with each request and its initiator', async () => {
    await lookUp(exampleValues.userId);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, 'ledger.csv');
    const original: unknown = Reflect.get(vscode.window, 'showSaveDialog');
    const choose = async () => await Promise.resolve(file);
    Object.defineProperty(vscode.window, 'showSaveDialog', { value: choose, configurable: true, writable: true });
    try {
      using person = respondToDialogs({});
      await vscode.commands.executeCommand('socialData.spending.export');
      assert.match(person.shown.join('\n'), /^Saved .*\.csv/m);
    } finally {
      Object.defineProperty(vscode.window, 'showSaveDialog', { value: original, configurable: true, writable: true });
    }
    const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
    await vscode.workspace.fs.delete(file);
    assert.match(text, /^line,time,/);
    assert.match(text, /,real,direct,primary,primary\.userById,simple,command,0\.\d+,yes,yes,/);
    assert.ok(!text.includes(service.key));
  });

  it('deletes responses after confirmation, but not their spending', async () => {
    await lookUp(exampleValues.userId);
    {
      using person = respondToDialogs({});
      await vscode.commands.executeCommand('socialData.history.clear');
      assert.match(person.shown.join('\n'), /Clear the history/);
      assert.match(person.details.join(), /You'll have to pay again/);
    }
    service.forget();
    await lookUp(exampleValues.userId);
    assert.deepEqual(service.requests, [], "doesn't delete responses without confirmation");
    using person = respondToDialogs({ button: (_message, buttons) => buttons[0] });
    await vscode.commands.executeCommand('socialData.history.clear');
    assert.match(person.shown.join('\n'), /Deleted \d+ response/);
    await closeEditors();
    await lookUp(exampleValues.userId);
    assert.equal(service.requests.length, 1);
  });

  it("starts again only after today's spending is entered", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const context = { globalStorageUri: vscode.Uri.file(folder.path) };
    const services = { context, log: testLog, store: async () => await Promise.resolve(store) } as unknown as Services; // only the used parts
    {
      using _person = respondToDialogs({});
      await startNewHistory(services);
      assert.equal(store.problem(), undefined);
    }
    using person = respondToDialogs({ input: () => '0.50' });
    await startNewHistory(services);
    assert.match(person.shown.join('\n'), /New history started\. Reload all VS Code windows/);
    assert.equal(store.problem()?.facts.code, 'STORE_MOVED');
    const started = await folder.open({ clock: systemClock });
    assert.equal(started.spending.sum('0', '9').spent, 500_000n);
  });
});
