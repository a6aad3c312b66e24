import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createFixtureDraft, type DraftFacts } from '../../src/features/fixtures/fixtureDraft.ts';
import { createPseudonyms, type Pseudonyms } from '../../src/features/fixtures/pseudonyms/pseudonyms.ts';
import { pseudonymizeExchange } from '../../src/features/fixtures/pseudonyms/pseudonymizeExchange.ts';
import type { Services } from '../../src/workbench/services.ts';
import { saveFixture } from '../../src/features/fixtures/saveFixture.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userFollowers, userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { toPriceBookKey } from '../../src/client/connection.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { compareWithNewestResponse } from '../../src/features/fixtures/host/fixtureActions.ts';
import { refreshFixtures } from '../../src/features/fixtures/host/refreshFixtures.ts';
import { findRefreshed, keepRefreshed, undoRefreshed } from '../../src/features/fixtures/host/refreshReview.ts';
import { createWorkspaceFixtureFolder } from '../../src/features/fixtures/host/workspaceFolder.ts';
import { respondToDialogs, watchingCommand } from './support/respondToDialogs.ts';
import { recordProgress } from './support/clockedServices.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { closeEditors, runAsPerson, until } from './support/steps.ts';

const folderName = 'fixtures-refresh';
const agree = (_message: string, buttons: readonly string[]) => buttons.find((title) => title.startsWith('Refresh ('));

const countReviews = () =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.startsWith('Refreshed Fixtures')).length;

/** The modified files' names, and whether the original is the older response. */
async function readShownChanges(calls: readonly (readonly unknown[])[]): Promise<readonly (readonly [string, boolean])[]> {
  const files = calls.flatMap(([, resources]) => resources as readonly (readonly [vscode.Uri, vscode.Uri, vscode.Uri])[]);
  const read = files.map(async ([, original, modified]) => {
    const text = (await vscode.workspace.openTextDocument(original)).getText();
    return [modified.path.split('/').at(-1) ?? '', text.includes('"status": "older"')] as const;
  });
  return await Promise.all(read);
}

/** Opening a second folder would restart the extensions. */
function withWorkspaceFolders(roots: readonly vscode.Uri[]): Disposable {
  const original = vscode.workspace.getWorkspaceFolder;
  const replaceBy = (value: unknown) =>
    Object.defineProperty(vscode.workspace, 'getWorkspaceFolder', { value, configurable: true, writable: true });
  replaceBy((uri: vscode.Uri) => {
    const found = roots.find(({ path }) => uri.path.startsWith(`${path}/`));
    return found === undefined ? original(uri) : { uri: found, name: found.path, index: 0 };
  });
  return { [Symbol.dispose]: () => void replaceBy(original) };
}

