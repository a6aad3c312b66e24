import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { madeTweet } from '../unit/features/threads/madeTweet.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openResponse, openText, runAsPerson } from './support/steps.ts';

/** The `data-vscode-context` of the side bar's page. */
const inSideBar = { page: 'social-thread', surface: 'sideBar' };

describe('JSON documents as threads', () => {
  const service = useCountedService({ hasKey: true });
  const run = runAsPerson;
  const openJson = async (content: string) => (await openText(content, 'json')).document;

  afterEach(closeEditors);

  for (const format of ['raw', 'simple'] as const) {
    it(`show the conversation in a document in the ${format} format without a request`, async () => {
      await run('socialData.requests.callEndpoint', 'primary.tweet', { tweetId: exampleValues.tweetId }, format);
      const text = (await openResponse()).getText();
      await closeEditors();
      service.forget();
      const document = await openJson(text);
      await run('socialData.records.openAsThread');
      await run('socialData.records.copyAsMarkdown', inSideBar);
      const copied = await vscode.env.clipboard.readText();
      assert.match(copied, /^\*\*Ada Harbourlight\*\*/);
      assert.match(copied, /which open dataset do you wish existed/);
      assert.ok((copied.match(/^(> )*\*\*/gm) ?? []).length > 20);
      await run('socialData.records.openAsJson', inSideBar);
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
      assert.deepEqual(service.requests, []);
    });
  }

  it("show a message if they don't contain posts", async () => {
    service.forget();
    const document = await openJson('{"name":"left alone"}');
    using person = respondToDialogs({});
    await run('socialData.records.openAsThread', document.uri);
    assert.match(person.shown.join('\n'), /No posts found in this document\. No charge/);
    assert.equal(document.getText(), '{"name":"left alone"}');
    assert.deepEqual(service.requests, []);
  });

  it('show a quick pick for several conversations, and keep the current thread if it is canceled', async () => {
    const text = JSON.stringify({
      data: [madeTweet('10', undefined, 0, { text: 'first words' }), madeTweet('20', undefined, 0, { text: 'second words' })],
    });
    service.forget();
    const document = await openJson(text);
    const view = async (at: number | undefined) => {
      using person = picking(at);
      await run('socialData.records.openAsThread', document.uri);
      return person.offered;
    };
    const offered = await view(1);
    assert.deepEqual(offered, ['@somebody | 1 post | first words', '@somebody | 1 post | second words']);
    await run('socialData.records.copyAsMarkdown', inSideBar);
    assert.match(await vscode.env.clipboard.readText(), /second words/);
    await view(undefined);
    await run('socialData.records.copyAsMarkdown', inSideBar);
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /second words/);
    assert.doesNotMatch(copied, /first words/);
    await view(0);
    await run('socialData.records.copyAsMarkdown', inSideBar);
    assert.match(await vscode.env.clipboard.readText(), /first words/);
    assert.deepEqual(service.requests, []);
  });

  it("can't be saved as fixtures, because they aren't responses", async () => {
    service.forget();
    const document = await openJson(JSON.stringify([madeTweet('40')]));
    const files = async () => await vscode.workspace.findFiles('**/*', null);
    const before = await files();
    using person = respondToDialogs({});
    await run('socialData.records.openAsThread', document.uri);
    await run('socialData.records.saveAsFixture', { ...inSideBar, postId: '40' });
    assert.deepEqual(person.shown, ['This thread comes from a document, not a response. No charge.']);
    assert.deepEqual((await files()).map(String).toSorted(), before.map(String).toSorted());
    assert.deepEqual(service.requests, []);
  });
});

/** Picks an item of quick picks, and records the items. */
function picking(at: number | undefined): Disposable & { readonly offered: readonly string[] } {
  const offered: string[] = [];
  const original: unknown = Reflect.get(vscode.window, 'showQuickPick');
  const set = (value: unknown) =>
    Object.defineProperty(vscode.window, 'showQuickPick', { value, configurable: true, writable: true });
  set(async (items: readonly vscode.QuickPickItem[]) => {
    offered.push(...items.map(({ label, description, detail }) => [label, description, detail].join(' | ')));
    return await Promise.resolve(at === undefined ? undefined : items[at]);
  });
  return { offered, [Symbol.dispose]: () => void set(original) };
}
