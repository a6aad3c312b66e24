import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';

interface Titled {
  readonly command: string;
  readonly title: string;
  readonly category: string;
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(projectFolders.root, name), 'utf8'));
const manifest = read('package.json') as { readonly contributes: { readonly commands: readonly Titled[] } };
const words = read('package.nls.json') as Readonly<Record<string, string>>;

function inWords(text: string): string {
  const word = words[text.replaceAll('%', '')];
  assert.ok(word !== undefined, text);
  return word;
}

describe('the commands of the manifest', () => {
  it('have names of their own, so that the Keyboard Shortcuts editor and the palette distinguish them', () => {
    const byName = Map.groupBy(manifest.contributes.commands, ({ title, category }) => `${inWords(category)}: ${inWords(title)}`);
    const doubled = [...byName].filter(([, commands]) => commands.length > 1);
    assert.deepEqual(
      doubled.map(([name, commands]) => `${name} (${commands.map(({ command }) => command).join(', ')})`),
      [],
    );
    assert.ok(byName.size > 50, `${byName.size}`);
  });
});
