import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { getFixtureSlug } from '../../src/features/fixtures/moveFixture.ts';
import { saveFixture } from '../../src/features/fixtures/saveFixture.ts';
import { fixtureActions } from '../../src/features/fixtures/host/fixtureActions.ts';
import { FixtureIndex, readWorkspaceFixture } from '../../src/features/fixtures/host/fixtureIndex.ts';
import { createWorkspaceFixtureFolder } from '../../src/features/fixtures/host/workspaceFolder.ts';
import { findSidecarForFile } from '../../src/features/fixtures/host/fixtureDocuments.ts';
import { detectFixtures } from '../../src/features/fixtures/host/hasFixtures.ts';
import type { Services } from '../../src/workbench/services.ts';
import { fixtureDraft } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { type FollowedFixtures, followFixtures, rowWords } from './support/followFixtures.ts';
import { testLog } from './support/testLog.ts';
import { closeEditors, openResponse, setSettings, until } from './support/steps.ts';

describe('the Fixtures view', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => vscode.Uri.joinPath(root(), 'fixtures-view');
  let drawn = 0;
  let followed: FollowedFixtures;

  beforeEach(() => {
    drawn = 0;
    followed = followFixtures(() => (drawn += 1));
  });

  afterEach(async () => {
    followed.dispose();
    await closeEditors();
    await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false });
  });

  const own = async (): Promise<readonly string[]> => {
    return (await followed.rows()).map(rowWords);
  };

  it('shows a fixture below its endpoint, with its age and size, and updates with its file', async () => {
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'ada_writes',
    });
    const response = await openResponse();
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'fixtures-view', vscode.ConfigurationTarget.Workspace);
    try {
      using person = respondToDialogs({});
      await vscode.commands.executeCommand('socialData.records.saveAsFixture', response.uri);
      assert.match(person.shown.join('\n'), /Saved fixtures-view\/userByUsername\/ada_writes\.json\./);
    } finally {
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    }
    const rows = await until('the fixture is found', async () => {
      const found = await own();
      return found.some((row) => row.startsWith('ada_writes')) ? found : undefined;
    });
    assert.match(rows.find((row) => row.startsWith('ada_writes')) ?? '', /\| \d+ (B|KB) · \d{4}-\d\d-\d\d$/);
    await until('the view is redrawn', () => (drawn > 0 ? true : undefined));
  });

  for (const [what, remove] of [
    [
      "an endpoint's last fixture",
      async () => {
        const [fixture] = await followed.index.read(await followed.index.sidecars());
        assert.ok(fixture !== undefined && !('fault' in fixture));
        await fixtureActions.delete({ log: testLog } as unknown as Services, [fixture]);
      },
    ],
    ['a fixtures folder', async () => await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false })],
  ] as const) {
    it(`removes ${what} completely once it is deleted`, async () => {
      const settings = vscode.workspace.getConfiguration('socialData', root());
      await settings.update('fixtures.folder', 'fixtures-view', vscode.ConfigurationTarget.Workspace);
      try {
        using person = respondToDialogs({});
        const files = createWorkspaceFixtureFolder(root());
        const place = { folder: 'fixtures-view/userByUsername', slug: 'ada' };
        await saveFixture(files, place, fixtureDraft('ada'));
        await until('it is listed', async () => ((await own()).some((row) => row.startsWith('ada ')) ? true : undefined));
        assert.equal((await own()).length, 2, person.shown.join());
        await remove();
        await until('it is gone with its group', async () => ((await own()).length === 0 ? true : undefined));
        await vscode.workspace.fs.createDirectory(folder());
      } finally {
        await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
      }
    });
  }

  it('has its commands in the palette from the start if the fixtures folder has a sidecar', async () => {
    const undo = await setSettings({ 'fixtures.folder': 'fixtures-view' });
    const states: unknown[] = [];
    const workspaceState = { get: () => undefined, update: async (_: string, value: unknown) => void states.push(value) };
    const services = { context: { workspaceState } } as unknown as Services;
    try {
      await detectFixtures(services);
      assert.deepEqual(states, []);
      const place = { folder: 'fixtures-view/userByUsername', slug: 'ada' };
      await saveFixture(createWorkspaceFixtureFolder(root()), place, fixtureDraft('ada'));
      await detectFixtures(services);
      assert.deepEqual(states, [true]);
    } finally {
      await undo();
    }
  });

  it('lists invalid sidecars in the fixtures folder', async () => {
    const undo = await setSettings({ 'fixtures.folder': 'fixtures-view' });
    try {
      const file = vscode.Uri.joinPath(folder(), 'half.meta.json');
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('{'));
      const row = await until('it is found', async () => (await own()).find((one) => one.includes('half')));
      assert.match(row, /broken · /);
    } finally {
      await undo();
    }
  });

  it("doesn't follow any links to bodies", async () => {
    const folder = createWorkspaceFixtureFolder(root());
    const uriOf = (name: string) => folder.uriOf(`fixtures-view/user/${name}`);
    for (const slug of ['ada', 'eve']) {
      await saveFixture(folder, { folder: 'fixtures-view/user', slug }, fixtureDraft(slug));
    }
    const linkTarget = uriOf('linkTarget.txt');
    await vscode.workspace.fs.rename(uriOf('ada.json'), linkTarget);
    await symlink(linkTarget.fsPath, uriOf('ada.json').fsPath);
    await assert.rejects(folder.read('fixtures-view/user/ada.json'), /^Error: link: /);
    const found = await readWorkspaceFixture(uriOf('ada.meta.json'));
    const why = 'fixtures-view/user/ada.json is a symbolic link that may point outside the open folder.';
    assert.deepEqual('fault' in found && found.fault, { body: 'ada.json', detail: why });
    const file = vscode.Uri.joinPath(folder.uriOf('fixtures-view'), 'handlers.ts');
    using person = respondToDialogs({ file, pick: (items) => items[0] });
    await vscode.commands.executeCommand('socialData.fixtures.exportMsw');
    await vscode.commands.executeCommand('socialData.fixtures.compare', uriOf('ada.json'));
    const handlers = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
    assert.ok(!handlers.includes('/ada?') && handlers.includes('/eve?'), handlers);
    assert.match(
      person.shown.at(-2) ?? '',
      /Exported \d+ responses?\..* Unreadable fixtures: 1\. See the Fixtures view for details\.$/,
    );
    assert.ok(person.shown.at(-1)?.endsWith(why), person.shown.at(-1));
    await vscode.workspace.fs.rename(uriOf('eve.meta.json'), uriOf('elsewhere2.txt'));
    await symlink(uriOf('elsewhere2.txt').fsPath, uriOf('eve.meta.json').fsPath);
    assert.equal(await findSidecarForFile(uriOf('eve.json')), undefined);
  });

  it('shows a badge on an unreliable fixture, and what to do', async () => {
    const open = createWorkspaceFixtureFolder(root());
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    const save = async (slug: string, savedOn = today) =>
      await saveFixture(open, { folder: 'fixtures-view/user', slug }, { ...fixtureDraft(slug), savedOn });
    for (const slug of ['sound', 'mine', 'lost', 'halfway']) await save(slug);
    await save('old', '2026-01-02');
    const { fs } = vscode.workspace;
    const at = (name: string) => open.uriOf(`fixtures-view/user/${name}`);
    const sidecar = await fs.readFile(at('halfway.meta.json'));
    await saveFixture(
      open,
      { folder: 'fixtures-view/user', slug: 'halfway' },
      {
        ...fixtureDraft('halfway'),
        responses: fixtureDraft('halfway').responses.map((one) => ({ ...one, body: Buffer.from('[]') })),
      },
    );
    await fs.rename(at('halfway.meta.json'), at('.halfway.meta.json.tmp'));
    await fs.writeFile(at('halfway.meta.json'), sidecar);
    await fs.writeFile(at('mine.json'), Buffer.from('{"mine":1}'));
    await fs.delete(at('lost.json'));
    const words = async () =>
      Object.fromEntries(
        (await followed.rows()).map((row) => {
          const [name = '', description = ''] = rowWords(row).split(' | ');
          return [name, description.split(' · ')[0]] as const;
        }),
      );
    const shown = await until('all are read', async () => {
      const found = await words();
      return found['halfway'] === 'incomplete' && found['mine'] === 'edited' && 'lost.json' in found ? found : undefined;
    });
    assert.deepEqual([shown['old'], shown['lost.json']], ['stale', 'broken']);
    assert.match(shown['sound'] ?? '', /^\d+ B$/);
    const tooltip = (await followed.rows()).find((row) => rowWords(row).startsWith('old'))?.toItem().tooltip;
    assert.match(typeof tooltip === 'string' ? tooltip : '', /Stale: saved more than 90 days ago\.$/);
    const undo = await setSettings({ 'fixtures.warnDays': 0 });
    try {
      assert.match((await words())['old'] ?? '', /^\d+ B$/);
    } finally {
      await undo();
    }
  });

  it('marks an edited fixture without rereading others', async () => {
    const folder = createWorkspaceFixtureFolder(root());
    const save = async (slug: string) => await saveFixture(folder, { folder: 'fixtures-view/user', slug }, fixtureDraft(slug));
    await save('ada');
    const read: string[] = [];
    let changes = 0;
    const index = new FixtureIndex(async (uri) => {
      read.push(getFixtureSlug(uri.path));
      return await readWorkspaceFixture(uri);
    });
    index.onDidChange(() => (changes += 1));
    const all = async () => await index.read(await index.sidecars());
    const edited = async () =>
      (await all()).flatMap((found) =>
        'facts' in found && found.facts.state === 'edited' ? [getFixtureSlug(found.sidecarUri.path)] : [],
      );
    try {
      const count = (await index.sidecars()).length;
      await save('eve');
      assert.equal((await index.sidecars()).length, count + 1, 'a save is seen without a file watcher');
      assert.deepEqual(await edited(), []);
      // events for the files above arrive before the event for this one
      await vscode.workspace.fs.writeFile(folder.uriOf('fixtures-view/user/last.meta.json'), Buffer.from('{}'));
      await until('the last file is read', async () => {
        await all();
        return read.includes('last') ? true : undefined;
      });
      read.length = 0;
      await vscode.workspace.fs.writeFile(folder.uriOf('fixtures-view/user/eve.json'), Buffer.from('{"mine":1}'));
      await until('the edit is seen', async () => ((await edited()).length > 0 ? true : undefined));
      assert.deepEqual(await edited(), ['eve']);
      assert.ok(!read.includes('ada'), read.join());
      const before = changes;
      await vscode.workspace.fs.writeFile(folder.uriOf('fixtures-view/user/mine.json'), Buffer.from('{"mine":1}'));
      await vscode.workspace.fs.delete(folder.uriOf('fixtures-view/user/eve.meta.json'));
      await until('the deletion is seen', () => (changes > before ? true : undefined));
      assert.deepEqual(
        (await all()).filter(({ sidecarUri }) => getFixtureSlug(sidecarUri.path) === 'eve'),
        [],
      );
      assert.ok(!read.includes('mine'), 'a file that is no fixture is not looked at');
    } finally {
      index.dispose();
    }
  });

  it('renames and deletes fixtures, and undoes both', async () => {
    const folder = createWorkspaceFixtureFolder(root());
    const names = async () => (await folder.names('fixtures-view/user')).toSorted();
    await saveFixture(folder, { folder: 'fixtures-view/user', slug: 'ada' }, fixtureDraft('ada'));
    const before = await names();
    const fixtures = async () => {
      const index = new FixtureIndex();
      const found = await index.read(await index.sidecars());
      index.dispose();
      return found.flatMap((one) => ('fault' in one || !one.sidecarUri.path.includes('fixtures-view') ? [] : [one]));
    };
    const services = { log: testLog } as unknown as Services;
    const steps = { rename: ['eve.json', 'eve.meta.json'], delete: [] } as const;
    for (const [act, after] of Object.entries(steps)) {
      const undo = Promise.withResolvers<string | undefined>();
      using person = respondToDialogs({ input: () => 'eve', button: async () => await undo.promise });
      const selected = (await fixtures()).toSorted((left, right) => left.sidecarUri.path.localeCompare(right.sidecarUri.path));
      await fixtureActions[act as keyof typeof steps](services, selected);
      assert.deepEqual(await names(), after, `${act}: ${person.shown.join()}`);
      undo.resolve('Undo');
      await until(`${act} is taken back`, async () => ((await names()).join() === before.join() ? true : undefined));
    }
  });
});
