import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search, tweet, userByUsername, userFollowers } from '../../src/client/endpoints/table.ts';
import type { Service } from '../../src/client/endpoint.ts';
import { createClient } from '../../src/client/createClient.ts';
import {
  createKnownNameItems,
  listRecentLookUps,
  type LookUpSubject,
  toLookUpItems,
  toRecentLookUpItem,
} from '../../src/features/lookUp/host/lookUpItems.ts';
import { lookUp } from '../../src/features/lookUp/host/lookUp.ts';
import { getStoredNamesForService } from '../../src/workbench/storedNames.ts';
import type { Services } from '../../src/workbench/services.ts';
import { SavedSearches } from '../../src/features/results/host/savedSearches.ts';
import { usingQuickInputs } from './support/quickInputs.ts';
import { useStopWindows } from './support/stopWindows.ts';
import { fakeTransport } from '../support/fakeTransport.ts';
import { testConnection } from '../support/testEndpoints.ts';

describe('rows in Look Up', () => {
  it("don't contain direction characters from typed text", async () => {
    const transport = fakeTransport(() => ({ body: { data: [{ id: '1' }], nextCursor: null, hasNextPage: false } }));
    const client = createClient({ connections: () => testConnection(), transport });
    const typed = 'coffee \u202E beans';
    for (const { choice } of toLookUpItems(client, 'anything', typed)) {
      assert.ok(choice);
      await client.call(choice.endpoint, choice.params);
    }
    const rows = toLookUpItems(client, 'anything', typed);
    assert.deepEqual(new Set(rows.map(({ reuse }) => reuse)), new Set(['only', 'never']));
    for (const { label, description = '', detail = '' } of rows) {
      assert.doesNotMatch(`${label}${description}${detail}`, /[\p{Cc}[\p{Cf}--\u200d]\u2028\u2029]/v);
    }
  });
});

describe('rows for a service that uses the sandbox', () => {
  const rowsOf = (kindOf: Readonly<Record<Service, 'direct' | 'sandbox'>>) => {
    const connections = (service: Service) => testConnection({ kind: kindOf[service] });
    const client = createClient({ connections, transport: fakeTransport(() => ({})) });
    return toLookUpItems(client, 'anything', '#coffee').map(({ choice, description = '' }) => ({
      service: choice?.endpoint.service,
      isMarked: description.endsWith(' · Sandbox'),
    }));
  };

  it('say so if the other service is paid', () => {
    const rows = rowsOf({ primary: 'direct', gateway: 'sandbox' });
    assert.deepEqual(new Set(rows.map(({ service }) => service)), new Set(['primary', 'gateway']));
    assert.ok(rows.every(({ service, isMarked }) => isMarked === (service === 'gateway')));
    assert.ok(rowsOf({ primary: 'sandbox', gateway: 'sandbox' }).every(({ isMarked }) => !isMarked));
  });
});

describe('rows for an invalid query', () => {
  const client = createClient({ connections: () => testConnection(), transport: fakeTransport(() => ({})) });
  const rowsOf = (text: string) => toLookUpItems(client, 'anything', text);
  const words = (rows: ReturnType<typeof rowsOf>) => rows.map(({ label, detail = '' }) => `${label} ${detail}`).join('\n');

  it('start with the corrected query and the reason', () => {
    const [first] = rowsOf('coffee (tea');
    assert.ok(first?.replacement, words(rowsOf('coffee (tea')));
    assert.match(first.detail ?? '', /\S/);
  });
});

