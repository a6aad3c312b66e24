import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors, openResponse, until } from './support/steps.ts';

describe('a fixture', () => {
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
  async function openFixture(
    name: string,
    body: string,
    { format = 'simple', kind = 'response' } = {},
  ): Promise<vscode.TextDocument> {
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

  const compared = () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  };
  const linesOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText().split('\n');

  it('is compared with the newest response in the diff editor, without a request, and formatted alike', async () => {
    await openFixture('earlier', JSON.stringify(JSON.parse(response.replace(/"followers": \d+/, '"followers": 1'))));
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.fixtures.compare');
    const input = await until('the diff is open', compared);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'earlier: fixture ↔ newest response');
    const [fixtureLines, newerLines] = [await linesOf(input.original), await linesOf(input.modified)];
    assert.equal(fixtureLines.length, newerLines.length);
    assert.deepEqual(
      fixtureLines.filter((line, at) => line !== newerLines[at]).map((line) => line.trim()),
      ['"followers": 1,'],
    );
    for (const uri of [input.original, input.modified]) {
      const document = await vscode.workspace.openTextDocument(uri);
      assert.deepEqual([document.languageId, document.isDirty, document.isUntitled], ['json', false, false]);
    }
    assert.deepEqual(person.shown, []);
  });

  it('is compared page by page if several pages are newer', async () => {
    await openFixture('simple', '{}');
    await openFixture('raw', '{}', { format: 'raw' });
    const [simple, raw] = await Promise.all(
      ['simple', 'raw'].map(async (name) => {
        const sidecar = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder(), `${name}.meta.json`));
        return JSON.parse(new TextDecoder().decode(sidecar)) as { readonly responses: readonly unknown[] };
      }),
    );
    const both = { ...simple, responses: [simple, raw].flatMap((one) => one?.responses ?? []) };
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), 'raw.meta.json'), Buffer.from(JSON.stringify(both)));
    await vscode.commands.executeCommand('socialData.fixtures.compare');
    const label = await until('the pages are open', () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab?.input instanceof vscode.TabInputText ? undefined : tab?.label;
    });
    assert.equal(label, 'raw: fixture ↔ newest response');
  });

  it('is requested for the comparison if history has no newer response, at once where that is free', async () => {
    await openFixture('raw', '{}', { format: 'raw' });
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.fixtures.compare');
    const { original } = await until('the diff is open', compared);
    assert.deepEqual([await linesOf(original), person.shown], [['{}'], []]);
  });

  it('is compared with a file, with sorted names and without counts and times, and changes of the schema are counted', async () => {
    const other = response.replace(/"followers": \d+/, '"followers": 1').replace('"protected": false', '"protected": "no"');
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), 'other.json'), new TextEncoder().encode(other));
    const file = vscode.Uri.joinPath(folder(), 'other.json');
    await openFixture('earlier', response);
    const offered: string[] = [];
    using person = respondToDialogs({
      file,
      pick: (items) => {
        offered.push(...items.map(({ label }) => label));
        return items.at(-1);
      },
      button: (_message, buttons) => buttons.find((button) => button === 'Show Schema Changes'),
    });
    await vscode.commands.executeCommand('socialData.records.compareWith');
    const schema = await until('the schemas are open', compared);
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '', /^Schema: earlier ↔ other\.json$/);
    assert.ok((await linesOf(schema.modified)).includes('$.data.protected: string'));
    assert.deepEqual(person.shown, ['Schema fields: 1 with a different type.']);
    assert.ok(offered.includes('User: @ada_writes') && offered.every((label) => label !== 'earlier'), offered.join());
    await vscode.commands.executeCommand('workbench.action.previousEditor');
    const readDiff = async () => {
      const { original, modified } = await until('the diff is open', compared);
      const [before, after] = [await linesOf(original), await linesOf(modified)];
      return before.flatMap((line, at) => (line === after[at] ? [] : [`${line.trim()} ${after[at]?.trim()}`]));
    };
    const [followers, hidden = ''] = await readDiff();
    assert.match(`${followers}`, /^"followers": \d+,? "followers": 1,?$/);
    const readDiffOf = async (count: number) =>
      await until('the counts are switched', async () => {
        const lines = await readDiff();
        return lines.length === count ? lines : undefined;
      });
    await vscode.commands.executeCommand('socialData.fixtures.switchCounts');
    assert.deepEqual(await readDiffOf(1), [hidden]);
    await vscode.commands.executeCommand('socialData.fixtures.switchCounts');
    await readDiffOf(2);
  });

  it('is compared with a response in history', async () => {
    await openFixture('earlier', JSON.stringify({ data: {} }));
    using person = respondToDialogs({
      pick: (items) =>
        items.find(({ label, description = '' }) => label === 'User: @ada_writes' && !description.endsWith(' · raw')),
    });
    await vscode.commands.executeCommand('socialData.records.compareWith');
    const input = await until('the diff is open', compared);
    assert.match((await linesOf(input.modified)).join(), /"username": "ada_writes"/);
    assert.match(person.shown.join(), /^Schema fields: \d+ added\.$/);
  });

  it('is checked against the schema of its endpoint, where the body differs, until it is mended', async () => {
    await openFixture('sound', response);
    const broken = await openFixture(
      'broken',
      response.replace('"protected"', '"private"').replace(/("name": )"[^"]*"/, '$1null'),
    );
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.fixtures.check');
    const findings = () =>
      vscode.languages
        .getDiagnostics(broken.uri)
        .filter(({ source, code }) => source === 'Social Data' && code === 'schema')
        .map(({ message, range }) => `${message} | ${broken.getText(range)}`);
    assert.deepEqual(findings().length, 2, findings().join('\n'));
    assert.match(findings()[0] ?? '', /^data\.name: expected string, received null \| null$/);
    assert.match(findings()[1] ?? '', /^data\.protected: expected boolean, received undefined \| \{[^]*"private"/);
    assert.match(person.shown.join(), /^\d+ fixtures? checked, \d+ problems?\.$/);
    await vscode.workspace.fs.writeFile(broken.uri, new TextEncoder().encode(response));
    await until('the problems are gone', () => (findings().length === 0 ? true : undefined));
  });

  it('is exported together with all others as MSW handlers that read its file', async () => {
    await openFixture('one', response);
    await openFixture('part', response, { kind: 'records' });
    const file = vscode.Uri.joinPath(folder(), 'mocks', 'handlers.ts');
    using person = respondToDialogs({ file, pick: (items) => items.at(-1) });
    await vscode.commands.executeCommand('socialData.fixtures.exportMsw');
    assert.match(person.shown.join(), /Exported \d+ responses?\. Skipped because complete fixtures match the same requests: 1\./);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    assert.match(
      text,
      /"target":"\/user\/by\/username\/ada_writes\?format=simple"\}\],"responses":\[\{"status":200,"headers":\{\},"file":"\.\.\/one\.json"/,
    );
  });
});
