import { posix, win32 } from 'node:path';

/**
 * Where a Chromium, Chrome or Edge is on the three systems, best first.
 *
 * @param env `CHROMIUM_PATH` names one that comes before all others
 * @returns absolute paths, most of which will not be there
 */
export function systemBrowsers(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = env['CHROMIUM_PATH'] === undefined ? [] : [env['CHROMIUM_PATH']];
  return [...named, ...usual(platform, env)];
}

function usual(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['/Applications', ...(env['HOME'] === undefined ? [] : [posix.join(env['HOME'], 'Applications')])].flatMap(
        (folder) =>
          ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
            posix.join(folder, `${name}.app`, 'Contents', 'MacOS', name),
          ),
      );
    case 'win32':
      return [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          win32.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          win32.join(folder, 'Chromium', 'Application', 'chrome.exe'),
          win32.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ]);
    default:
      return (env['PATH'] ?? '/usr/bin')
        .split(':')
        .filter((folder) => folder !== '')
        .flatMap((folder) =>
          ['chromium', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable'].map((name) =>
            posix.join(folder, name),
          ),
        );
  }
}
