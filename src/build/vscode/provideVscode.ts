import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { ensureCodeServer, pinnedVersions } from './installNpmPackage.ts';
import { type OwnedProcess, startOwnedProcess } from '../processes.ts';
import { type ProfileFolders, toVscodeEnvironment } from './profile.ts';
import { projectFolders } from '../projectFolders.ts';

interface ProvidedVscode {
  readonly target: 'desktop' | 'server';
  /** Desktop: the program. Server: the entry script, for Node. */
  readonly path: string;
}

const maxDownloadSilenceMs = 10_000;

/**
 * Returns desktop VS Code if there is a screen and it can be downloaded, otherwise the server. `VSCODE_TEST_TARGET` chooses one.
 * @throws Error if it can't be installed
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
 * Opens a window with the extension.
 * @param run `tests`: the absolute path of a module that exports `run()`, after which VS Code ends
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
    // Chromium's sandbox doesn't run as root, the user in most containers
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  return startOwnedProcess(executable, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...toVscodeEnvironment(process.env), ...run?.env },
  });
}