describe('refreshing fixtures over a paid service', () => {
  const startSpending = useSpending({ marksResponses: false });
  let spending: Spending;

  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => createWorkspaceFixtureFolder(root());
  const uriOf = (name: string) => vscode.Uri.joinPath(root(), folderName, `${name}.meta.json`);

  beforeEach(async () => {
    spending = await startSpending();
  });

  afterEach(async () => {
    await closeEditors();
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(root(), folderName), { recursive: true, useTrash: false });
    await spending[Symbol.asyncDispose]();
  });

  const saved = async (name: string, exchanges: readonly Exchange[], facts: Partial<DraftFacts> = {}): Promise<vscode.Uri> => {
    const kind = exchanges.length === 1 ? 'response' : 'pages';
    const draft = createFixtureDraft(exchanges, { kind, savedOn: '2026-01-02', extension: '0.1.0', ...facts });
    await saveFixture(folder(), { folder: folderName, slug: name }, draft);
    return uriOf(name);
  };
  /** A response that differs from the service's current one. */
  const older = (exchange: Exchange): Exchange => ({ ...exchange, body: Buffer.from('{"status":"older","data":{"id":"1"}}') });
  const askUser = async (username: string) => await (await spending.services.client()).call(userByUsername, { username });
  const askFollowers = async (pages: number) => {
    const came: Exchange[] = [];
    const client = await spending.services.client();
    for await (const page of client.pages(userFollowers, { userId: exampleValues.userId }, { maxPages: pages })) came.push(page);
    return came;
  };
  const files = async () => {
    const entries = await vscode.workspace.findFiles(new vscode.RelativePattern(root(), `${folderName}/**`));
    const texts = entries.map(async (uri): Promise<readonly [string, string]> => [
      uri.path,
      Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(),
    ]);
    return (await Promise.all(texts)).toSorted(([left], [right]) => left.localeCompare(right));
  };
  const callsSince = async (before: readonly string[]) => (await spending.requests()).slice(before.length);

  it("doesn't send requests or write files if the price isn't accepted", async () => {
    const uri = await saved('ada', [older(await askUser('ada_writes'))]);
    const [before, asked] = [await files(), await spending.requests()];
    using person = respondToDialogs({});
    await refreshFixtures(spending.services, [uri]);
    assert.deepEqual(person.shown, [`Refresh ${folderName}/ada?`]);
    const [price, most] = person.details.join('\n').split('\n');
    assert.deepEqual([price, most], ['User: 1 request, ≈$0.0002', 'Up to 1 request (≈$0.0002).']);
    assert.deepEqual(await callsSince(asked), []);
    assert.deepEqual(await files(), before);
  });

  it('pays at most the confirmed price, writes and shows only changes, and Undo All restores them', async () => {
    const user = await askUser('ada_writes');
    const uris = [
      await saved('changed', [older(user)]),
      await saved('same', [user]),
      await saved('pages', await askFollowers(2)),
    ];
    const [before, asked, spent] = [await files(), await spending.requests(), spending.spent()];
    let offered = '';
    const said = Promise.withResolvers<string>();
    const undone = Promise.withResolvers<string | undefined>();
    using person = respondToDialogs({
      button: (message, buttons) => {
        if (message.startsWith('Fixtures refreshed')) {
          said.resolve(message);
          return undone.promise;
        }
        offered = agree(message, buttons) ?? '';
        return offered;
      },
    });
    using shown = watchingCommand('vscode.changes');
    await refreshFixtures(spending.services, uris);
    assert.equal(offered, 'Refresh (≈$0.0008)');
    assert.deepEqual(await readShownChanges(shown.calls), [['changed.json', true]]);
    assert.equal(await said.promise, 'Fixtures refreshed: 3 of 3, changed: 1 ($0.0006).');
    const calls = await callsSince(asked);
    assert.equal(calls.length, 3, calls.join('\n')); // two fixtures share a query
    assert.equal(spending.spent() - spent, 600n);
    const now = new Map(await files());
    const changed = before.filter(([file, text]) => now.get(file) !== text).map(([file]) => file.split('/').at(-1));
    assert.deepEqual(changed, ['changed.json', 'changed.meta.json']);
    assert.equal(countReviews(), 1);
    undone.resolve('Undo All');
    await until('it is undone and closed', () => (countReviews() === 0 ? true : undefined));
    assert.deepEqual(await files(), before);
    assert.deepEqual(person.shown.length, 2);
    assert.equal((await callsSince(asked)).length, 3);
  });

  it('stops at the budget, and offers to refresh the rest at its price without paying twice', async () => {
    const uris = [
      await saved('first', [older(await askUser('ada_writes'))]),
      await saved('second', (await askFollowers(2)).map(older)),
    ];
    const asked = await spending.requests();
    await spending.allowCalls(asked.length + 2);
    using person = respondToDialogs({
      button: async (message, buttons) => {
        const rest = buttons.find((title) => title === 'Refresh Remaining…');
        if (rest !== undefined) {
          assert.equal((await callsSince(asked)).length, 2);
          await spending.allowCalls(asked.length + 3);
        }
        return rest ?? agree(message, buttons);
      },
    });
    await refreshFixtures(spending.services, uris);
    await until('the rest is refreshed', () => person.shown.find((message) => message.includes('refreshed: 1 of 1')));
    assert.match(person.shown.join('\n'), /Remaining requests: 2\..* Fixtures refreshed: 1 of 2, changed: 1 \(\$0\.0004\)\./);
    assert.equal((await callsSince(asked)).length, 3);
  });

  it("doesn't send requests after Cancel, saves the response in flight, and skips the rest", async () => {
    const uris = [
      await saved('first', (await askFollowers(1)).map(older)),
      await saved('second', [older(await askUser('ada_writes'))]),
    ];
    const asked = await spending.requests();
    const cancel = new vscode.CancellationTokenSource();
    using person = respondToDialogs({ button: agree });
    await recordProgress([], cancel.token, async () => {
      const release = spending.hold(/followers/);
      const refreshing = refreshFixtures(spending.services, uris);
      await until('the first request is in flight', async () => (await callsSince(asked)).length === 1 || undefined);
      cancel.cancel();
      release();
      await refreshing;
    });
    cancel.dispose();
    assert.equal((await callsSince(asked)).length, 1);
    assert.match(person.shown.at(-1) ?? '', /^Fixtures refreshed: 1 of 2, changed: 1 /);
  });

  it("doesn't send requests if the price rises during the confirmation, and offers to confirm again", async () => {
    const uri = await saved('ada', [older(await askUser('ada_writes'))]);
    const { connections, store } = spending.services;
    const connection = connections.of('primary') ?? assert.fail('not connected');
    const { prices } = await store();
    const asked = await spending.requests();
    const offered: string[] = [];
    using _person = respondToDialogs({
      button: (message, buttons) => {
        offered.push(...buttons);
        prices.learn(toPriceBookKey('primary', connection), userByUsername.id, 900n); // as if learned from a different request
        return agree(message, buttons);
      },
    });
    await refreshFixtures(spending.services, [uri]);
    assert.deepEqual(await callsSince(asked), []);
    assert.deepEqual(offered, ['Refresh (≈$0.0002)', 'Refresh Remaining…']);
  });

  it('asks once who is behind pseudonyms from another machine, and takes only the right handle', async () => {
    const teams = ['00', 'ff'].map((byte) => byte.repeat(16));
    const [ours, theirs] = teams.map((secret) => createPseudonyms(Buffer.from(secret, 'hex')));
    assert.ok(ours !== undefined && theirs !== undefined);
    const user = await askUser('ada_writes');
    const savedWith = async (name: string, pseudonyms: Pseudonyms) => {
      const exchange = pseudonymizeExchange(older(user), pseudonyms);
      assert.ok('body' in exchange);
      const facts = { redactions: ['people'], secretFingerprint: pseudonyms.fingerprint };
      return await saved(name, [exchange], facts);
    };
    const uris = [await savedWith('ours', ours), await savedWith('theirs', theirs)];
    const [asked, before] = [await spending.requests(), await files()];
    const { context, ...others } = spending.services;
    const services = { ...others, context: { ...context, globalState: { get: () => undefined } } } as unknown as Services;
    const validated: unknown[] = [];
    using person = respondToDialogs({
      button: agree,
      input: (options) => {
        validated.push(...['eve_reads', 'ada_write', '@ADA_writes'].map((typed) => options.validateInput?.(typed)));
        return 'ADA_writes';
      },
    });
    const env = vscode.Uri.joinPath(root(), '.env');
    await vscode.workspace.fs.writeFile(env, Buffer.from(`SOCIAL_DATA_FIXTURE_SECRET=${teams[0] ?? ''}`));
    try {
      await refreshFixtures(services, uris);
      const why = `This isn't the real value behind ${ours.of('ada_writes')} (Handle).`;
      assert.deepEqual(validated, [why, why, undefined]);
      const [title, question, result] = person.shown;
      assert.deepEqual([title, question], [`Refresh ${folderName}/ours`, `Refresh ${folderName}/ours?`]);
      assert.match(person.details.join('\n'), /theirs: The pseudonyms are from another secret\./);
      assert.equal(result, 'Fixtures refreshed: 1 of 1, changed: 1 ($0.0002).');
      assert.deepEqual(await callsSince(asked), ['/user/by/username/ada_writesformat=simple']);
      const changed = (await files()).filter(([file, text], at) => before[at]?.[1] !== text || before[at]?.[0] !== file);
      assert.ok(changed.length > 0 && changed.every(([file, text]) => /\/ours\./.test(file) && !/ada_writes/i.test(text)));
      await compareWithNewestResponse(services, uris);
      assert.deepEqual(person.shown.slice(3), ['No newer response for ours in history.']); // it isn't asked again
    } finally {
      await vscode.workspace.fs.delete(env);
      await keepRefreshed();
    }
  });

  it('is offered by Compare at the price of one request, which changes no file', async () => {
    const uri = await saved('ada', [await askUser('ada_writes')]);
    const [before, asked] = [await files(), await spending.requests()];
    const offers: string[] = [];
    const pressed = Promise.withResolvers<string | undefined>();
    using person = respondToDialogs({
      button: async (_, buttons) => {
        offers.push(...buttons);
        return await pressed.promise;
      },
    });
    await compareWithNewestResponse(spending.services, [uri]);
    assert.deepEqual(person.shown, ['No newer response for ada in history.']);
    assert.deepEqual([offers, await callsSince(asked)], [['Request (≈$0.0002)'], []]);
    pressed.resolve('Request (≈$0.0002)');
    await until('it is compared', () => person.shown.includes('ada is already up to date.') || undefined);
    assert.equal((await callsSince(asked)).length, 1);
    assert.deepEqual(await files(), before);
  });

  it('undoes single fixtures of several folders, except those edited since, until all are kept', async () => {
    const user = older(await askUser('ada_writes'));
    const roots = ['one', 'two'].map((name) => vscode.Uri.joinPath(root(), folderName, name));
    const [one, two] = roots.map((uri) => createWorkspaceFixtureFolder(uri));
    assert.ok(one !== undefined && two !== undefined);
    const draft = createFixtureDraft([user], { kind: 'response', savedOn: '2026-01-02', extension: '0.1.0' });
    const uris: vscode.Uri[] = [];
    for (const [to, slug] of [
      [one, 'ada'],
      [two, 'ada'],
      [two, 'eve'],
    ] as const) {
      await saveFixture(to, { folder: 'fixtures', slug }, draft);
      uris.push(to.uriOf(`fixtures/${slug}.meta.json`));
    }
    const before = await files();
    using person = respondToDialogs({ button: agree });
    using _folders = withWorkspaceFolders(roots);
    await refreshFixtures(spending.services, uris);
    assert.match(person.shown.at(-1) ?? '', /^Fixtures refreshed: 3 of 3, changed: 3 /);
    const now = await files();
    const refreshed = uris.map((uri) => findRefreshed(uri) ?? assert.fail('not refreshed'));
    await undoRefreshed(spending.services, refreshed.slice(0, 1));
    assert.deepEqual(
      uris.map((uri) => findRefreshed(uri) !== undefined),
      [false, true, true],
    );
    assert.deepEqual(await files(), [...before.slice(0, 2), ...now.slice(2)]);
    await vscode.workspace.fs.writeFile(two.uriOf('fixtures/ada.json'), Buffer.from('{"mine":1}'));
    await undoRefreshed(spending.services);
    assert.equal(person.shown.at(-1), "Couldn't undo: fixtures/ada.json changed on disk.");
    const [, , edited, sidecar] = await files();
    assert.deepEqual([edited?.[1], sidecar], ['{"mine":1}', now[3]]);
    assert.deepEqual((await files()).slice(4), before.slice(4));
    assert.equal(countReviews(), 1);
    await keepRefreshed();
    assert.equal(countReviews(), 0);
    await undoRefreshed(spending.services, refreshed);
    assert.match(person.shown.at(-1) ?? '', /^Nothing to undo\./);
    assert.deepEqual([(await files())[2]?.[1], (await files()).length], ['{"mine":1}', 6]);
  });

  it('undoes what it continued, but not the refresh before it', async () => {
    const uris = [
      await saved('first', [older(await askUser('ada_writes'))]),
      await saved('second', (await askFollowers(1)).map(older)),
    ];
    const [first, second] = uris;
    assert.ok(first !== undefined && second !== undefined);
    using _person = respondToDialogs({ button: agree });
    await refreshFixtures(spending.services, [first]);
    await refreshFixtures(spending.services, [second], Date.now());
    assert.equal(uris.filter((uri) => findRefreshed(uri) !== undefined).length, 2);
    await undoRefreshed(spending.services);
    await refreshFixtures(spending.services, [first]);
    await refreshFixtures(spending.services, [second]);
    assert.deepEqual(
      uris.map((uri) => findRefreshed(uri) !== undefined),
      [false, true],
    );
    await keepRefreshed();
  });
});

describe('refreshing fixtures from the sandbox', () => {
  it('is free, from the palette with a fixture open', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
    const settings = vscode.workspace.getConfiguration('socialData', root);
    await settings.update('fixtures.folder', folderName, vscode.ConfigurationTarget.Workspace);
    try {
      await runAsPerson('socialData.requests.callEndpoint', userByUsername.id, { username: 'ada_writes' });
      using person = respondToDialogs({ button: agree });
      await vscode.commands.executeCommand('socialData.records.saveAsFixture');
      const body = vscode.Uri.joinPath(root, folderName, 'userByUsername', 'ada_writes.json');
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(body));
      await vscode.commands.executeCommand('socialData.records.refresh');
      assert.match(person.shown.at(-1) ?? '', /^Fixtures refreshed: 1 of 1, changed: [01] \(no charge\)\.$/);
    } finally {
      await closeEditors();
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, folderName), { recursive: true, useTrash: false });
    }
  });
});
