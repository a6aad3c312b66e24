import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors, openResponse, until } from './support/steps.ts';

describe("a fixture's schema", () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => vscode.Uri.joinPath(root(), 'fixture-shapes');
  let response: string;

  before(async () => {
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'ada_writes',
    });
    response = (await openResponse()).getText();
    await closeEditors();
  });
  afterEach(async () => {
    await closeEditors();
    await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false });
  });

  /** Saves a fixture of the user in the workspace, dated long ago, and shows its body. */
  async function openFixture(name: string, body: string, format = 'simple', kind = 'response'): Promise<vscode.TextDocument> {
    const write = async (file: string, text: string) =>
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), file), new TextEncoder().encode(text));
    const sidecar = {
      ...{ version: 2, kind, source: 'sandbox', savedOn: '2026-01-02', extension: '0.1.0', redactions: [] },
      responses: [
        {
          file: `${name}.json`,
          request: {
            ...{ service: 'primary', endpoint: 'primary.userByUsername', method: 'GET' },
            ...{ params: { username: 'ada_writes' }, format },
          },
          response: { status: 200, headers: {} },
          body: { bytes: 1, sha256: '0'.repeat(64), layout: 'original' },
          ...{ items: 1, nextCursorSha256: null },
        },
      ],
    };
    await write(`${name}.json`, body);
    await write(`${name}.meta.json`, JSON.stringify(sidecar));
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), `${name}.json`));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  const report = () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.isUntitled === true ? document : assert.fail('no report is open');
  };

  it('is compared with the schema in a report', async () => {
    await openFixture('broken', response.replace('"protected"', '"private"').replace(/("name": )"[^"]*"/, '$1null'));
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.fixtures.checkSchema');
    assert.match(person.shown.join(), /^broken: 3 schema changes\.$/);
    assert.match(report().fileName, /broken Schema\.md$/);
    assert.match(
      report().getText(),
      /^# .*broken Schema[^]*\| data\.name \| was string, is now null \|\n.*new field \|\n.*removed field \|$/m,
    );
  });

  it('is compared with the newer response in history, without a request', async () => {
    await openFixture('older', response.replace(/"verified": (true|false)/, '"verified": "yes"'));
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.fixtures.compare');
    assert.match(report().getText(), /^\| data\.verified \| was string, is now boolean \|$/m);
    assert.match(person.shown.join(), /^older: 1 schema change\. Values aren't compared\.$/);
  });

  it("opens a diff of the values if the schema hasn't changed", async () => {
    const document = await openFixture('earlier', response.replace(/"followers": \d+/, '"followers": 1'));
    using person = respondToDialogs({ button: (_, [first]) => first });
    await vscode.commands.executeCommand('socialData.fixtures.compare');
    assert.match(person.shown.join(), /^earlier: 0 schema changes\. Values aren't compared\.$/);
    await until(
      'the values are side by side',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
    );
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.original.toString(), document.uri.toString());
    const newer = (await vscode.workspace.openTextDocument(input.modified)).getText();
    const [fixtureLines, newerLines] = [document.getText().split('\n'), newer.trimEnd().split('\n')];
    assert.equal(fixtureLines.length, newerLines.length);
    assert.deepEqual(
      fixtureLines.filter((line, at) => line !== newerLines[at]).map((line) => line.trim()),
      ['"followers": 1,'],
    );
  });

  it("reports that history doesn't have a newer response, and that the raw format doesn't have a schema", async () => {
    await openFixture('raw', response, 'raw');
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.fixtures.compare');
    await vscode.commands.executeCommand('socialData.fixtures.checkSchema');
    assert.match(
      person.shown.join('\n'),
      /^No newer response for raw in history\. Refresh it to see what changed\.\nThere is no schema for raw:/,
    );
  });

  it("is shown as the types of all of its endpoint's fixtures", async () => {
    await openFixture('one', response);
    await openFixture('other', response.replace('"protected"', '"private"'));
    using _person = respondToDialogs({ pick: ([first]) => first });
    await vscode.commands.executeCommand('socialData.fixtures.types');
    const text = report().getText();
    assert.match(report().fileName, /UserByUsername\.ts$/);
    assert.match(text, /export interface UserByUsername \{\n {2}data: User;\n\}/);
    assert.match(text, /^ {2}private\?: boolean;\n {2}protected\?: boolean;$/m);
  });

  it('is exported together with all others as MSW handlers that read its file', async () => {
    await openFixture('one', response);
    await openFixture('part', response, 'simple', 'records');
    const file = vscode.Uri.joinPath(folder(), 'mocks', 'handlers.ts');
    using person = respondToDialogs({ file, pick: (items) => items.at(-1) });
    await vscode.commands.executeCommand('socialData.fixtures.exportMsw');
    assert.match(
      person.shown.join(),
      /^Responses exported: \d+\. Skipped because complete fixtures match the same requests: 1\./,
    );
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    assert.match(
      text,
      /"target":"\/user\/by\/username\/ada_writes\?format=simple"\}\],"responses":\[\{"status":200,"headers":\{\},"file":"\.\.\/one\.json"/,
    );
  });
});
