import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userByUsername } from '../../src/client/endpoints/table.ts';
import { actOnPagedRow, RecordNode } from '../../src/features/explore/host/tree/recordNode.ts';
import type { TreeNode } from '../../src/workbench/tree/treeNode.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { startMockService } from '../support/countingProxy.ts';
import { removeConnection, setKey } from './support/connections.ts';
import { runOnRows } from './support/runOnRows.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { childOf, type Exploring, startExploring, texts, tooltipOf, wordsOf } from './support/exploring.ts';
import { closeEditors, paid, setSettings, until } from './support/steps.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const ada = {
  kind: 'user',
  id: exampleValues.userId,
  label: { name: 'Ada', handle: exampleValues.handle, followers: 12_345 },
} as const;

describe('the Users view', () => {
  let exploring: Exploring;
  const section = async (label: string): Promise<TreeNode> => childOf(await childOf(exploring.tree, 'Ada'), label);

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.add([ada]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  it('shows a pinned user with its handle and counts, and expands it without a request', async () => {
    assert.deepEqual(texts(await exploring.tree.roots()), [`Ada | @${exampleValues.handle} · 12.3K followers`]);
    const account = await childOf(exploring.tree, 'Ada');
    assert.equal(account.toItem().collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    const sections = await account.children();
    assert.deepEqual(
      sections.map((node) => node.toItem().label),
      [
        'Posts',
        'Posts and Replies',
        'Media',
        'Likes',
        'Articles',
        'Followers',
        'Following',
        'Verified Followers',
        'Lists',
        'Spaces',
        'Communities',
        'About',
      ],
    );
    const counted = texts(sections).filter((text) => !text.endsWith(' | price unknown'));
    assert.deepEqual(counted, ['Followers | 12.3K · price unknown']);
    assert.equal(await exploring.calls(), 0);
  });

  it('shows sandbox images, and others only if images are always on', async () => {
    const otherHost = await startMockService(() => ({ status: 404, headers: {}, body: '' }));
    try {
      const followers = await section('Followers');
      const [row] = await followers.children();
      assert.ok(row instanceof RecordNode && row.record.kind === 'user');
      assert.ok(row.record.avatarUrl, 'the sandbox gives accounts pictures');
      const picture = await until('the picture is there', () => {
        const { iconPath } = row.toItem();
        return iconPath instanceof vscode.Uri ? iconPath : undefined;
      });
      assert.equal(picture.scheme, 'data');
      assert.match(picture.path, /^image\/svg\+xml;base64,/);
      row.record = { ...row.record, avatarUrl: `${otherHost.address}/tracker.png` };
      assert.ok(row.toItem().iconPath instanceof vscode.ThemeIcon);
      assert.deepEqual(otherHost.requests, []);
      assert.equal(await exploring.calls(), 1);
    } finally {
      await otherHost.close();
    }
  });

  it("doesn't show images if they are off", async () => {
    const restore = await setSettings({ 'media.load': 'never' });
    try {
      const [row] = await (await section('Followers')).children();
      assert.ok(row?.toItem().iconPath instanceof vscode.ThemeIcon);
    } finally {
      await restore();
    }
  });

  it('loads a section once when it is expanded, and redraws it for free', async () => {
    const followers = await section('Followers');
    const rows = await followers.children();
    assert.equal(await exploring.calls(), 1);
    assert.ok(rows.length > 50);
    assert.match(String(followers.toItem().description), /^\d+ loaded, more available$/);
    for (let draw = 0; draw < 3; draw += 1) {
      await exploring.tree.roots();
      await followers.children();
      followers.toItem();
    }
    assert.equal(await exploring.calls(), 1);
  });

  it('shows a price as soon as a request has reported it', async () => {
    const account = await childOf(exploring.tree, 'Ada');
    const [follower] = await (await childOf(account, 'Followers')).children();
    assert.ok(follower);
    const theirs = await childOf(follower, 'Followers');
    assert.match(String(theirs.toItem().description), /^\d+ · ≈\$0\.0002$/, 'how many, as the row above knows, and the price');
  });

  it('redraws other rows when a price is learned', async () => {
    const account = await childOf(exploring.tree, 'Ada');
    const followers = await childOf(account, 'Followers');
    const [first, second] = await followers.children();
    assert.ok(first && second);
    const posts = [await childOf(first, 'Posts and Replies'), await childOf(second, 'Posts and Replies')];
    posts.forEach((node) => node.toItem());
    exploring.drawn();
    await posts[0]?.children();
    assert.ok(exploring.drawn().includes(posts[1]));
    assert.match(String(posts[1]?.toItem().description), /^\d+ · ≈\$0\.0002$/);
  });

  it('shows what is loaded, and loads one page per press', async () => {
    const followers = await section('Followers');
    const before = await followers.children();
    const more = before.at(-1);
    assert.ok(more);
    assert.match(texts([more])[0] ?? '', /^\d+ loaded, more available \| ≈\$0\.0002$/);
    assert.deepEqual(more.toItem().command?.command, 'socialData.explore.loadMore');
    assert.deepEqual(wordsOf(more), ['more']);
    await actOnPagedRow('loadMore', more.parent);
    const after = await followers.children();
    assert.equal(await exploring.calls(), 2);
    assert.ok(after.length > before.length);
    assert.deepEqual(
      after.slice(0, before.length - 1).map(({ id }) => id),
      before.slice(0, -1).map(({ id }) => id),
      'earlier rows keep their position and id',
    );
    assert.equal(new Set(after.map(({ id }) => id)).size, after.length);
  });

  it("shows a list's end", async () => {
    const rows = await (await section('About')).children();
    assert.match(texts(rows).at(-1) ?? '', /^\d+ loaded, end of list$/);
  });

  it('shows that a section is empty', async () => {
    const response = JSON.stringify({ data: [], nextCursor: null, previousCursor: null, hasNextPage: false });
    const mock = await startMockService(() => ({ status: 200, headers: {}, body: response }));
    const empty = await startExploring('user', { primary: mock.address });
    try {
      await empty.pins.add([ada]);
      const rows = await (await childOf(await childOf(empty.tree, 'Ada'), 'Likes')).children();
      assert.match(texts(rows).join(), /^Nothing here\. \| Refresh \(/);
    } finally {
      await empty.close();
      await mock.close();
    }
  });

  it('can load more after a failed page, and focuses the first new row', async () => {
    const poor = await startExploring('user', { primary: exploring.sandbox.primary, assumedPrice: 200n });
    try {
      poor.budget.setCap(200n);
      await poor.pins.add([ada]);
      const followers = await childOf(await childOf(poor.tree, 'Ada'), 'Followers');
      const loaded = (await followers.children()).length - 1;
      await actOnPagedRow('loadMore', followers);
      const [refused = '', onward = ''] = texts(await followers.children()).slice(-2);
      assert.match(refused, /Session budget: .* \| Set Budget…$/);
      assert.match(onward, /loaded, more available \| ≈\$0\.0002$/);
      assert.deepEqual(poor.revealed(), []);
      poor.budget.setCap(1_000n);
      await actOnPagedRow('loadMore', followers);
      const [first] = poor.revealed();
      assert.equal(first?.id, (await followers.children())[loaded]?.id);
      assert.equal(await exploring.calls(), 2);
    } finally {
      await poor.close();
    }
  });

  it('refreshes the loaded pages after showing their total price', async () => {
    const followers = await section('Followers');
    await followers.children();
    await actOnPagedRow('loadMore', followers);
    const loaded = (await followers.children()).length;
    const offered: string[] = [];
    using _person = respondToDialogs({
      pick: (items) => {
        offered.push(...items.map(({ label, description }) => `${label} ${description ?? ''}`));
        return items[0];
      },
    });
    await runOnRows('refresh', [followers], {});
    assert.deepEqual(offered, ['$(refresh) All 2 pages ≈$0.0004', '$(refresh) First page ≈$0.0002']);
    assert.equal(await exploring.calls(), 4);
    assert.equal((await followers.children()).length, loaded);
  });

  it('keeps its rows and its connection when a key or the selection changes', async () => {
    const followers = await section('Followers');
    await followers.children();
    exploring.reconnect();
    const restore = await setSettings(paid({ primary: 'http://127.0.0.1:9/primary' }));
    try {
      await until('another one is selected', () => exploring.connections.selected('primary') === 'primary');
      assert.ok((await followers.children()).length > 50);
      assert.equal(await exploring.calls(), 1);
      await actOnPagedRow('loadMore', followers);
      assert.equal(await exploring.calls(), 2);
    } finally {
      await restore();
    }
  });

  it("shows a post's text on one line, without characters that change its direction", async () => {
    const posts = await section('Posts');
    const [post] = await posts.children();
    assert.ok(post);
    const { command } = post.toItem();
    assert.equal(command?.command, 'socialData.records.open');
    assert.equal(command.arguments?.[0], post);
    assert.match(tooltipOf(post), /Open as Thread: /);
    for (const node of await posts.children()) {
      assert.doesNotMatch(texts([node])[0] ?? '', /[\p{Cc}[\p{Cf}--\u200d]\u2028\u2029]/v);
    }
    assert.ok(wordsOf(post).includes('post') && wordsOf(post).includes('hasResponse'));
  });

  const states: readonly (readonly [name: string, status: number, text: RegExp, command: string | undefined])[] = [
    ['not found', 404, /not found/, 'socialData.records.openAsJson'],
    ['needs access', 403, toWordsPattern`${errorWords.forbidden.failed}`, 'socialData.records.openAsJson'],
    ['no results', 502, toWordsPattern`${errorWords.noResults.failed}.*Retry \(`, 'socialData.explore.load'],
    ['key refused', 401, toWordsPattern`${errorWords.unauthorized.failed}.*Set API Key…`, 'socialData.connections.manage'],
    ['no balance', 402, toWordsPattern`${errorWords.noBalance.failed}.*Set API Key…`, 'socialData.connections.manage'],
    ['server fault', 500, toWordsPattern`${errorWords.server.failed} 500.*Retry \(`, 'socialData.explore.load'],
  ];
  for (const [name, status, text, command] of states) {
    it(`has one row with one action for: ${name}`, async () => {
      const body = JSON.stringify({ error: 'as the test says', ...(status === 502 ? { attempts: 9 } : {}) });
      const mock = await startMockService(() => ({ status, headers: {}, body }));
      const failing = await startExploring('user', { primary: mock.address });
      try {
        await failing.pins.add([ada]);
        const followers = await childOf(await childOf(failing.tree, 'Ada'), 'Followers');
        const rows = await followers.children();
        assert.equal(rows.length, 1);
        assert.match(texts(rows)[0] ?? '', text);
        assert.match(rows.map(tooltipOf).join(), /(?:No charge|request cost|charged|refunded).*\n(?:Retry \(|Show |Set )/s);
        assert.equal(rows[0]?.toItem().command?.command, command);
        await followers.children();
        assert.equal(mock.requests.length, 1, 'redrawing an error asks nothing');
      } finally {
        await failing.close();
        await mock.close();
      }
    });
  }

  it('has a row for a missing key', async () => {
    const mock = await startMockService(() => ({ status: 200, headers: {}, body: '{}' }));
    const restore = await setSettings(paid({ primary: mock.address }));
    try {
      await until('the setting is read', () => exploring.connections.selected('primary') === 'primary');
      const needsKey = await (await section('Likes')).children();
      assert.match(texts(needsKey).join(), toWordsPattern`${errorWords.noKey.failed}.* \| Set API Key…`);
      assert.equal(needsKey[0]?.toItem().command?.arguments?.[0], 'primary');
      assert.deepEqual(mock.requests, []);
    } finally {
      await restore();
      await mock.close();
    }
  });

  it('has a row for a used-up budget', async () => {
    const poor = await startExploring('user', { primary: exploring.sandbox.primary, assumedPrice: 10_000n });
    try {
      poor.budget.setCap(0n);
      await poor.pins.add([ada]);
      const likes = await childOf(await childOf(poor.tree, 'Ada'), 'Likes');
      assert.match(texts(await likes.children()).join(), /Session budget: .* \| Set Budget…$/);
      poor.touchSecret('gateway');
      assert.match(texts(await likes.children()).join(), /Session budget: .* \| Set Budget…$/, 'a key changes nothing about it');
      assert.equal(await exploring.calls(), 0);
      poor.budget.setCap(20_000n);
      const restore = await setSettings({ 'budget.perSession': 3 });
      try {
        const ready = await until('the row can be loaded again', async () => {
          const rows = await likes.children();
          return texts(rows).join().startsWith('Not loaded | Load (') ? rows : undefined;
        });
        assert.match(ready.map(tooltipOf).join(), /^The connection or budget changed\./);
        assert.equal(ready[0]?.toItem().command?.command, 'socialData.explore.load');
        assert.equal(await exploring.calls(), 0, 'a higher budget calls nothing');
        await actOnPagedRow('load', likes);
        assert.equal(await exploring.calls(), 1);
        assert.ok((await likes.children()).length > 1);
      } finally {
        await restore();
      }
    } finally {
      await poor.close();
    }
  });

  it('reports that its connection was removed', async () => {
    const restore = await setSettings({ connection: { primary: 'gone', gateway: 'gone' } });
    try {
      await until('the setting is read', () => exploring.connections.selected('gateway') === 'gone');
      const rows = await (await childOf(exploring.tree, 'Ada')).children();
      assert.deepEqual(texts(rows), ["The connection 'gone' was removed. | Select Connection…"]);
    } finally {
      await restore();
    }
  });

  it("copies rows' links, ids, handles, exact JSON, and curl without a request", async () => {
    const account = await childOf(exploring.tree, 'Ada');
    const followers = await childOf(account, 'Followers');
    const [first, second] = await followers.children();
    assert.ok(first instanceof RecordNode && second instanceof RecordNode);
    const copied = async (act: Promise<void>) => {
      await act;
      return await vscode.env.clipboard.readText();
    };
    assert.equal(await copied(runOnRows('copyId', [account], exploring)), exampleValues.userId);
    assert.equal(await copied(runOnRows('copyHandle', [account], exploring)), `@${exampleValues.handle}`);
    assert.equal(await copied(runOnRows('copyLink', [account], exploring)), `https://social.example/${exampleValues.handle}`);
    const one: unknown = JSON.parse(await copied(runOnRows('copyAsJson', [first], exploring)));
    assert.ok(typeof one === 'object' && one !== null && 'id' in one && first.record.kind === 'user');
    assert.equal(one.id, first.record.id);
    const both: unknown = JSON.parse(await copied(runOnRows('copyAsJson', [first, second], exploring)));
    assert.ok(Array.isArray(both) && both.length === 2);
    const curl = await copied(runOnRows('copyAsCurl', [first], exploring));
    assert.match(curl, /^curl ".*\/user\/1500000000000000001\/followers\?.*X-API-KEY: \$API_KEY/s);
    assert.ok(!curl.includes(exploring.sandbox.key));
    using person = respondToDialogs({});
    await runOnRows('openInBrowser', [account], exploring);
    assert.match(person.shown.join(), /^Sandbox sample data has no web pages/);
    assert.equal(await exploring.calls(), 1);
  });

  it("shows, saves, and copies a pin's stored response, and reports a missing response", async () => {
    const pin = await childOf(exploring.tree, 'Ada');
    assert.ok(pin instanceof RecordNode);
    const shown: string[] = [];
    const exchanges = { put: ({ id }: { readonly id: string }) => shown.push(id) };
    const services = { ...exploring, exchanges: { ...exploring.exchanges, ...exchanges } };
    await vscode.env.clipboard.writeText('as before');
    {
      using person = respondToDialogs({});
      for (const act of ['copyAsJson', 'copyAsCurl', 'saveAsFixture', 'openAsJson'] as const) {
        await runOnRows(act, [pin], services);
      }
      assert.equal(person.shown.filter((text) => /This row isn't in history.*No charge/.test(text)).length, 4);
    }
    assert.equal(await vscode.env.clipboard.readText(), 'as before');
    assert.equal(await exploring.calls(), 0);
    const client = await exploring.client();
    const { id } = await client.call(userByUsername, { username: exampleValues.handle });
    await runOnRows('copyAsJson', [pin], services);
    const copied: unknown = JSON.parse(await vscode.env.clipboard.readText());
    assert.ok(typeof copied === 'object' && copied !== null && 'id' in copied);
    assert.equal(copied.id, exampleValues.userId);
    await runOnRows('copyAsCurl', [pin], services);
    assert.match(await vscode.env.clipboard.readText(), /^curl ".*\/user\/by\/username\/ada_writes/);
    await runOnRows('openAsJson', [pin], services);
    assert.deepEqual(shown, [id]);
    await closeEditors();
    // the handle now belongs to a different user, so their response isn't the pin's
    pin.record = { ...pin.record, kind: 'user', id: exampleValues.otherUserId } as typeof pin.record;
    using person = respondToDialogs({});
    await runOnRows('copyAsCurl', [pin], services);
    assert.match(person.shown.join(), /This row isn't in history/);
    assert.equal(await exploring.calls(), 1);
  });

  it("has context words for a row's actions", async () => {
    const account = await childOf(exploring.tree, 'Ada');
    assert.deepEqual(wordsOf(account), ['user', 'pinned', 'hasResponse', 'tabular', 'addressed', 'numbered', 'named']);
    const [follower] = await (await childOf(account, 'Followers')).children();
    assert.ok(follower);
    assert.deepEqual(wordsOf(follower), ['user', 'pinnable', 'hasResponse', 'tabular', 'addressed', 'numbered', 'named']);
    assert.deepEqual(wordsOf(await childOf(account, 'Followers')), ['pages', 'requested', 'loaded', 'hasResponse', 'tabular']);
  });
});

describe("the activity bar's views", () => {
  const show = async () => {
    for (const view of ['users', 'lists', 'communities']) {
      await vscode.commands.executeCommand(`socialData.${view}.focus`);
    }
  };

  it("don't send requests when shown, hidden, or redrawn; pinning costs one lookup", async () => {
    const sandbox = await startSandbox();
    const served = async () => {
      const headers = { 'X-Sandbox-Control': sandbox.control };
      const response = await fetch(new URL('/__sandbox/requests?keys=all', sandbox.primary), { headers });
      const log: unknown = await response.json();
      assert.ok(typeof log === 'object' && log !== null && 'requests' in log && Array.isArray(log.requests));
      return log.requests.length;
    };
    const restore = await setSettings(paid({ primary: sandbox.primary }));
    try {
      await setKey('primary', sandbox.key);
      using person = respondToDialogs({ input: ({ value }) => value });
      await show();
      assert.equal(await served(), 0);
      await vscode.commands.executeCommand('socialData.users.pin', `@${exampleValues.handle}`);
      assert.match(person.shown.join(), /Pin User/);
      assert.equal(await served(), 1);
      await vscode.commands.executeCommand('workbench.view.explorer');
      await show();
      await vscode.commands.executeCommand('list.expand');
      const reset = await setSettings(paid({ primary: `${sandbox.primary}/` }));
      await show();
      await reset();
      await setSettings(paid({ primary: sandbox.primary }));
      await vscode.commands.executeCommand('socialData.lists.pin', exampleValues.listId);
      await vscode.commands.executeCommand('socialData.communities.pin', exampleValues.communityId);
      assert.equal(await served(), 3);
      await vscode.commands.executeCommand('workbench.view.explorer');
      await show();
      await removeConnection('primary');
      await show();
      assert.equal(await served(), 3);
    } finally {
      await restore();
      await sandbox.close();
    }
  });
});
