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

interface Manifest {
  readonly contributes: {
    readonly commands: readonly Titled[];
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
    // rows run it
    const unnamed = ['explore.load'];
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
