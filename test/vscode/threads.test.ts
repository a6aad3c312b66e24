import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { respondToDialogs, watchingCommand, watchingContext } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openResponse, runAccepting, runAsPerson, until } from './support/steps.ts';

/** The `data-vscode-context` of the side bar's page. */
const inSideBar = { page: 'social-thread', surface: 'sideBar' };

describe('threads', () => {
  const service = useCountedService({ hasKey: true });
  const run = runAsPerson;
  const complete = async () => {
    using _person = respondToDialogs({ pick: ([first]) => first });
    await run('socialData.threads.complete');
  };
  const copied = async () => {
    await run('socialData.records.copyAsMarkdown');
    return await vscode.env.clipboard.readText();
  };

  beforeEach(async () => {
    await closeEditors();
    service.forget();
  });

  it('open with one request, in the raw format', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    assert.equal(service.requests.length, 1);
    assert.match(service.requests[0]?.target ?? '', new RegExp(`/tweet/${landmarks.wideThreadId}$`));
  });

  it('open again for free', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    await run('socialData.threads.view', `https://social.example/somebody/status/${landmarks.wideThreadId}`);
    assert.deepEqual(service.requests, []);
  });

  it('open from a response on screen, of either format, for free', async () => {
    for (const format of ['raw', 'simple'] as const) {
      await run('socialData.requests.callEndpoint', 'primary.tweet', { tweetId: exampleValues.tweetId }, format);
      const document = await openResponse();
      service.forget();
      await run('socialData.records.openAsThread', document.uri);
      await run('socialData.records.openAsJson', inSideBar);
      assert.equal((await openResponse()).getText(), document.getText());
      assert.deepEqual(service.requests, []);
      await closeEditors();
    }
  });

  it("aren't found in a different endpoint's response", async () => {
    await runAccepting('socialData.requests.callEndpoint', 'primary.userById', { userId: exampleValues.userId });
    const document = await openResponse();
    service.forget();
    using person = respondToDialogs({});
    await run('socialData.records.openAsThread', document.uri);
    assert.match(person.shown.join('\n'), /No posts found in this document\. No charge/);
    assert.deepEqual(service.requests, []);
  });

  it('are copied as Markdown without a request', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    service.forget();
    await run('socialData.records.copyAsMarkdown');
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^\*\*.+\*\* \[@[\w\\]+\]\(https:\/\/[^)]+\) · 20/);
    assert.match(copied, /^> \*\*/m);
    assert.deepEqual(service.requests, []);
  });

  it('are completed only after the maximum price is accepted', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    service.forget();
    using isIncomplete = watchingContext('socialData.thread.isIncomplete');
    {
      using _person = respondToDialogs({ pick: () => undefined });
      await run('socialData.threads.complete');
      assert.deepEqual(service.requests, []);
    }
    await complete();
    assert.equal(isIncomplete.values.at(-1), false);
    const pages = service.requests.length;
    assert.ok(pages >= 4 && pages <= 8, `${pages} pages`);
    const posts = (await copied()).match(/^(> )*\*\*/gm) ?? [];
    assert.equal(posts.length, 151);
    service.forget();
    using person = respondToDialogs({});
    await run('socialData.threads.complete');
    assert.match(person.shown.join('\n'), /complete/);
    assert.deepEqual(service.requests, []);
  });

  it('open as JSON page by page', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    await complete();
    service.forget();
    const texts: string[] = [];
    for (const page of ['Page 1', 'Page 2']) {
      using _person = respondToDialogs({ pick: (items) => items.find(({ label }) => label === page) });
      await run('socialData.records.openAsJson');
      texts.push((await openResponse()).getText());
      await closeEditors();
    }
    assert.match(texts[0] ?? '', new RegExp(`"rest_id":\\s*"${landmarks.wideThreadId}"`));
    assert.ok(texts.every((text) => text.startsWith('{')));
    assert.notEqual(texts[0], texts[1]);
    using _nobody = respondToDialogs({ pick: () => undefined });
    await run('socialData.records.openAsJson');
    assert.equal(vscode.window.activeTextEditor, undefined, "doesn't open a document if none is picked");
    assert.deepEqual(service.requests, []);
  });

  it('open as a table of all loaded pages without a request', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    await complete();
    service.forget();
    await run('socialData.records.openAsTable');
    await until('the table is there', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputWebview && input.viewType.endsWith('socialData.results');
    });
    let pages = 0;
    using _nobody = respondToDialogs({ pick: (items) => void (pages = items.length) });
    await run('socialData.records.openAsJson');
    await until('the pages are offered', () => (pages > 1 ? true : undefined)); // the page says what is selected
    assert.deepEqual(service.requests, []);
  });

  for (const [action, title] of [
    ['viewLikes', 'Post Likes'],
    ['viewReposts', 'Post Reposts'],
    ['viewQuotes', 'Post Quotes'],
    ['viewArticle', 'Article Thread'],
  ] as const) {
    it(`open a form by ${action} without a request`, async () => {
      await run('socialData.threads.view', landmarks.wideThreadId);
      service.forget();
      await run(`socialData.records.${action}`, { ...inSideBar, postId: landmarks.wideThreadId });
      await until('the form is there', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(title) === true);
      assert.deepEqual(service.requests, []);
    });
  }

  it("reject a post's analytics without a Gateway API connection", async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    using person = respondToDialogs({});
    await run('socialData.records.viewAnalytics', { ...inSideBar, postId: landmarks.wideThreadId });
    assert.equal(person.shown.length, 1);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  it("show the price before opening a different post's thread, unless it is in history", async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    {
      using _person = respondToDialogs({ pick: ([first]) => first });
      await run('socialData.records.openAsJson');
    }
    const ids = [...(await openResponse()).getText().matchAll(/-tweet-(\d+)"/g)].map(([, id]) => id);
    const postId = ids.find((id) => id !== undefined && id !== landmarks.wideThreadId) ?? '';
    service.forget();
    const offered: string[] = [];
    const pressed = async (isWanted: boolean) => {
      using _person = respondToDialogs({
        pick: (items) => {
          offered.push(...items.map(({ label, description }) => `${label} ${description ?? ''}`));
          return isWanted ? items[0] : undefined;
        },
      });
      await run('socialData.records.openAsThread', { ...inSideBar, postId });
    };
    await pressed(false);
    assert.equal(offered.length, 1);
    assert.match(offered[0] ?? '', /^@\w+'s Thread \d+ · ≈\$0\.0002$/);
    assert.deepEqual(service.requests, []);
    await pressed(true);
    assert.deepEqual(
      service.requests.map(({ target }) => /\/tweet\/\d+$/.exec(target ?? '')?.[0]),
      [`/tweet/${postId}`],
    );
    await pressed(false);
    assert.equal(offered.length, 2, 'it is in history now');
    assert.equal(service.requests.length, 1);
  });

  it('move to tabs without a request', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    service.forget();
    await run('socialData.threads.openInEditor');
    await until(
      'the tab is open',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview,
    );
    assert.deepEqual(service.requests, []);
  });

  it('close the side bar when the last of them moves to a tab', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    using closed = watchingCommand('workbench.action.closeAuxiliaryBar');
    for (let moved = 0; closed.calls.length === 0 && moved < 100; moved += 1) {
      await run('socialData.threads.openInEditor');
    }
    assert.equal(closed.calls.length, 1);
    using person = respondToDialogs({});
    await run('socialData.threads.openInEditor');
    assert.match(person.shown.join(), /^Open a thread first/);
  });

  it('move from a tab to the side bar without a request, with the previous thread behind Back', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    const wide = await copied();
    await run('socialData.threads.openInEditor');
    await until('the tab is in front', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Thread @'));
    await run('socialData.threads.view', exampleValues.tweetId);
    service.forget();
    await run('socialData.threads.moveToSideBar');
    await until('the tab is gone', () => vscode.window.tabGroups.activeTabGroup.activeTab === undefined);
    assert.equal(await copied(), wide);
    await run('socialData.threads.back');
    assert.match(await copied(), /which open dataset do you wish existed/);
    assert.deepEqual(service.requests, []);
  });

  it('go back in a tab for free', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    const wide = await copied();
    await run('socialData.threads.openInEditor');
    await until('the tab is in front', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Thread @'));
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); // the view may take focus after the tab
    await until('the tab has the keyboard', async () => (await copied()) === wide);
    const reply = [...wide.matchAll(/\/status\/(\d+)\)/g)].map(([, id]) => id).find((id) => id !== landmarks.wideThreadId);
    using canGoBack = watchingContext('socialData.thread.canGoBack');
    {
      using _person = respondToDialogs({ pick: ([first]) => first });
      await run('socialData.records.openAsThread', { ...inSideBar, surface: 'editor', postId: reply });
    }
    await until('the reply is in front', async () => (await copied()) !== wide);
    service.forget();
    await run('socialData.threads.back');
    assert.equal(await copied(), wide);
    assert.deepEqual([canGoBack.values, service.requests], [[true, false], []]);
  });

  it('are acted on in the active tab, or in the side bar without an active tab', async () => {
    await run('socialData.threads.view', landmarks.wideThreadId);
    const wide = await copied();
    await run('socialData.threads.openInEditor');
    await until('the tab is in front', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Thread @'));
    await run('socialData.threads.view', exampleValues.tweetId);
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); // the view took focus
    await until('the tab has the keyboard', async () => (await copied()) === wide);
    await closeEditors();
    assert.match(await copied(), /which open dataset do you wish existed/);
    service.forget();
    const offered: string[] = [];
    using _person = respondToDialogs({
      pick: (items) => void offered.push(...items.map(({ label, description }) => `${label} ${description ?? ''}`)),
    });
    await run('socialData.threads.complete');
    assert.deepEqual(offered, ["Load the Rest (up to ≈$0.001) @ada_writes's Thread"]);
    assert.deepEqual(service.requests, []);
  });
});
