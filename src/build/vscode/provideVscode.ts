import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { codeServer } from './codeServer.ts';
import { installedDesktop } from './installedDesktop.ts';
import { pins } from './pins.ts';
import { projectFolders } from './projectFolders.ts';

/** A VS Code to run the extension in. */
export type ProvidedVscode = {
  readonly target: 'desktop' | 'server';
  /** Desktop: the program. Server: the entry script, for Node. */
  readonly path: string;
  /** Which one it is, for people: target, version, where it is from. */
  readonly label: string;
};

export type VscodeWish = {
  /** `VSCODE_TEST_TARGET`: forces a target. */
  readonly target: 'desktop' | 'server' | undefined;
  /** Whether the user's own VS Code will do: for the demo, not for tests, which run on the pinned version. */
  readonly installed: boolean;
};

/** The oldest VS Code that the manifest's `engines` admits. */
export const oldest = '1.109.0';

/** How long the download may stay silent, in milliseconds. */
const silence = 10_000;

/**
 * Gets a VS Code: the desktop one where there is a screen and it can be had, else the server.
 *
 * @param log gets a line for what takes time or did not work
 * @throws when there is none, or not the one that was asked for
 */
export async function provideVscode(wish: VscodeWish, log: (line: string) => void): Promise<ProvidedVscode> {
  if (wish.target !== 'server') {
    const found = wish.installed ? installedDesktop(process.platform, process.env, oldest) : undefined;
    if (found !== undefined && (wish.target === 'desktop' || canShowWindows(process.platform, process.env))) {
      return { target: 'desktop', path: found.executable, label: `desktop ${found.version}, installed` };
    }
    if (wish.target === 'desktop' || canShowWindows(process.platform, process.env)) {
      try {
        log(`Looking for a VS Code ${pins.vscode}, downloading it if need be…`);
        const path = await download();
        return { target: 'desktop', path, label: `desktop ${pins.vscode}, downloaded` };
      } catch (error) {
        if (wish.target === 'desktop') throw new Error('VS Code could not be downloaded.', { cause: error });
        log(`VS Code could not be downloaded (${error instanceof Error ? error.message : String(error)}).`);
      }
    }
  }
  const path = await codeServer(projectFolders.cache, log);
  return { target: 'server', path, label: `server ${pins.vscode}, from code-server ${pins.codeServer}` };
}

/**
 * Reads `VSCODE_TEST_TARGET`.
 *
 * @throws for a value that is neither `desktop` nor `server`
 */
export function wishedTarget(env: Readonly<Record<string, string | undefined>>): VscodeWish['target'] {
  const value = env['VSCODE_TEST_TARGET'];
  if (value === undefined || value === '') return undefined;
  if (value === 'desktop' || value === 'server') return value;
  throw new Error(`VSCODE_TEST_TARGET is "${value}"; it can be "desktop" or "server".`);
}

/** Whether a desktop program has a screen to appear on. */
export function canShowWindows(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((display) => display !== undefined && display !== '');
}

async function download(): Promise<string> {
  return await downloadAndUnzipVSCode({
    version: pins.vscode,
    cachePath: projectFolders.cache,
    timeout: silence,
    reporter: new SilentReporter(),
  });
}
