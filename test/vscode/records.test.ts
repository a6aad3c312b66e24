import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors, lensTitles, openResponse, openText, runLens, until } from './support/steps.ts';

const openRecordsDocument = async () =>
  await until('records are open', () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === 'social-data-records' ? document : undefined;
  });

describe('raw JSON as records', () => {
  afterEach(closeEditors);

  it('are read from a raw response without a request, and match the simple one', async () => {
    await vscode.commands.executeCommand(
      'socialData.requests.callEndpoint',
      'primary.userByUsername',
      { username: 'deep_talker' },
      'raw',
    );
    const raw = await openResponse();
    assert.ok(
      (await lensTitles(raw)).some((title) => /^Show Simple$/.test(title)),
      'the lens shows that it is free',
    );
    await runLens(raw, /Show Simple/);
    const records = await openRecordsDocument();
    assert.match((await lensTitles(records))[0] ?? '', /^1 record · user/);
    const [read] = (JSON.parse(records.getText()) as { readonly data: readonly unknown[] }).data;
    await closeEditors();
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'deep_talker',
    });
    const { data } = JSON.parse((await openResponse()).getText()) as { readonly data: unknown };
    assert.deepEqual(read, data);
  });

  it('link back to their JSON', async () => {
    await vscode.commands.executeCommand(
      'socialData.requests.callEndpoint',
      'primary.userByUsername',
      { username: 'deep_talker' },
      'raw',
    );
    const raw = await openResponse();
    await vscode.commands.executeCommand('socialData.requests.convert', raw.uri);
    await runLens(await openRecordsDocument(), /Open as JSON/);
    assert.equal((await openResponse()).uri.toString(), raw.uri.toString());
  });

  it('are read from a text document, and follow its edits', async () => {
    const hashtag = { starting_timestamp_ms: 1, ending_timestamp_ms: 2, asset_url: '', is_hashfetti_enabled: false };
    const { document } = await openText(JSON.stringify([{ hashtag: 'mint', ...hashtag }]), 'json');
    await vscode.commands.executeCommand('socialData.requests.convert');
    const records = await openRecordsDocument();
    assert.match(records.getText(), /"hashtag": "mint"/);
    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf('mint');
    edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 4)), 'sage');
    await vscode.workspace.applyEdit(edit);
    await until('the records follow', () => records.getText().includes('"hashtag": "sage"') || undefined);
  });

  it("aren't shown for unknown JSON", async () => {
    const { document } = await openText('{"name":"left alone"}', 'json');
    using person = respondToDialogs({});
    await vscode.commands.executeCommand('socialData.requests.convert', document.uri);
    assert.match(person.shown.join('\n'), /isn't raw platform JSON/);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), '{"name":"left alone"}');
  });
});
