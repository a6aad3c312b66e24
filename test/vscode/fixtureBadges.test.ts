import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { saveFixture } from '../../src/app/fixtures/saveFixture.ts';
import { createFixtureDecoration } from '../../src/host/fixtures/files/fixtureDecorations.ts';
import { FixtureIndex, readWorkspaceFixture } from '../../src/host/fixtures/fixtureIndex.ts';
import { createWorkspaceFixtureFolder } from '../../src/host/shared/workspaceFolder.ts';
import { fixtureDraft } from '../unit/app/fixtures/support/fixtureExchange.ts';
import { disposed, followFixtures, rowWords } from './support/followFixtures.ts';
import { until } from './support/steps.ts';

const saveTools = { layout: 'formatted' } as const;

/** Files in one folder for the whole suite: what is heard of one test's late must not be taken for another's. */
describe('the badges of fixtures', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const uriOf = (name: string) => vscode.Uri.joinPath(root(), 'fixture-badges', name);
  const settings = () => vscode.workspace.getConfiguration('socialData', root());
  const warnAfter = async (days: number | undefined) =>
    await settings().update('fixtures.warnDays', days, vscode.ConfigurationTarget.Workspace);
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

  /** Saves a fixture that no badge says anything of, but for what is said otherwise. */
  async function save(slug: string, facts: object = {}): Promise<void> {
    const draft = { ...fixtureDraft(slug), source: 'sandbox', savedOn: today, ...facts } as const;
    const [answer] = draft.answers;
    assert.ok(answer);
    // an error promises no shape
    const answers = [{ ...answer, response: { ...answer.response, status: 404 } }];
    await saveFixture(createWorkspaceFixtureFolder(root()), { folder: 'fixture-badges', slug }, { ...draft, answers }, saveTools);
  }

  before(async () => {
    await settings().update('fixtures.folder', 'fixture-badges', vscode.ConfigurationTarget.Workspace);
  });
  after(async () => {
    await settings().update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
  });
  afterEach(async () => {
    await warnAfter(undefined);
    await vscode.workspace.fs.delete(uriOf(''), { recursive: true, useTrash: false });
  });

  it('say one word on the row, what to do in its tooltip, and the same in the explorer on all of its files', async () => {
    await save('sound');
    await save('old', { savedOn: '2026-01-02', source: 'service' });
    await save('people', { source: 'service' });
    await save('mine');
    await vscode.workspace.fs.writeFile(uriOf('mine.json'), Buffer.from('{"mine":1}'));
    await save('cut');
    await vscode.workspace.fs.writeFile(uriOf('cut.json'), Buffer.from('{"mine":'));
    await save('lost');
    await vscode.workspace.fs.delete(uriOf('lost.json'));
    using followed = disposed(followFixtures());
    const { index, badges } = followed;
    const found = new Map<string, string>();
    for (const row of await followed.rows()) {
      const [name = '', description = ''] = rowWords(row).split(' | ');
      found.set(name, description.split(' · ')[0] ?? '');
      if (name !== 'old') continue;
      // VS Code puts the two behind each other
      const { tooltip } = row.toItem();
      const decoration = await createFixtureDecoration(index, badges, uriOf('old.json'));
      const shown = `${typeof tooltip === 'string' ? tooltip : ''} • ${decoration?.tooltip}`;
      assert.match(shown, / • Stale: .* 90 days ago\. Refresh it\. Unsafe: real people.*for tests/s);
      assert.equal(shown.split('Stale').length, 2, shown);
    }
    assert.equal(found.get('old'), 'stale');
    assert.equal(found.get('people'), 'unsafe');
    assert.equal(found.get('mine'), 'edited');
    assert.equal(found.get('cut'), 'broken');
    assert.equal(found.get('lost.json'), 'broken', 'the body is named, not the sidecar that names it');
    const cut = await createFixtureDecoration(index, badges, uriOf('cut.meta.json'));
    assert.match(cut?.tooltip ?? '', /^Broken: cut\.json is not JSON any more/);
    assert.match(found.get('sound') ?? '', /^\d+ B$/);
    const letterOf = async (name: string) => (await createFixtureDecoration(index, badges, uriOf(name)))?.badge;
    assert.deepEqual(
      await Promise.all(['old.json', 'old.meta.json', 'people.json', 'mine.json', 'cut.json', 'lost.meta.json'].map(letterOf)),
      ['S', 'S', 'P', 'E', '!', '!'],
    );
    await vscode.workspace.fs.writeFile(uriOf('none.json'), Buffer.from('{}'));
    assert.deepEqual(await Promise.all(['sound.json', 'none.json', 'old.txt'].map(letterOf)), [undefined, undefined, undefined]);
  });

  it('follow the setting, and 0 is never', async () => {
    await save('old', { savedOn: '2026-01-02' });
    let drawn = 0;
    using followed = disposed(followFixtures(() => (drawn += 1)));
    const words = async () => (await followed.rows()).map(rowWords).find((row) => row.startsWith('old')) ?? '';
    assert.match(await words(), /stale/);
    await warnAfter(0);
    await until('the view is drawn again', () => (drawn > 0 ? true : undefined));
    assert.doesNotMatch(await words(), /stale/);
  });

  it('remember that a newer answer had another shape, until the fixture holds something else', async () => {
    await save('ada');
    using followed = disposed(followFixtures());
    const { index, badges } = followed;
    const letter = async () => (await createFixtureDecoration(index, badges, uriOf('ada.json')))?.badge;
    assert.equal(await letter(), undefined);
    const said: string[] = [];
    badges.onDidChange((files) => said.push(...files.map(({ path }) => path.split('/').at(-1) ?? '')));
    await badges.rememberComparison(uriOf('ada.meta.json'), true);
    assert.equal(await letter(), '≠');
    assert.deepEqual(said, ['ada.meta.json', 'ada.json']);
    await badges.rememberComparison(uriOf('ada.meta.json'), false);
    assert.equal(await letter(), undefined);
    await badges.rememberComparison(uriOf('ada.meta.json'), true);
    await vscode.workspace.fs.writeFile(uriOf('ada.json'), Buffer.from('{"mine":1}'));
    await until('the edit is seen', async () => ((await letter()) === 'E' ? true : undefined));
  });

  it('read one fixture for the explorer, and that one again once a file of it changed', async () => {
    await save('ada');
    await save('eve');
    const read: string[] = [];
    const index = new FixtureIndex(async (uri) => {
      read.push(uri.path.split('/').at(-1) ?? '');
      return await readWorkspaceFixture(uri);
    });
    using followed = disposed(followFixtures(undefined, index));
    const { badges } = followed;
    const letterOf = async (name: string) => (await createFixtureDecoration(index, badges, uriOf(name)))?.badge;
    for (const name of ['ada.json', 'ada.meta.json', 'ada.json']) await letterOf(name);
    assert.deepEqual(read, ['ada.meta.json']);
    // what is heard of the saves above comes before what is heard of this file
    const heard: string[] = [];
    index.onDidChange((files) => heard.push(...files.map(({ path }) => path.split('/').at(-1) ?? '')));
    await vscode.workspace.fs.writeFile(uriOf('last.meta.json'), Buffer.from('{}'));
    await until('the last file is heard of', () => (heard.includes('last.meta.json') ? true : undefined));
    for (const name of ['ada.json', 'eve.json']) await letterOf(name);
    read.length = 0;
    await vscode.workspace.fs.writeFile(uriOf('eve.json'), Buffer.from('{"mine":1}'));
    await until('the edit is seen', async () => ((await letterOf('eve.json')) === 'E' ? true : undefined));
    await letterOf('ada.json');
    assert.deepEqual([...new Set(read)], ['eve.meta.json']);
  });
});
