import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createTerminalLinkProvider } from '../../src/features/links/host/index.ts';
import { findReferences } from '../../src/features/links/findLinks.ts';
import { createClient } from '../../src/client/createClient.ts';
import { reuseAnyAge } from '../../src/client/policies/history.ts';
import { userByUsername } from '../../src/client/endpoints/table.ts';
import { createHoverText } from '../../src/features/links/host/hover.ts';
import type { Services } from '../../src/workbench/services.ts';
import { fakeTransport } from '../support/fakeTransport.ts';
import { testConnection } from '../support/testEndpoints.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { recordOpen } from './support/recordOpen.ts';
import { acceptUntil, closeEditors, openResponse, openText, paid, runAsPerson, setSettings, until } from './support/steps.ts';

/** The text of this extension's hovers at a position. */
async function hoverAt(text: string, character: number): Promise<string> {
  const { document } = await openText(text);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    new vscode.Position(0, character),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .join('\n')
    .replaceAll('&nbsp;', ' ');
}

describe('hovers over links and ids', () => {
  afterEach(closeEditors);

  it("show a long id's creation time and a lookup's price", async () => {
    const words = await hoverAt('id: 1649191520250245121', 8);
    assert.match(words, /Created\s.*2023/);
    assert.match(words, /command:socialData\.lookUp\.anything\?%5B%221649191520250245121%22%5D/);
  });

  it("aren't shown for a plain number or a handle in text", async () => {
    assert.equal(await hoverAt('n = 12345', 6), '');
    assert.equal(await hoverAt('by @ada_writes', 6), '');
  });

  it('are shown for handles in text, or not at all, as the setting says', async () => {
    const permalink = 'https://x.com/ada_writes';
    for (const [links, onHandle, onLink, linked] of [
      ['handles', /lookUp/, /lookUp/, 1],
      ['links', /^$/, /^$/, 1],
      ['off', /^$/, /^$/, 0],
    ] as const) {
      const undo = await setSettings({ links });
      try {
        assert.match(await hoverAt('by @ada_writes', 6), onHandle, links);
        assert.match(await hoverAt(permalink, 12), onLink, links);
        assert.equal((await linksOf((await openText(permalink)).document.uri)).length, linked, links);
      } finally {
        await undo();
      }
    }
  });

  it('show the stored record as plain text', async () => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'ada_writes',
    });
    const response: unknown = JSON.parse((await openResponse()).getText());
    const name = (response as { data: { name: string } }).data.name;
    await closeEditors();
    const words = await hoverAt('https://x.com/ada_writes', 12);
    assert.match(words, /from history/);
    assert.ok(words.replaceAll(/[\\ \s]/g, '').includes(name.replaceAll(/\s/g, '')), words);
  });

  const sandboxPictures = () => Promise.resolve((address: string) => (address === 'a) [b](c' ? 'data:a' : undefined));

  it("show a stored user's name, bio, and counts without rendering markup", async () => {
    const bio = 'Hi [press](command:workbench.action.quit) <img src=x> **bold**\n# A \u202Etitle';
    const user = {
      id: '1',
      username: 'ada_writes',
      name: 'Ada `A`',
      description: bio,
      followers_count: 1_234,
      avatarUrl: 'a) [b](c',
    };
    const transport = fakeTransport(() => ({ body: { data: user } }));
    const client = createClient({ connections: () => testConnection(), transport, reuse: reuseAnyAge });
    await client.call(userByUsername, { username: 'ada_writes' });
    // only what is used if the response is stored
    const services = { client: () => Promise.resolve(client), sandboxPictures } as unknown as Services;
    const [found] = findReferences('by @ada_writes', { handles: true });
    assert.ok(found);
    const { value, supportHtml } = await createHoverText(services, found, new vscode.CancellationTokenSource().token);
    assert.match(value, /!\[\]\(data:a\|width=48,height=48\)/);
    assert.match(value, /1,234&nbsp;followers|1,234 followers/);
    assert.ok(value.includes('\\[press\\]'), value);
    assert.doesNotMatch(value.replaceAll(/\\./g, ''), /\[press|\*\*bold|^#|\u202E|`/m);
    assert.equal((value.match(/\]\(command:/g) ?? []).length, 1, 'the look-up is the only link');
    assert.notEqual(supportHtml, true);
    assert.equal(transport.requests.length, 1);
  });

  it('show a record from a page of records, even in a very long line', async () => {
    const { userId } = exampleValues;
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userTweets', { userId }, 'simple');
    const { data } = JSON.parse((await openResponse()).getText()) as {
      data: readonly { id: string; author: { name: string } }[];
    };
    await closeEditors();
    const post = data.at(-1);
    assert.ok(post);
    const line = `${'"x",'.repeat(10_000)}"${post.id}"`;
    const words = await hoverAt(line, line.length - 5);
    assert.match(words, /from history/);
    assert.ok(words.replaceAll(/[\\ \s]/g, '').includes(post.author.name.replaceAll(/\s/g, '')), words);
  });

  it("don't show sandbox records while a paid service is connected", async () => {
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'ada_writes',
    });
    await openResponse();
    await closeEditors();
    const address = 'http://127.0.0.1:9/primary'; // requests aren't sent, so a server isn't needed
    const undo = await setSettings(paid({ primary: address }));
    try {
      const words = await hoverAt('https://x.com/ada_writes', 12);
      assert.match(words, /Look Up/);
      assert.doesNotMatch(words, /from history/);
    } finally {
      await undo();
    }
  });
});

