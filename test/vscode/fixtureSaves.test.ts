import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { search } from '../../src/client/endpoints/table.ts';
import { decodeBodyText } from '../../src/client/exchange.ts';
import type { FixtureSaveRequest } from '../../src/features/agents/agentServices.ts';
import { saveResponsesAsFixtures } from '../../src/features/fixtures/host/saveAsFixture.ts';
import { saveFixtureForAgent } from '../../src/features/fixtures/host/saveAsFixture.ts';
import { actOnRecords } from '../../src/features/records/host/index.ts';
import { createResultsTarget } from '../../src/features/results/host/createRecordsRequestHandlers.ts';
import { LoadedRecords } from '../../src/features/results/host/loadedRecords.ts';
import type { FixtureSource, Services } from '../../src/workbench/services.ts';
import { createPostTarget, createThreadTarget } from '../../src/features/threads/host/threadTargets.ts';
import type { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { toRecordJson, createSearchExchange } from '../support/createSearchExchange.ts';
import { fixtureExchange } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { until } from './support/steps.ts';
import { testLog } from './support/testLog.ts';

describe('saving fixtures', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => vscode.Uri.joinPath(root(), 'saved-here');
  let services: Services;

  /** Like a window that opens this workspace for the first time. */
  beforeEach(() => {
    const state = new Map<string, unknown>();
    const workspaceState = {
      get: (key: string) => state.get(key),
      update: async (key: string, value: unknown) => await Promise.resolve(void state.set(key, value)),
    };
    const context = { workspaceState, extension: { packageJSON: { version: '0.1.0' } } };
    const keys = { known: async () => await Promise.resolve(['key_of_another_connection']) };
    services = { context, keys, log: testLog } as unknown as Services;
  });

  afterEach(async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
  });

  const sourceOf = (username: string) =>
    ({ kind: 'response', exchanges: [fixtureExchange(username, Buffer.from(JSON.stringify({ username })))] }) as const;
  const names = async () =>
    (await vscode.workspace.findFiles('saved-here/**')).map((uri) => uri.path.slice(folder().path.length + 1)).toSorted();

  it('prompts once for the folder, and saves it in the settings', async () => {
    const offered: string[] = [];
    const choices = ['Select Other Folder…', 'Save in saved-here'];
    {
      using person = respondToDialogs({
        pick: (items) => {
          offered.push(...items.map(({ label, description }) => `${label} ${description}`));
          const wanted = choices.shift();
          return items.find(({ label }) => label === wanted);
        },
        input: () => 'saved-here',
      });
      await saveResponsesAsFixtures(services, [sourceOf('ada')]);
      assert.match(person.shown.join('\n'), /Saved saved-here\/userByUsername\/ada\.json/);
    }
    assert.equal(offered[0], 'Save in fixtures userByUsername/ada.json');
    assert.equal(vscode.workspace.getConfiguration('socialData', root()).get('fixtures.folder'), 'saved-here');
    using again = respondToDialogs({ pick: () => assert.fail('asked again') });
    await saveResponsesAsFixtures(services, [sourceOf('eve')]);
    assert.equal(again.shown.length, 1);
    await until('both are there', async () => ((await names()).length === 4 ? true : undefined));
    await vscode.workspace.fs.delete(folder(), { recursive: true });
  });

  it('replaces an edited file, says so, and can undo it', async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'saved-here', vscode.ConfigurationTarget.WorkspaceFolder);
    const body = vscode.Uri.joinPath(folder(), 'userByUsername', 'ada.json');
    const read = async () => Buffer.from(await vscode.workspace.fs.readFile(body)).toString();
    {
      using first = respondToDialogs({});
      await saveResponsesAsFixtures(services, [sourceOf('ada')]);
      await saveResponsesAsFixtures(services, [sourceOf('ada')]);
      assert.ok(!first.shown.some((said) => /edited/.test(said)), 'an unedited file is replaced without asking');
    }
    await vscode.workspace.fs.writeFile(body, Buffer.from('{"mine":1}'));
    using person = respondToDialogs({ button: (_, buttons) => buttons.find((button) => button === 'Undo') });
    await saveResponsesAsFixtures(services, [sourceOf('ada')]);
    assert.match(person.shown.join('\n'), /^Replaced saved-here\/userByUsername\/ada\.json and its manual edits\./m);
    await until('the edits are back', async () => {
      const text = await read().catch(() => undefined); // it may just be being moved
      return text === '{"mine":1}' ? true : undefined;
    });
    await vscode.workspace.fs.delete(folder(), { recursive: true });
  });

  it("names several responses' folder, also when they are saved again", async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'saved-here', vscode.ConfigurationTarget.WorkspaceFolder);
    const pagesOf = (...bodies: readonly string[]): FixtureSource => ({
      kind: 'thread',
      exchanges: bodies.map((body) => ({
        ...fixtureExchange('ada', Buffer.from(JSON.stringify({ body }))),
        headers: { 'x-sandbox': '1' },
      })),
    });
    using person = respondToDialogs({});
    await saveResponsesAsFixtures(services, [pagesOf('a', 'b', 'c')]);
    await saveResponsesAsFixtures(services, [pagesOf('a', 'b', 'c')]);
    await saveResponsesAsFixtures(services, [
      { ...pagesOf('a', 'b'), remark: "The thread isn't complete: 2 branches not loaded." },
    ]);
    const name = 'saved-here/userByUsername/ada-thread';
    assert.deepEqual(person.shown, [
      `Saved ${name}.`,
      `${name} is already up to date.`,
      `Replaced ${name}. The thread isn't complete: 2 branches not loaded.`,
    ]);
    await vscode.workspace.fs.delete(folder(), { recursive: true });
  });

  it("doesn't save anything if the first prompt is canceled", async () => {
    using person = respondToDialogs({ pick: () => undefined });
    await saveResponsesAsFixtures(services, [sourceOf('ada')]);
    assert.deepEqual(person.shown, []);
  });

  it("doesn't save anything that contains one of this machine's keys", async () => {
    using person = respondToDialogs({ pick: () => assert.fail('asked where to save it') });
    await saveResponsesAsFixtures(services, [sourceOf('ada'), sourceOf('key_of_another_connection')]);
    assert.match(person.shown.join('\n'), /^The response contains an API key, .*Nothing was saved\.$/);
  });

  it('warns once about personal data, and undoes several saves together', async () => {
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'saved-here', vscode.ConfigurationTarget.WorkspaceFolder);
    const undo = Promise.withResolvers<string | undefined>();
    using person = respondToDialogs({ button: async () => await undo.promise });
    await saveResponsesAsFixtures(services, [sourceOf('ada'), sourceOf('eve')]);
    assert.match(person.shown.join('\n'), /^Saved 2 fixtures\. .*real people/);
    assert.equal((await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder(), 'userByUsername'))).length, 4);
    undo.resolve('Undo');
    await until('all of it is gone', async () => {
      const left = (await vscode.workspace.fs.readDirectory(root())).map(([name]) => name);
      return left.includes('saved-here') ? undefined : true;
    });
    using later = respondToDialogs({});
    await saveResponsesAsFixtures(services, [sourceOf('ada')]);
    assert.deepEqual(later.shown, ['Saved saved-here/userByUsername/ada.json.']);
    await vscode.workspace.fs.delete(folder(), { recursive: true });
  });

  describe('for an agent', () => {
    const never = new AbortController().signal;
    const wish = (
      username: string,
      body = `{"username":"${username}"}`,
      more: Partial<FixtureSaveRequest> = {},
    ): FixtureSaveRequest => ({
      ...{ exchange: fixtureExchange(username, Buffer.from(body)), name: undefined, isPseudonymized: false },
      ...more,
    });
    let own: Map<string, string>;

    beforeEach(async () => {
      own = new Map();
      const settings = vscode.workspace.getConfiguration('socialData', root());
      await settings.update('fixtures.folder', 'saved-here', vscode.ConfigurationTarget.WorkspaceFolder);
    });
    afterEach(async () => {
      const left = (await vscode.workspace.fs.readDirectory(root())).map(([name]) => name);
      if (left.includes('saved-here')) await vscode.workspace.fs.delete(folder(), { recursive: true });
    });

    it('shows what was saved, and offers Undo', async () => {
      const undo = Promise.withResolvers<string | undefined>();
      using person = respondToDialogs({ button: async () => await undo.promise });
      const path = 'saved-here/userByUsername/ada.json';
      assert.deepEqual(await saveFixtureForAgent(services, wish('ada'), own, never), { kind: 'saved', path, change: 'new' });
      assert.match(person.shown.join('\n'), /^An AI agent saved saved-here\/userByUsername\/ada\.json\. .*real people/);
      assert.deepEqual(await saveFixtureForAgent(services, wish('ada'), own, never), { kind: 'saved', path, change: 'none' });
      assert.equal(person.shown.length, 1, 'what is saved already is not said again');
      undo.resolve('Undo');
      await until('it is gone', async () => {
        const left = (await vscode.workspace.fs.readDirectory(root())).map(([name]) => name);
        return left.includes('saved-here') ? undefined : true;
      });
    });

    it("doesn't write one of this machine's keys, anything after Stop, or anything that can't be pseudonymized", async () => {
      using person = respondToDialogs({ button: (_, [, machine]) => machine });
      const reasonOf = async (one: FixtureSaveRequest, stop = never) => {
        const save = await saveFixtureForAgent(services, one, own, stop);
        return save.kind === 'refused' ? save.reason : save.kind;
      };
      assert.equal(await reasonOf(wish('key_of_another_connection')), 'key');
      assert.equal(await reasonOf(wish('ada'), AbortSignal.abort()), 'stopped');
      const globalState = { get: () => 'c2VjcmV0'.repeat(6) };
      const context = { ...services.context, globalState } as unknown as vscode.ExtensionContext;
      const noJson = wish('ada', '<html>', { isPseudonymized: true });
      const save = await saveFixtureForAgent({ ...services, context }, noJson, own, never);
      assert.deepEqual(save, { kind: 'refused', reason: 'notPseudonymized' });
      assert.match(person.shown.join('\n'), /Nothing was saved\.$/);
      assert.deepEqual(await names(), []);
    });

    it("prompts for the folder the first time, and doesn't save anything on cancel", async () => {
      const settings = vscode.workspace.getConfiguration('socialData', root());
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
      let queries = 0;
      using _person = respondToDialogs({ pick: () => void (queries += 1) });
      assert.deepEqual(await saveFixtureForAgent(services, wish('ada'), own, never), { kind: 'refused', reason: 'left' });
      assert.equal(queries, 1);
    });
  });

  it("saves all of a thread's pages as one fixture, and reports what isn't loaded", async () => {
    const saved: FixtureSource[] = [];
    const pages = ['ada', 'eve'].map((name) => ({ exchange: sourceOf(name).exchanges[0] }));
    const unloaded = { hasNextPage: false, branches: ['one', 'two'] };
    const session = { state: { phase: 'ready' }, snapshot: { pages, unloaded } } as unknown as ThreadSession;
    const saving = {
      saveResponsesAsFixtures: async (sources: readonly FixtureSource[]) => await Promise.resolve(void saved.push(...sources)),
    } as unknown as Services;
    await actOnRecords(saving, 'saveAsFixture', [createThreadTarget(saving, session)]);
    assert.deepEqual(
      saved.map(({ kind, exchanges, remark }) => [kind, exchanges.length, remark]),
      [['thread', 2, "The thread isn't complete: 2 branches not loaded."]],
    );
  });

  it("saves a post's response as received or pseudonymized", async () => {
    const saved: string[] = [];
    const saving = {
      saveResponsesAsFixtures: async (sources: readonly FixtureSource[], purpose: string) =>
        await Promise.resolve(void saved.push(`${sources.map(({ kind }) => kind).join()} ${purpose}`)),
    } as unknown as Services;
    const [exchange] = sourceOf('ada').exchanges;
    const post = { url: '', author: { handle: 'ada' } };
    const session = { snapshot: { post: () => post, exchangeWith: () => exchange } } as unknown as ThreadSession;
    const target = createPostTarget(session, '1') ?? assert.fail();
    await actOnRecords(saving, 'saveAsFixture', [target]);
    await actOnRecords(saving, 'savePseudonymized', [target]);
    assert.deepEqual(saved, ['response asReceived', 'response pseudonymized']);
  });

  const targetOf = (records: LoadedRecords, rows: readonly number[]) => {
    const connections = { nameOf: () => 'sandbox', selected: () => 'sandbox' };
    const session = { records, connection: 'sandbox', endpoint: search, texts: {} };
    return createResultsTarget({ connections } as unknown as Services, session, rows);
  };

  it('saves selected results, extracted from their responses, or all loaded pages', async () => {
    const saved: FixtureSource[] = [];
    const saving = {
      saveResponsesAsFixtures: async (sources: readonly FixtureSource[]) => await Promise.resolve(void saved.push(...sources)),
    } as unknown as Services;
    const records = new LoadedRecords(search);
    for (const page of [0, 1, 2]) records.add(createSearchExchange(page, [page * 2, page * 2 + 1]));
    for (const rows of [[], [5, 0, 4]]) {
      await actOnRecords(saving, 'saveAsFixture', [targetOf(records, rows)]);
    }
    assert.deepEqual(
      saved.map(({ kind, exchanges }) => [kind, exchanges.length]),
      [
        ['pages', 3],
        ['records', 2],
      ],
    );
    const [, selected] = saved;
    assert.deepEqual(selected?.exchanges.map(decodeBodyText), [
      `{ "data": [ ${toRecordJson(0)} ], "nextCursor": "c0" }`,
      `{ "data": [ ${toRecordJson(4)} ,\n ${toRecordJson(5)} ], "nextCursor": "c2" }`,
    ]);
  });

  it("doesn't save more pages than the limit", async () => {
    const records = new LoadedRecords(search);
    for (let page = 0; page < 201; page += 1) records.add(createSearchExchange(page, [page]));
    using person = respondToDialogs({});
    const saveResponsesAsFixtures = () => assert.fail('saved');
    await actOnRecords({ saveResponsesAsFixtures } as unknown as Services, 'saveAsFixture', [targetOf(records, [])]);
    assert.match(person.shown.join('\n'), /at most 200 pages.*Select only the records/);
  });
});
