import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test's own extension, which runs in the same process as the one under test. */
export type TestExtension = {
  /** Letters and hyphens. */
  readonly name: string;
  /** Its module's source, which exports `activate`. */
  readonly main: string;
  /** The commands that activate it, by id and title. Without commands, it starts with VS Code. */
  readonly commands?: readonly { readonly command: string; readonly title: string }[];
};

const publisher = 'social-data-test';
const version = '1.0.0';

/** The folder of a test's extension, where it can write files for the test. */
export function testExtensionFolder(extensions: string, name: string): string {
  return join(extensions, `${publisher}.${name}-${version}`);
}

/**
 * Installs an extension next to the one under test, before VS Code starts.
 * @param extensions VS Code's extensions folder
 */
export async function installTestExtension(extensions: string, { name, main, commands }: TestExtension): Promise<void> {
  const folder = testExtensionFolder(extensions, name);
  const manifest = {
    publisher,
    name,
    version,
    type: 'module',
    main: './main.js',
    engines: { vscode: '^1.100.0' },
    extensionKind: ['workspace'],
    capabilities: { untrustedWorkspaces: { supported: true } },
    ...(commands === undefined ? { activationEvents: ['*'] } : { contributes: { commands } }),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), main);
}
