import { type OwnedProcess, ownedProcess } from './processes.ts';
import { type ProfileFolders, vscodeEnvironment } from './profile.ts';
import { projectFolders } from './projectFolders.ts';

export interface DesktopOptions {
  readonly executable: string;
  readonly folders: ProfileFolders;
  /** What its environment has on top of this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The module that exports `run()`, absolute; with it, VS Code runs the tests and ends. */
  readonly tests?: string;
}

/** Opens a window of a desktop VS Code with the extension loaded; it prints to this process's output. */
export function desktopVscode({ executable, folders, env, tests }: DesktopOptions): OwnedProcess {
  const args = [
    folders.workspace,
    `--extensionDevelopmentPath=${projectFolders.root}`,
    ...(tests === undefined ? [] : [`--extensionTestsPath=${tests}`]),
    `--user-data-dir=${folders.userData}`,
    `--extensions-dir=${folders.extensions}`,
    ...['--new-window', '--disable-workspace-trust', '--disable-updates', '--disable-telemetry'],
    ...['--skip-welcome', '--skip-release-notes', '--skip-add-to-recently-opened'],
    // Chromium's own sandbox refuses to run as root, as in most containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  return ownedProcess(executable, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...vscodeEnvironment(process.env), ...env },
  });
}
