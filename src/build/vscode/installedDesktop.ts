import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { type PlatformPath, posix, win32 } from 'node:path';

export type Desktop = {
  /** VS Code's own program, not the `code` script, which hands over to it and ends. */
  readonly executable: string;
  /** Such as `1.139.1`. */
  readonly version: string;
};

/** Where a `code` script and VS Code's program are, on the systems that people sit at. */
export type DesktopPlace = { readonly executable: string; readonly manifest: string };

/**
 * Finds a VS Code that the user has installed: `code` on PATH, or the usual folder.
 *
 * @param atLeast the oldest version that the extension supports, such as `1.109.0`
 * @returns undefined when there is none, or only an older one
 */
export function installedDesktop(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  atLeast: string,
): Desktop | undefined {
  for (const place of desktopPlaces(platform, env, realPath)) {
    if (!existsSync(place.executable) || !existsSync(place.manifest)) continue;
    const version = versionOf(JSON.parse(readFileSync(place.manifest, 'utf8')));
    if (version !== undefined && isAtLeast(version, atLeast)) return { executable: place.executable, version };
  }
  return undefined;
}

/**
 * The places where VS Code's program may be, best first.
 *
 * @param toRealPath follows links; undefined for what is not there
 */
export function desktopPlaces(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  toRealPath: (path: string) => string | undefined,
): readonly DesktopPlace[] {
  switch (platform) {
    case 'darwin':
      return ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')].map((folder) => {
        const contents = posix.join(folder, 'Visual Studio Code.app', 'Contents');
        return {
          executable: posix.join(contents, 'MacOS', 'Electron'),
          manifest: posix.join(contents, 'Resources', 'app', 'package.json'),
        };
      });
    case 'win32':
      return [
        ...(env['LOCALAPPDATA'] === undefined ? [] : [win32.join(env['LOCALAPPDATA'], 'Programs')]),
        ...(env['ProgramFiles'] === undefined ? [] : [env['ProgramFiles']]),
      ].map((folder) => inFolder(win32, win32.join(folder, 'Microsoft VS Code'), 'Code.exe'));
    default:
      return [...onPath(env, toRealPath), '/usr/share/code', '/snap/code/current/usr/share/code'].map((folder) =>
        inFolder(posix, folder, 'code'),
      );
  }
}

function inFolder(path: PlatformPath, folder: string, program: string): DesktopPlace {
  return { executable: path.join(folder, program), manifest: path.join(folder, 'resources', 'app', 'package.json') };
}

/** The folders of the `code` scripts on PATH: each is `FOLDER/bin/code`, behind a link. */
function onPath(
  env: Readonly<Record<string, string | undefined>>,
  toRealPath: (path: string) => string | undefined,
): readonly string[] {
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

/** Whether `a.b.c` is `atLeast` or newer; anything after the three numbers is left aside. */
export function isAtLeast(version: string, atLeast: string): boolean {
  const [have, want] = [version, atLeast].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (have?.[place] ?? 0) - (want?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function versionOf(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined;
  return typeof manifest.version === 'string' ? manifest.version : undefined;
}

function realPath(path: string): string | undefined {
  return existsSync(path) ? realpathSync(path) : undefined;
}
