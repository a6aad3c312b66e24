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
 * @param driven with the smoke-test driver, which alone makes a built workbench look at the address's `payload`, and
 *   which keeps notifications off the screen: for running tests inside it, not for people
 */
export function serverArguments(folders: ProfileFolders, driven: boolean): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token-file', folders.tokenFile],
    ...['--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust'],
    ...(driven ? ['--enable-smoke-test-driver'] : []),
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
  /** Tests to run, after which VS Code ends: for a server that is driven. */
  readonly run?: {
    /** The extension under development, absolute. */
    readonly extension: string;
    /** The module that exports `run()`, absolute. */
    readonly tests: string;
  };
};

/** The address that opens a folder in the web workbench. */
export function workbenchAddress(wanted: WorkbenchAddress): string {
  const authority = new URL(wanted.origin).host;
  const remote = (path: string): string => `vscode-remote://${authority}${encodeURI(remotePath(path))}`;
  const url = new URL(wanted.origin);
  url.searchParams.set('tkn', wanted.token);
  url.searchParams.set('folder', remotePath(wanted.folder));
  if (wanted.run !== undefined) {
    const payload = [
      ['extensionDevelopmentPath', remote(wanted.run.extension)],
      ['extensionTestsPath', remote(wanted.run.tests)],
      ['skipWelcome', 'true'],
    ];
    url.searchParams.set('payload', JSON.stringify(payload));
  }
  return url.href;
}

/** A path as the path of an address: slashes only, a Windows drive after a slash. */
export function remotePath(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  return slashed.startsWith('/') ? slashed : `/${slashed}`;
}
