import type { ProfileFolders } from './serverArguments.ts';

/** The command line of the desktop VS Code: a new window of a profile of its own, with the extension loaded. */
export function desktopArguments(
  folders: ProfileFolders,
  extension: string,
  tests: string | undefined,
  isRoot: boolean,
): string[] {
  return [
    folders.workspace,
    `--extensionDevelopmentPath=${extension}`,
    ...(tests === undefined ? [] : [`--extensionTestsPath=${tests}`]),
    `--user-data-dir=${folders.userData}`,
    `--extensions-dir=${folders.extensions}`,
    ...['--new-window', '--disable-workspace-trust', '--disable-updates', '--disable-telemetry'],
    ...['--skip-welcome', '--skip-release-notes', '--skip-add-to-recently-opened'],
    // Chromium's own sandbox refuses to run as root, as in most containers.
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}
