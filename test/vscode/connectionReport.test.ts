import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startMockService } from '../support/countingProxy.ts';
import { openReport, removeConnection, setKey } from './support/connections.ts';
import { closeEditors, paid, setSettings } from './support/steps.ts';

const key = 'report-canary-key-4711';

describe("a connection's report", () => {
  afterEach(closeEditors);

  it('describes the sandbox, and replaces the open report', async () => {
    const document = await openReport();
    assert.match(document.getText(), /Connection: Sandbox[^]*The server is reachable: status \d+ in \d+ ms[^]*clock matches/);
    assert.deepEqual([document.isUntitled, document.languageId], [false, 'markdown'], "doesn't prompt to save when it is closed");
    const service = await startMockService(() => ({ status: 401, headers: {}, body: '{}' }));
    const undo = await setSettings(paid({ primary: service.address }));
    try {
      await setKey('primary', key);
      assert.equal(await openReport('primary'), document);
      const text = document.getText();
      assert.match(text, /Key: key set[^]*status 401/);
      assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
      assert.equal(service.requests.length, 1);
      assert.equal((text + JSON.stringify(service.requests)).includes(key), false);
    } finally {
      await removeConnection('primary');
      await undo();
      await service.close();
    }
  });
});