/** This extension's links in a document, resolved as on a click. */
async function linksOf(document: vscode.Uri): Promise<readonly (vscode.DocumentLink & { readonly word: string })[]> {
  const { executeCommand } = vscode.commands;
  const links = await executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document, 1_000);
  const shown = await vscode.workspace.openTextDocument(document);
  return links
    .filter(({ tooltip }) => tooltip === 'Follow link')
    .map((link) => Object.assign(link, { word: shown.getText(link.range) }));
}

describe('links in documents', () => {
  afterEach(closeEditors);
  const profile = `https://x.com/${exampleValues.handle}`;

  it('include permalinks in any file', async () => {
    const { document } = await openText(`# see ${profile}\nid: ${exampleValues.tweetId} https://code.example/ada\n`, 'python');
    const links = await linksOf(document.uri);
    assert.deepEqual(
      links.map(({ word }) => word),
      [profile],
    );
  });

  it('open the page', async () => {
    const { document } = await openText(`see ${profile}`);
    const [link] = await linksOf(document.uri);
    assert.ok(link?.target);
    assert.equal(link.target.path, 'socialData.lookUp.anything');
    const args = JSON.parse(decodeURIComponent(link.target.query)) as readonly unknown[];
    await acceptUntil(vscode.commands.executeCommand(link.target.path, ...args));
    await until("the user's page is open", () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === `@${exampleValues.handle}` ? true : undefined,
    );
  });

  it('include ids in responses, but not in other JSON', async () => {
    const { userId } = exampleValues;
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userTweets', { userId }, 'simple');
    const response = await openResponse();
    const links = await linksOf(response.uri);
    const text = response.getText();
    assert.ok(links.length > 2 && links.every(({ word }) => /^\d+$/.test(word) && text.includes(`"${word}"`)), `${links.length}`);
    const { document } = await openText(text, 'json');
    assert.deepEqual(
      (await linksOf(document.uri)).filter(({ word }) => /^\d+$/.test(word)),
      [],
    );
  });

  it('use the connection that an id came from, regardless of which is selected', async () => {
    const { userId } = exampleValues;
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userTweets', { userId }, 'simple');
    const response = await openResponse();
    const undo = await setSettings(paid({ primary: 'http://127.0.0.1:9/primary' }));
    try {
      const [id] = (await linksOf(response.uri)).filter(({ word }) => /^\d+$/.test(word));
      assert.match(decodeURIComponent(id?.target?.toString() ?? ''), /^command:socialData\.[^?]*\?\["\d+",null,"sandbox"\]$/);
    } finally {
      await undo();
    }
  });
});

describe('links in terminals', () => {
  const { open, opened } = recordOpen();
  const provider = createTerminalLinkProvider({ open });

  /** The text that a terminal would underline in a line. */
  const linksIn = async (line: string) =>
    (await provider.provideTerminalLinks({ line } as vscode.TerminalLinkContext, new vscode.CancellationTokenSource().token)) ??
    [];

  it('include exactly the links, but not numbers or other pages', async () => {
    const profile = `https://x.com/${exampleValues.handle}`;
    const post = `https://x.com/${exampleValues.handle}/status/${exampleValues.tweetId}`;
    const line = `GET ${profile}, then (${post}) 200 ${exampleValues.tweetId} https://example.test/page @${exampleValues.handle}`;
    const found = await linksIn(line);
    assert.deepEqual(
      found.map(({ startIndex, length }) => line.slice(startIndex, startIndex + length)),
      [profile, post],
    );
    assert.ok(found.every(({ tooltip }) => tooltip === 'Look Up'));
    assert.deepEqual(await linksIn(''), []);
  });

  it('open the lookup with the link', async () => {
    const text = `https://x.com/${exampleValues.handle}`;
    const [link] = await linksIn(`see ${text}`);
    assert.ok(link);
    await provider.handleTerminalLink(link);
    assert.deepEqual(opened, [['lookUp', text]]);
  });
});
