import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { projectFolders } from '../projectFolders.ts';
import settings from './settings.json' with { type: 'json' };

/** The folders of one VS Code: all below one temporary folder, so that runs share nothing. */
export interface ProfileFolders {
  readonly userData: string;
  readonly extensions: string;
  readonly serverData: string;
  readonly tokenFile: string;
  readonly workspace: string;
}

function toProfileFolders(base: string): ProfileFolders {
  return {
    userData: join(base, 'user-data'),
    extensions: join(base, 'extensions'),
    serverData: join(base, 'server-data'),
    tokenFile: join(base, 'token'),
    workspace: join(base, 'workspace'),
  };
}

/**
 * User settings of a VS Code that is started for tests, pictures and the demo: no greetings, no network, no AI; and on top of them for
 * tests: nothing is drawn that no test looks at, and nobody looks every two seconds through all programs of this machine for ports
 * to forward. It is a sixth of what a workbench computes.
 */
export const { plain: testOnlySettings } = settings;

/** Makes the folders of a profile: the demo workspace, and calm user settings with `more` on top of them. */
export async function createVscodeProfile(base: string, more: Readonly<Record<string, unknown>> = {}): Promise<ProfileFolders> {
  const folders = toProfileFolders(base);
  await mkdir(join(folders.userData, 'User'), { recursive: true });
  await cp(projectFolders.demo, folders.workspace, { recursive: true });
  const text = `${JSON.stringify({ ...settings.calm, ...more }, null, 2)}\n`;
  await writeFile(join(folders.userData, 'User', 'settings.json'), text);
  return folders;
}

/**
 * Puts the built extension into a fresh extensions folder, where VS Code takes it for an installed one.
 *
 * Not as an extension under development: a built web workbench knows those with its smoke-test driver only, and
 * that driver keeps every notification off the screen.
 * @param extensions VS Code's extensions folder; it must not have been used yet
 */
export async function installBuiltExtension(extensions: string): Promise<void> {
  const { publisher, name, version } = manifest;
  const folder = join(extensions, `${publisher}.${name}-${version}`);
  await mkdir(folder, { recursive: true });
  const all = await readdir(projectFolders.root);
  // not every version of the extension has translations; without its programs it is none
  const wanted = all.filter((one) => /^(package(\.nls.*)?\.json|media|l10n)$/.test(one));
  for (const one of [...wanted, 'dist']) {
    await cp(join(projectFolders.root, one), join(folder, one), { recursive: true });
  }
}

/**
 * The environment for a VS Code that is started from here, perhaps from a terminal inside another VS Code,
 * whose variables would make the new one act as a part of the old one.
 */
export function toVscodeEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE_(?!TEST_)|ELECTRON_|NODE_OPTIONS$|npm_)/i.test(name)),
  );
}
