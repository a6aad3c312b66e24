import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatorByFilePath } from '../../../src/build/generate.mts';
import { runProgram } from '../../../src/build/processes.ts';
import { repositoryUrl, projectFolders } from '../../../src/build/projectFolders.ts';

interface Titled {
  readonly command: string;
  readonly title: string | { readonly value: string };
  readonly category: string;
}

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly Titled[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly configuration: readonly {
      readonly order: number;
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    }[];
    readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const readText = (name: string): string => readFileSync(join(projectFolders.root, name), 'utf8');
const text = readText('package.json');
const { contributes } = JSON.parse(text) as Manifest;
const words = JSON.parse(readText('package.nls.json')) as Readonly<Record<string, string>>;

function inWords(text: string): string {
  const word = words[text.replaceAll('%', '')];
  assert.ok(word !== undefined, text);
  return word;
}

describe('the manifest’s commands', () => {
  it('have unique names in the Keyboard Shortcuts editor and the palette', () => {
    const byName = Map.groupBy(
      contributes.commands,
      ({ title, category }) => `${inWords(category)}: ${inWords(typeof title === 'string' ? title : title.value)}`,
    );
    const doubled = [...byName].filter(([, commands]) => commands.length > 1);
    assert.deepEqual(
      doubled.map(([name, commands]) => `${name} (${commands.map(({ command }) => command).join(', ')})`),
      [],
    );
    assert.ok(byName.size > 50, `${byName.size}`);
  });
});

describe('the manifest’s menus', () => {
  const { commandPalette = [], ...menus } = contributes.menus;

  it('have a unique place for each entry in a group', () => {
    const places = Object.entries(menus).flatMap(([menu, entries]) =>
      entries.map(({ when = '', group }) => `${menu}, ${when.split(' && ')[0]}: ${group}`),
    );
    assert.deepEqual(
      places.filter((place, index) => places.indexOf(place) < index),
      [],
    );
    assert.ok(places.length > 90, `${places.length}`);
  });

  it('have one order on rows, records, and posts: open, copy, save, pin, delete', () => {
    const order = ['open', 'copy', 'save', 'pin', 'delete'];
    const places = { users: 'view =~', activity: 'activity ', fixtures: 'fixtures ', results: 'results', thread: 'thread' };
    for (const [place, words] of Object.entries(places)) {
      const entries = [...(menus['view/item/context'] ?? []), ...(menus['webview/context'] ?? [])].filter(
        ({ when = '', group = '' }) => when.includes(words) && !group.startsWith('inline'),
      );
      const groups = entries.map(({ group = '' }) => group.replace(/@.*/, '')).toSorted();
      const known = [...new Set(groups)].map((group) => group.replace(/^\d_/, '')).filter((group) => order.includes(group));
      assert.deepEqual(
        known,
        order.filter((group) => known.includes(group)),
        place,
      );
      assert.ok(known.length >= 3, `${place}: ${known.join()}`);
      // by id, so the groups are in the actions' order
      for (const { command = '', group = '' } of entries) {
        const [, verb] = /\.(open|copy|save|pin|delete)(?![a-z])/.exec(command) ?? [];
        assert.ok(verb === undefined || group.includes(`_${verb}@`), `${place}: ${command} in ${group}`);
      }
    }
  });

  it('have one submenu for JSON files, only where it works', () => {
    for (const menu of ['editor/context', 'explorer/context']) {
      assert.deepEqual(
        menus[menu]?.flatMap(({ submenu }) => submenu?.split('.')[0] ?? []),
        ['socialData'],
        menu,
      );
      // Look Up Selection… works in any file with a selection; the palette has Look Up…
      const commands = menus[menu]?.flatMap(({ command, when }) => (command === undefined ? [] : [{ command, when }]));
      assert.deepEqual(
        commands,
        menu === 'editor/context' ? [{ command: 'socialData.lookUp.selection', when: 'editorHasSelection' }] : [],
      );
    }
    const [entry] = menus['explorer/context'] ?? [];
    const isOffered = (folder: string, name: string): boolean => {
      const conditions = [...(entry?.when ?? '').matchAll(/(!\()?(\w+) =~ \/((?:\\\/|[^/]|\[[^\]]*\])*)\//g)];
      const [inFolder, isRaw, isSidecar] = conditions.map(([, , key, pattern = '']) =>
        new RegExp(pattern).test(key === 'resourceDirname' ? folder : name),
      );
      assert.equal(conditions.length, 3);
      return (inFolder === true || isRaw === true) && isSidecar === false;
    };
    assert.equal(isOffered('/work/app', 'package.json'), false);
    assert.equal(isOffered('/work/app/fixtures', 'user-ada.json'), true);
    assert.equal(isOffered('C:\\app\\test\\fixtures\\deep', 'user-ada.json'), true);
    assert.equal(isOffered('/work/app/fixtures/user', 'ada.meta.json'), false);
    assert.equal(isOffered('/work/app', 'timeline.raw.json'), true);
  });

  it('show palette commands that need a response, a thread, results, or pins only if they work', () => {
    const conditions = new Map(commandPalette.map(({ command, when }) => [command, when]));
    for (const [command, needed] of [
      ['requests.nextPage', /\bdocument =~ \/\\bnext\\b\/$/],
      ['requests.switchFormat', /\bdocument =~ \/\\bformat\\b\/$/],
      ['requests.callAgain', /\bdocument =~ \/\\bagain\\b\/$/],
      ['threads.viewResponse', /\bdocument =~ \/\\bthread\\b\/$/],
      ['records.show', /\bdocument =~ \/\\brecords\\b\/$/],
      ['results.open', /\bdocument =~ \/\\bresults\\b\/$/],
      ['profile.open', /\bdocument =~ \/\\bpage\\b\/$/],
      ['threads.saveAsFixture', /hasThread/],
    ] as const) {
      assert.match(conditions.get(`socialData.${command}`) ?? '', needed, command);
    }
  });

  it('don’t show side bar title commands that would act on a different active thread', () => {
    const title = (menus['view/title'] ?? []).filter(({ when }) => /\bview == socialData\.thread\b/.test(when ?? ''));
    const acting = title.filter(({ command }) => command !== 'socialData.threads.openInEditor'); // which only concerns the side bar
    assert.ok(acting.length > 5);
    for (const { command, when } of acting) {
      assert.match(when ?? '', /&& activeWebviewPanelId != 'socialData\.thread'/, command);
    }
  });

  it('save with Ctrl+S in responses, results, and threads', () => {
    const saving = contributes.keybindings.filter(({ key }) => key === 'ctrl+s').map(({ command }) => command);
    assert.deepEqual(saving, [
      'socialData.fixtures.save',
      'socialData.results.saveAsFixture',
      'socialData.threads.saveAsFixture',
    ]);
  });
});

describe('the manifest', () => {
  it('has a generated schema for fixture sidecars, not for bodies', () => {
    const [{ fileMatch, url } = { fileMatch: '', url: '' }, ...others] = contributes.jsonValidation;
    assert.deepEqual(others, []);
    assert.equal(matchesGlob('fixtures/userByUsername/ada.meta.json', fileMatch), true);
    assert.equal(matchesGlob('fixtures/userByUsername/ada.json', fileMatch), false);
    const name = url.replace('./', '');
    assert.ok(generatorByFilePath[name], name);
  });

  it('has the commands and views that the extension registers, except internal ones', async () => {
    const program = fileURLToPath(new URL('../../support/registered.mts', import.meta.url));
    const { code, output } = await runProgram(process.execPath, [program], { cwd: projectFolders.root });
    assert.equal(code, 0, output);
    const registered = JSON.parse(output) as { readonly commands: readonly string[]; readonly views: readonly string[] };
    // rows run these commands
    const unnamed = ['explore.load', 'explore.showPost'];
    assert.deepEqual(
      registered.commands.toSorted(),
      [...contributes.commands.map(({ command }) => command), ...unnamed.map((name) => `socialData.${name}`)].toSorted(),
    );
    const views = Object.values(contributes.views).flatMap((ofContainer) => ofContainer.map(({ id }) => id));
    assert.deepEqual(registered.views.toSorted(), views.toSorted());
  });

  it('has at most 15 settings in four groups, each with a default and a text', () => {
    const groups = contributes.configuration;
    assert.deepEqual(
      groups.map(({ order }) => order),
      [0, 1, 2, 3],
    );
    const settings = groups.flatMap(({ properties }) => Object.entries(properties));
    assert.ok(settings.length <= 15, `${settings.length}`);
    for (const [name, { default: value, scope, description, markdownDescription }] of settings) {
      assert.ok(value !== undefined && (description ?? markdownDescription) !== undefined && scope !== undefined, name);
    }
  });

  it('requires the API types’ VS Code version', () => {
    const { engines, devDependencies } = JSON.parse(text) as {
      readonly engines: { readonly vscode: string };
      readonly devDependencies: { readonly '@types/vscode': string };
    };
    const [, minor] = devDependencies['@types/vscode'].split('.');
    assert.equal(engines.vscode, `^1.${minor}.0`);
  });

  it('has only repository addresses', () => {
    assert.deepEqual(
      [...new Set([...text.matchAll(/https?:\/\/[^/"]+\/[\w-]+\/[\w-]+/g)].map(([address]) => address))],
      [repositoryUrl],
    );
  });

  it('uses each package.nls.json string, and no other', () => {
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, name = '']) => name));
    assert.deepEqual(Object.keys(words).toSorted(), [...used].toSorted());
  });
});
