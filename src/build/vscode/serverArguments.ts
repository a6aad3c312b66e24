import { join } from 'node:path';

/** The folders of one VS Code: all below one temporary folder, so that runs share nothing. */
export type ProfileFolders = {
  readonly userData: string;
  readonly extensions: string;
  readonly serverData: string;
  readonly tokenFile: string;
  readonly workspace: string;
};

/** The places in a temporary folder that one VS Code uses. */
export function profileFolders(base: string): ProfileFolders {
  return {
    userData: join(base, 'user-data'),
    extensions: join(base, 'extensions'),
    serverData: join(base, 'server-data'),
    tokenFile: join(base, 'token'),
    workspace: join(base, 'workspace'),
  };
}

/**
 * The command line of VS Code's server: loopback, any free port, a token, nothing sent anywhere, no questions.
 *
 * The smoke-test driver is what makes a built workbench look at the address's `payload`.
 */
export function serverArguments(folders: ProfileFolders): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token-file', folders.tokenFile],
    ...['--accept-server-license-terms', '--enable-smoke-test-driver', '--telemetry-level', 'off'],
    '--disable-workspace-trust',
    ...['--server-data-dir', folders.serverData, '--user-data-dir', folders.userData],
    ...['--extensions-dir', folders.extensions],
    // An extension host whose page is gone would otherwise wait three hours for it to come back.
    ...['--reconnection-grace-time', '5'],
  ];
}

export type WorkbenchAddress = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly token: string;
  /** The folder to open, absolute. */
  readonly folder: string;
  /** The extension under development, absolute; left out when an installed one is tried. */
  readonly extension?: string;
  /** The module that exports `run()`, absolute; with it, VS Code runs the tests and ends. */
  readonly tests?: string;
};

/** The address that opens a folder in the web workbench, with the extension loaded from its sources' folder. */
export function workbenchAddress(wanted: WorkbenchAddress): string {
  const authority = new URL(wanted.origin).host;
  const remote = (path: string): string => `vscode-remote://${authority}${encodeURI(remotePath(path))}`;
  const payload: [string, string][] = [];
  if (wanted.extension !== undefined) payload.push(['extensionDevelopmentPath', remote(wanted.extension)]);
  if (wanted.tests !== undefined) payload.push(['extensionTestsPath', remote(wanted.tests)]);
  payload.push(['skipWelcome', 'true']);
  const url = new URL(wanted.origin);
  url.searchParams.set('tkn', wanted.token);
  url.searchParams.set('folder', remotePath(wanted.folder));
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** A path as the path of an address: slashes only, a Windows drive after a slash. */
export function remotePath(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  return slashed.startsWith('/') ? slashed : `/${slashed}`;
}
