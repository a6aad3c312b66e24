import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import manifest from '../../../package.json' with { type: 'json' };
import { ensureCodeServer, pinnedVersions } from './installNpmPackage.ts';
import { type OwnedProcess, startOwnedProcess } from '../processes.ts';
import { type ProfileFolders, toVscodeEnvironment } from './profile.ts';
import { projectFolders } from '../projectFolders.ts';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** A VS Code to run the extension in. */
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
 * @param installed whether the user's own VS Code will do: for the demo, not for tests, which run on the pinned version
 * @throws when there is none, or not the one that was asked for
 */
export async function provideVscode(installed: boolean): Promise<ProvidedVscode> {
  const target = readVscodeTarget(process.env);
  if (target === 'desktop' || (target === undefined && canShowWindows(process.platform, process.env))) {
    const found = installed ? findInstalledDesktop() : undefined;
    if (found !== undefined) return found;
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

/**
 * Reads `VSCODE_TEST_TARGET`.
 * @throws for a value that is neither `desktop` nor `server`
 */
function readVscodeTarget(env: EnvironmentVariables): ProvidedVscode['target'] | undefined {
  const value = env['VSCODE_TEST_TARGET'];
  if (value === undefined || value === '') return undefined;
  if (value === 'desktop' || value === 'server') return value;
  throw new Error(`VSCODE_TEST_TARGET is "${value}"; it can be "desktop" or "server".`);
}

/** Whether a desktop program has a screen to appear on. */
function canShowWindows(platform: NodeJS.Platform, env: EnvironmentVariables): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((display) => display !== undefined && display !== '');
}

/** A VS Code that the user has installed and that is as new as the extension needs it. */
function findInstalledDesktop(): ProvidedVscode | undefined {
  for (const place of listDesktopCandidates(process.platform, process.env, (path) =>
    existsSync(path) ? realpathSync(path) : undefined,
  )) {
    if (!existsSync(place.executable) || !existsSync(place.manifest)) continue;
    const version = String(Reflect.get(Object(JSON.parse(readFileSync(place.manifest, 'utf8'))), 'version'));
    if (!isVersionAtLeast(version, manifest.engines.vscode.replace('^', ''))) continue;
    console.log(`VS Code: desktop ${version}, installed`);
    return { target: 'desktop', path: place.executable };
  }
  return undefined;
}

/** Whether a version such as `1.139.1` is `atLeast` or newer. */
function isVersionAtLeast(version: string, atLeast: string): boolean {
  return version.localeCompare(atLeast, 'en', { numeric: true }) >= 0;
}

/** Where VS Code's own program is, not the `code` script, which starts it and ends; and what says its version. */
export interface DesktopVscodePaths {
  readonly executable: string;
  readonly manifest: string;
}

/**
 * The places where VS Code's program may be, best first: `code` on PATH, or the usual folder.
 * @param toRealPath follows links; undefined for what is not there
 */
function listDesktopCandidates(
  platform: NodeJS.Platform,
  env: EnvironmentVariables,
  toRealPath: (path: string) => string | undefined,
): readonly DesktopVscodePaths[] {
  switch (platform) {
    case 'darwin':
      return ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')].map((folder) => {
        const contents = posix.join(folder, 'Visual Studio Code.app', 'Contents');
        return { executable: `${contents}/MacOS/Electron`, manifest: `${contents}/Resources/app/package.json` };
      });
    case 'win32':
      return [env['LOCALAPPDATA'] && win32.join(env['LOCALAPPDATA'], 'Programs'), env['ProgramFiles']]
        .filter((folder) => folder !== undefined)
        .map((folder) => win32.join(folder, 'Microsoft VS Code'))
        .map((folder) => ({ executable: `${folder}\\Code.exe`, manifest: `${folder}\\resources\\app\\package.json` }));
    default:
      return [...listCodeFoldersOnPath(env, toRealPath), '/usr/share/code', '/snap/code/current/usr/share/code'].map(
        (folder) => ({
          executable: `${folder}/code`,
          manifest: `${folder}/resources/app/package.json`,
        }),
      );
  }
}

/** The folders of the `code` scripts on PATH: each is `FOLDER/bin/code`, behind a link. */
function listCodeFoldersOnPath(env: EnvironmentVariables, toRealPath: (path: string) => string | undefined): readonly string[] {
  return (
    (env['PATH'] ?? '')
      .split(':')
      // The script of a VS Code in Windows, seen from its Linux subsystem, starts a program that sees other paths.
      .filter((folder) => folder !== '' && !folder.startsWith('/mnt/'))
      .map((folder) => toRealPath(posix.join(folder, 'code')))
      .filter((script) => script !== undefined)
      .map((script) => posix.dirname(posix.dirname(script)))
  );
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
