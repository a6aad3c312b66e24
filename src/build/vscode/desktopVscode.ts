import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desktopArguments } from './desktopArguments.ts';
import { type OwnedProcess, ownedProcess } from './ownedProcess.ts';
import { projectFolders } from './projectFolders.ts';
import type { ProfileFolders } from './serverArguments.ts';
import { serverEnvironment } from './vscodeServer.ts';

export type DesktopOptions = {
  readonly executable: string;
  readonly folders: ProfileFolders;
  /** The user's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What its environment has on top of this process's own. */
  readonly env: Readonly<Record<string, string>>;
  /** The module that exports `run()`, absolute; with it, VS Code runs the tests and ends. */
  readonly tests?: string;
};

/** Opens a desktop VS Code with fresh folders and the extension; it prints to this process's output. */
export async function desktopVscode(options: DesktopOptions): Promise<OwnedProcess> {
  const { folders } = options;
  await mkdir(join(folders.userData, 'User'), { recursive: true });
  await mkdir(folders.workspace, { recursive: true });
  await writeFile(join(folders.userData, 'User', 'settings.json'), `${JSON.stringify(options.settings, null, 2)}\n`);
  const args = desktopArguments(folders, projectFolders.root, options.tests, process.getuid?.() === 0);
  return ownedProcess(options.executable, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...serverEnvironment(process.env), ...options.env },
  });
}
