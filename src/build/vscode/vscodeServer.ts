import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOwnedProcess } from '../processes.ts';
import { type ProfileFolders, toVscodeEnvironment } from './profile.ts';
import { projectFolders } from '../projectFolders.ts';

export interface VscodeServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** What an address must carry to be let in. */
  readonly token: string;
  /** Settles when the server has ended, with words on how; while it is wanted, that is a failure. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface VscodeServerOptions {
  readonly entry: string;
  readonly folders: ProfileFolders;
  /** See `toServerArguments`; false when left out. */
  readonly isDriven?: boolean;
  /** The folder of the extensions that count as VS Code's own; those that it brings when left out. */
  readonly builtIn?: string;
  /** What the extension host's environment has on top of this process's own. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Names the file in `out/logs` that keeps everything that the server prints. */
  readonly name: string;
}

/** How long a start may take, in milliseconds. It takes half a second on two slow cores. */
const maxStartMs = 60_000;

/**
 * Starts VS Code's server on a free loopback port, with a token of its own: whoever may open its address can run programs, so
 * a page or a user that does not know the token is not let in.
 * @throws when it ends or stays silent instead of listening, with what it printed
 */
export async function startVscodeServer({
  entry,
  folders,
  isDriven = false,
  builtIn,
  env,
  name,
}: VscodeServerOptions): Promise<VscodeServer> {
  const token = randomBytes(24).toString('hex');
  await mkdir(projectFolders.logs, { recursive: true });
  await writeFile(folders.tokenFile, token, { mode: 0o600 });

  const log = createWriteStream(join(projectFolders.logs, `${name}.log`));
  const server = startOwnedProcess(process.execPath, [entry, ...toServerArguments(folders, isDriven, builtIn)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // An empty gallery: the workbench would else ask a public one for updates and recommendations. And as from a command line:
    // it would else start the user's shell for the variables that this process has from it already.
    env: { ...toVscodeEnvironment(process.env), EXTENSIONS_GALLERY: '{}', VSCODE_CLI: '1', ...env },
    windowsHide: true,
  });
  void server.ended.then(() => log.end());
  server.child.stdout?.pipe(log, { end: false });
  server.child.stderr?.pipe(log, { end: false });

  let printed = '';
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new Error(`VS Code's server ${why}.\n${printed.split('\n').slice(-40).join('\n')}`));
    const timer = setTimeout(fail, maxStartMs, `did not start within ${maxStartMs / 1000} s`);
    const read = (chunk: Buffer): void => {
      printed += chunk.toString('utf8');
      const found = parseListeningPort(printed);
      if (found === undefined) return;
      clearTimeout(timer);
      server.child.stdout?.off('data', read);
      resolve(found);
    };
    server.child.stdout?.on('data', read);
    void server.ended.then((how) => {
      clearTimeout(timer);
      fail(`ended before it listened (${how})`);
    });
  }).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return { origin: `http://127.0.0.1:${port}`, token, ended: server.ended, stop: () => server.stop() };
}

/**
 * The command line of VS Code's server: loopback, any free port, a token, nothing sent anywhere, no questions; whether it
 * asks for trust in a folder is a setting of the profile.
 * @param driven with the smoke-test driver, which alone makes a built workbench look at the address's `payload`, and
 *   which keeps notifications off the screen: for running tests inside it, not for people
 * @param builtIn see `VscodeServerOptions`
 */
function toServerArguments(folders: ProfileFolders, driven: boolean, builtIn?: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token-file', folders.tokenFile],
    ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    '--disable-websocket-compression',
    ...(driven ? ['--enable-smoke-test-driver'] : []),
    ...['--server-data-dir', folders.serverData, '--user-data-dir', folders.userData],
    ...['--extensions-dir', folders.extensions],
    ...(builtIn === undefined ? [] : ['--builtin-extensions-dir', builtIn]),
    // An extension host whose page is gone would otherwise wait three hours for it to come back.
    ...['--reconnection-grace-time', '5'],
  ];
}

/**
 * The address that opens a folder in the web workbench. Paths are absolute.
 * @param run tests to run, after which VS Code ends, for a server that is driven: the module that exports `run()`, and the
 *   extension under development
 */
export function toWorkbenchUrl(
  { origin, token }: Pick<VscodeServer, 'origin' | 'token'>,
  folder: string,
  run?: { readonly extension: string; readonly tests: string },
): string {
  const url = new URL(origin);
  const remote = (path: string): string => `vscode-remote://${url.host}${encodeURI(toUrlPath(path))}`;
  url.searchParams.set('tkn', token);
  url.searchParams.set('folder', toUrlPath(folder));
  if (run !== undefined) {
    const payload = [
      ['extensionDevelopmentPath', remote(run.extension)],
      ['extensionTestsPath', remote(run.tests)],
      ['skipWelcome', 'true'],
    ];
    url.searchParams.set('payload', JSON.stringify(payload));
  }
  return url.href;
}

/** A path as the path of an address: slashes only, a Windows drive after a slash. */
function toUrlPath(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  return slashed.startsWith('/') ? slashed : `/${slashed}`;
}

/** The port that VS Code's server says it listens on; undefined as long as it has not said so. */
function parseListeningPort(output: string): number | undefined {
  const port = /^Extension host agent listening on (\d+)\s*\n/m.exec(output)?.[1];
  return port === undefined ? undefined : Number(port);
}
