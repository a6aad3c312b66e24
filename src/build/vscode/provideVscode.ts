import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { ensureCodeServer, pinnedVersions } from './installNpmPackage.ts';
import { type OwnedProcess, startOwnedProcess } from '../processes.ts';
import { type ProfileFolders, toVscodeEnvironment } from './profile.ts';
import { projectFolders } from '../projectFolders.ts';

export interface ProvidedVscode {
  readonly target: 'desktop' | 'server';
  /** Desktop: the program. Server: the entry script, for Node. */
  readonly path: string;
}

/** How long the download may stay silent, in milliseconds. */
const maxDownloadSilenceMs = 10_000;

/**
 * Gets a VS Code and says which: the desktop one where there is a screen and it can be had, else the server.
 * `VSCODE_TEST_TARGET` forces one of them.
 * @throws when there is none, or not the one that was asked for
 */
export async function provideVscode(): Promise<ProvidedVscode> {
  const target = readVscodeTarget();
  if (target === 'desktop' || (target === undefined && canShowWindows())) {
    try {
      console.log(`Looking for a VS Code ${pinnedVersions.vscode}, downloading it if need be…`);
      const options = { version: pinnedVersions.vscode, cachePath: projectFolders.cache, timeout: maxDownloadSilenceMs };
      const path = await downloadAndUnzipVSCode({ ...options, reporter: new SilentReporter() });
      console.log(`VS Code: desktop ${pinnedVersions.vscode}, downloaded`);
      return { target: 'desktop', path };
    } catch (error) {
      if (target === 'desktop') throw new Error('VS Code could not be downloaded.', { cause: error });
      console.log(`VS Code could not be downloaded (${error instanceof Error ? error.message : String(error)}).`);
    }
  }
  const path = await ensureCodeServer();
  console.log(`VS Code: server ${pinnedVersions.vscode}, from code-server ${pinnedVersions.codeServer}`);
  return { target: 'server', path };
}

/** @throws for a value that is neither `desktop` nor `server` */
function readVscodeTarget(): ProvidedVscode['target'] | undefined {
  const value = process.env['VSCODE_TEST_TARGET'];
  if (value === undefined || value === '') return undefined;
  if (value === 'desktop' || value === 'server') return value;
  throw new Error(`VSCODE_TEST_TARGET is "${value}"; it can be "desktop" or "server".`);
}

function canShowWindows(): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin') return true;
  return [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some((display) => display !== undefined && display !== '');
}

/**
 * Opens a window of a desktop VS Code with the extension loaded; it prints to this process's output.
 * @param run tests: the module that exports `run()`, absolute, and what its environment has on top of this process's own; VS
 *   Code runs them and ends
 */
export function startDesktopVscode(
  executable: string,
  folders: ProfileFolders,
  run?: { readonly tests: string; readonly env: Readonly<Record<string, string>> },
): OwnedProcess {
  const args = [
    folders.workspace,
    `--extensionDevelopmentPath=${projectFolders.root}`,
    ...(run === undefined ? [] : [`--extensionTestsPath=${run.tests}`]),
    `--user-data-dir=${folders.userData}`,
    `--extensions-dir=${folders.extensions}`,
    ...['--new-window', '--disable-workspace-trust', '--disable-updates', '--disable-telemetry'],
    ...['--skip-welcome', '--skip-release-notes', '--skip-add-to-recently-opened'],
    // Chromium's own sandbox refuses to run as root, as in most containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  return startOwnedProcess(executable, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...toVscodeEnvironment(process.env), ...run?.env },
  });
}
