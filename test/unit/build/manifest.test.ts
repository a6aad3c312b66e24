import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../src/build/processes.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { addresses, repository } from '../../../src/build/publishing.ts';

interface Titled {
  readonly command: string;
  readonly title: string;
  readonly category: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly Titled[];
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

describe('the commands of the manifest', () => {
  it('have names of their own, so that the Keyboard Shortcuts editor and the palette distinguish them', () => {
    const byName = Map.groupBy(contributes.commands, ({ title, category }) => `${inWords(category)}: ${inWords(title)}`);
    const doubled = [...byName].filter(([, commands]) => commands.length > 1);
    assert.deepEqual(
      doubled.map(([name, commands]) => `${name} (${commands.map(({ command }) => command).join(', ')})`),
      [],
    );
    assert.ok(byName.size > 50, `${byName.size}`);
  });
});

describe('the manifest', () => {
  it('has the commands and views that the extension registers when it is activated, and no other', async () => {
    const program = fileURLToPath(new URL('../../support/registered.mts', import.meta.url));
    const { code, output } = await runCommand(process.execPath, [program], { cwd: projectFolders.root });
    assert.equal(code, 0, output);
    const registered = JSON.parse(output) as { readonly commands: readonly string[]; readonly views: readonly string[] };
    assert.deepEqual(registered.commands.toSorted(), contributes.commands.map(({ command }) => command).toSorted());
    const views = Object.values(contributes.views).flatMap((ofContainer) => ofContainer.map(({ id }) => id));
    assert.deepEqual(registered.views.toSorted(), views.toSorted());
  });

  it('asks for the VS Code whose API the code is checked against, and for no newer one', () => {
    const { engines, devDependencies } = JSON.parse(text) as {
      readonly engines: { readonly vscode: string };
      readonly devDependencies: { readonly '@types/vscode': string };
    };
    const [, minor] = devDependencies['@types/vscode'].split('.');
    assert.equal(engines.vscode, `^1.${minor}.0`);
  });

  it('names the addresses of where it is published, and no other', () => {
    const manifest = JSON.parse(text) as typeof addresses;
    assert.deepEqual(Object.fromEntries(Object.keys(addresses).map((name) => [name, Reflect.get(manifest, name)])), addresses);
    assert.deepEqual(
      [...new Set([...text.matchAll(/https?:\/\/[^/"]+\/[\w-]+\/[\w-]+/g)].map(([address]) => address))],
      [repository],
    );
  });

  it('has words for each of its titles and descriptions, and words has no other', () => {
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, name = '']) => name));
    assert.deepEqual(Object.keys(words).toSorted(), [...used].toSorted());
  });
});