describe('rows for names in stored responses', () => {
  it("don't contain icon syntax or direction characters from names", () => {
    const client = createClient({ connections: () => testConnection(), transport: fakeTransport(() => ({})) });
    const ada = { subject: 'user', id: '1', handle: 'ada', name: '$(verified-filled) \u202Egpj.exe', sentAt: 0 } as const;
    const rows = createKnownNameItems(client, { names: { matching: () => [ada] }, isServed: () => true }, 'ada');
    assert.equal(rows.length, 1);
    for (const { label, description = '', detail = '' } of rows) {
      assert.doesNotMatch(`${label.replace(/^\$\([a-z-]+\)/, '')}${description}${detail}`, /\$\(|\u202E/);
    }
  });
});

describe('rows for a plain word', () => {
  const subjectsOf = (rows: ReturnType<typeof toLookUpItems>) =>
    rows.filter(({ reuse }) => reuse !== 'never').map(({ choice }) => choice?.subject);

  it('are posts, the user, and people, each with its price, stored ones first', async () => {
    const transport = fakeTransport(() => ({ body: { data: [{ id: '1' }], nextCursor: null, hasNextPage: false } }));
    const client = createClient({ connections: () => testConnection(), transport });
    const rows = toLookUpItems(client, 'anything', 'coffee');
    assert.deepEqual(subjectsOf(rows), ['posts', 'user', 'people']);
    for (const { description } of rows) {
      assert.match(description ?? '', /^@?coffee · (?:≈\$|price unknown)/);
    }
    await client.call(userByUsername, { username: 'coffee' });
    const again = toLookUpItems(client, 'anything', 'coffee');
    assert.deepEqual(subjectsOf(again), ['user', 'posts', 'people']);
    assert.match(again[0]?.description ?? '', /^@coffee · from history/);
    const refreshes = again.map(({ reuse }) => reuse === 'never');
    assert.deepEqual(refreshes, [...again.slice(1).map(() => false), true], 'to ask again comes last');
    assert.equal(transport.requests.length, 1);
  });
});

describe('recent lookups', () => {
  const windows = useStopWindows();
  const { handle, userId, tweetId } = exampleValues;

  /** A window that looked up a user twice and a post once, and loaded followers in a tree. */
  const openUsed = async () => {
    const window = await windows.open();
    const client = await window.client();
    await client.call(tweet, { tweetId }, { initiator: 'command' });
    await client.call(userByUsername, { username: handle }, { initiator: 'command' });
    await client.call(userByUsername, { username: handle }, { initiator: 'command', reuse: 'never' });
    await client.call(userFollowers, { userId }, { initiator: 'tree' });
    return window;
  };
  /** The rows in *Look Up* without headings, and how the accepted one is handled. */
  const rowsOf = async (
    { services }: Awaited<ReturnType<typeof openUsed>>,
    types: string,
    accepts: (rows: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined = () => undefined,
  ): Promise<readonly string[]> => {
    let rows: readonly vscode.QuickPickItem[] = [];
    using _person = usingQuickInputs({
      types,
      accepts: (items) => {
        rows = items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
        return accepts(rows);
      },
    });
    await lookUp(services, 'anything');
    return rows.map(({ description = '' }) => description);
  };

  it('are listed newest first, without duplicates, if the input is empty, and open without a request', async () => {
    const window = await openUsed();
    const before = await window.calls();
    const rows = await rowsOf(window, '', ([first]) => first);
    assert.equal(rows.length, 2);
    assert.match(rows[0] ?? '', new RegExp(`@${handle} · from history`));
    assert.match(rows[1] ?? '', / · from history/);
    assert.deepEqual(
      window.opened.map(([name]) => name),
      ['profile'],
    );
    assert.equal(await window.calls(), before);
  });

  it("aren't needed for a given handle whose profile is in history", async () => {
    const window = await openUsed();
    const before = await window.calls();
    using _person = usingQuickInputs({ accepts: () => undefined });
    await lookUp(window.services, 'anything', { text: `@${handle}` });
    await lookUp(window.services, 'anything', { text: `@${exampleValues.otherHandle}` });
    assert.deepEqual(
      window.opened.map(([name]) => name),
      ['profile'],
      'the other one costs something',
    );
    assert.equal(await window.calls(), before);
  });

  it('are replaced by sandbox examples if there are none, without a request until one is chosen', async () => {
    const offered = async (services: Services, subject: LookUpSubject): Promise<readonly string[]> => {
      let rows: readonly string[] = [];
      using _person = usingQuickInputs({
        accepts: (items) => {
          rows = items.flatMap(({ label, description }) => (description === undefined ? [] : [`${label} | ${description}`]));
          return undefined;
        },
      });
      await lookUp(services, subject);
      return rows;
    };
    const { services, calls } = await windows.open();
    const before = await calls();
    assert.deepEqual(await offered(services, 'anything'), [], 'an example costs something at a paid service');
    const restore = await windows.change(() => ({ connection: undefined }));
    try {
      const rows = await offered(services, 'anything');
      const tried = [`@${handle}`, `#${exampleValues.hashtag}`, exampleValues.searchWord, tweetId];
      assert.deepEqual(
        rows.map((row) => row.replace(/^\S+ Try (\S+) \| .* · .*$/, '$1')),
        tried,
        rows.join('; '),
      );
      assert.match((await offered(services, 'thread'))[0] ?? '', new RegExp(`Try ${tweetId} \\| Thread · `));
      assert.equal(await calls(), before);
    } finally {
      await restore();
    }
  });

  it('are marked as sandbox data while a paid service is in use', async () => {
    const { services } = await openUsed();
    const store = await services.store();
    const recent = listRecentLookUps(store);
    const paid = { nameOf: () => 'sandbox', markOf: () => 'Sandbox' };
    const rows = recent.map((one) => toRecentLookUpItem(one, paid));
    assert.equal(rows.length, 2);
    for (const { description = '' } of rows) assert.match(description, / · Sandbox · from history/);
  });

  it('have the handle of a user whose ID was sent', async () => {
    const { services } = await openUsed();
    const client = await services.client();
    const of = await client.call(userFollowers, { userId: exampleValues.userId });
    const connections = { nameOf: () => 'sandbox', markOf: () => '' };
    const row = toRecentLookUpItem(of, connections, (id) => (id === exampleValues.userId ? 'ada_writes' : undefined));
    assert.match(row.description ?? '', /^@ada_writes · /);
  });

  it('come after the typed lookup, so Enter runs the typed one', async () => {
    const window = await openUsed();
    const client = await window.client();
    await client.call(search, { searchItem: '#gardening', category: 'Top' }, { initiator: 'command' });
    const [first = '', second = ''] = await rowsOf(window, 'garden');
    assert.match(first, /^garden · /);
    assert.match(second, /^#gardening · from history/);
  });

  it('contain each response once, after the typed lookup', async () => {
    const window = await openUsed();
    const rows = await rowsOf(window, `@${handle}`);
    const profile = new RegExp(`^[^:]*@${handle} · from history`);
    assert.equal(rows.filter((row) => profile.test(row)).length, 1);
    const [asked = '', stored = ''] = await rowsOf(window, `@${handle.slice(0, 2)}`);
    assert.match(asked, new RegExp(`^@${handle.slice(0, 2)} · `));
    assert.match(stored, new RegExp(`@${handle} · from history`));
  });

  it('include authors in stored responses by part of their handle or name', async () => {
    const window = await openUsed();
    const { names, isServed, refresh } = await getStoredNamesForService(window.services);
    assert.deepEqual(names.matching('a', isServed, 1), [], "doesn't read names before they are needed");
    await refresh();
    const before = await window.calls();
    const [follower] = names.handles(isServed, 100).filter((one) => one !== handle);
    assert.ok(follower);
    const rows = await rowsOf(window, follower.slice(0, -1));
    const found = rows.findIndex((row) => row.includes(`@${follower} · ≈$`));
    assert.ok(found > 0, `not before what was typed, for it costs something: ${rows.join('; ')}`);
    assert.equal(await window.calls(), before);
    const { exchanges } = await window.services.store();
    exchanges.delete(exchanges.newest().items.map(({ id }) => id));
    await refresh();
    assert.deepEqual(names.handles(isServed, 100), [], 'what was deleted is not known any more');
  });

  it('include saved searches with their prices, and open a stored one for free', async () => {
    const window = await openUsed();
    const client = await window.client();
    await new SavedSearches(window.services.context.globalState).save({ name: 'Morning', text: 'coffee lang:en', tab: 'Latest' });
    assert.match((await rowsOf(window, '')).at(-1) ?? '', /^Morning: coffee lang:en · price unknown$/);
    await client.call(search, { searchItem: 'coffee lang:en', category: 'Latest' }, { initiator: 'panel' });
    const before = await window.calls();
    const rows = await rowsOf(window, 'morn', ([, second]) => second);
    assert.match(rows[1] ?? '', /^Morning: coffee lang:en · from history/);
    assert.deepEqual(
      window.opened.map(([name]) => name),
      ['results'],
    );
    assert.equal(await window.calls(), before);
  });

  it('open the form of a pasted request without its key, and without a request', async () => {
    const window = await openUsed();
    const before = await window.calls();
    const line = `curl 'https://api.example/v1/search?searchItem=tea' \\\n  -H 'X-API-KEY: k3y'`;
    const rows = await rowsOf(window, line, ([first]) => first);
    assert.equal(rows.length, 1);
    assert.deepEqual(window.opened, [
      ['query', search, { searchItem: 'tea' }, { connection: window.services.connections.selected('primary') }],
    ]);
    assert.equal(await window.calls(), before);
    const itemOf = async (text: string) => toLookUpItems(await window.client(), 'anything', text)[0];
    const empty = await itemOf("curl 'https://api.example/search?q=tea&searchType=Latest'");
    assert.match(`${empty?.label} | ${empty?.detail}`, /Open Search \| .* · \/search · Ignored: q, searchType$/);
    const { label = '' } = (await itemOf('curl https://api.example/nothing?k=k3y')) ?? {};
    assert.match(label, /No endpoint has the path \/nothing\.$/);
  });

  it("are omitted if the store can't be read", async () => {
    const { services } = await openUsed();
    const unreadable = { ...services, store: async () => await Promise.reject(new Error('EIO')) };
    using _person = usingQuickInputs({ types: '@nobody_yet', accepts: () => undefined });
    await assert.doesNotReject(lookUp(unreadable, 'anything'));
  });
});

describe("Look Up's keybinding", () => {
  it("isn't used by VS Code", async () => {
    const defaults = await vscode.workspace.openTextDocument(vscode.Uri.parse('vscode://defaultsettings/keybindings.json'));
    const text = defaults.getText();
    assert.match(text, /"key": "ctrl\+k ctrl\+c"/, 'the document holds what VS Code comes with');
    const others = [...text.matchAll(/"key": "(ctrl\+k l|cmd\+k l)"[^}]*?"command": "([^"]*)"/g)].map(([, , command]) => command);
    assert.deepEqual(
      others.filter((command) => command !== 'socialData.lookUp.anything'),
      [],
    );
  });
});
