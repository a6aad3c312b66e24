import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type CountingProxy, startCountingProxy } from '../support/countingProxy.ts';
import { answering, keyOr } from './support/answering.ts';
import { closeEditors, openAnswer, setSettings } from './support/steps.ts';

describe('JSON documents as threads', () => {
  let sandbox: Sandbox;
  let service: CountingProxy;
  let restoreSettings: () => Promise<void>;
  const run = async (command: string, ...args: readonly unknown[]) => await vscode.commands.executeCommand(command, ...args);
  const openText = async (content: string) => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content });
    await vscode.window.showTextDocument(document);
    return document;
  };

  before(async () => {
    sandbox = await startSandbox();
    service = await startCountingProxy(new URL(sandbox.primary).origin);
    restoreSettings = await setSettings({ 'primary.connection': 'direct', 'primary.address': `${service.address}/primary` });
    using _person = answering({ input: keyOr(sandbox.key) });
    await run('socialData.connection.setKey', 'primary');
  });

  after(async () => {
    await restoreSettings();
    await service.close();
    await sandbox.close();
  });

  afterEach(closeEditors);

  for (const format of ['raw', 'simple'] as const) {
    it(`show the conversation of a text in the ${format} format without a call`, async () => {
      await run('socialData.requests.callEndpoint', 'primary.tweet', { tweetId: exampleValues.tweetId }, format);
      const text = (await openAnswer()).getText();
      await closeEditors();
      service.forget();
      const document = await openText(text);
      await run('socialData.threads.viewAnswer');
      await run('socialData.threads.copyMarkdown');
      const copied = await vscode.env.clipboard.readText();
      assert.match(copied, /^\*\*Ada Harbourlight\*\*/);
      assert.match(copied, /which open dataset do you wish existed/);
      assert.ok((copied.match(/^(> )*\*\*/gm) ?? []).length > 20);
      await run('socialData.threads.openAsJson');
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
      assert.deepEqual(service.requests, []);
    });
  }

  it('say that there is no thread in what is not recognised, and leave it as it is', async () => {
    service.forget();
    const document = await openText('{"name":"left alone"}');
    using person = answering({});
    await run('socialData.threads.viewAnswer', document.uri);
    assert.match(person.asked.join('\n'), /not a thread.*Nothing was spent/);
    assert.equal(document.getText(), '{"name":"left alone"}');
    assert.deepEqual(service.requests, []);
  });
});
