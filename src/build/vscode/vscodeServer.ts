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
  /** Required in addresses. */
  readonly token: string;
  /** See `OwnedProcess`. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

interface VscodeServerOptions {
  readonly entry: string;
  readonly folders: ProfileFolders;
  /**
   * True enables the smoke-test driver, for running tests inside VS Code: the workbench reads its address's `payload`, and hides
   * notifications.
   */
  readonly isDriven?: boolean;
  /** A folder that replaces VS Code's built-in extensions. */
  readonly builtIn?: string;
  /** Additional variables for the extension host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The log's name in `out/logs`. */
  readonly name: string;
}

/** Starting takes half a second on two slow cores. */
const maxStartMs = 60_000;

/**
 * Starts VS Code's server on a free loopback port. Anyone with its address can run programs, so it needs a token.
 * @throws Error with its output if it doesn't start
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
    env: {
      ...toVscodeEnvironment(process.env),
      EXTENSIONS_GALLERY: '{}', // the gallery would be asked for updates and recommendations
      VSCODE_CLI: '1', // otherwise the user's shell is started to read variables
      // it would report that its tsserver, which code-server lacks, was deleted
      VSCODE_SKIP_BUILTIN_EXTENSIONS: 'vscode.typescript-language-features',
      ...env,
    },
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

function toServerArguments(folders: ProfileFolders, driven: boolean, builtIn?: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token-file', folders.tokenFile],
    ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    '--disable-websocket-compression',
    ...(driven ? ['--enable-smoke-test-driver'] : []),
    ...['--server-data-dir', folders.serverData, '--user-data-dir', folders.userData],
    ...['--extensions-dir', folders.extensions],
    ...(builtIn === undefined ? [] : ['--builtin-extensions-dir', builtIn]),
    // by default, an extension host without a page runs for three hours
    ...['--reconnection-grace-time', '5'],
  ];
}

/**
 * A folder's address in the web workbench. Paths are absolute.
 * @param run only with `isDriven`: a module that exports `run()`, after which VS Code ends, and the extension
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

/** Converts Windows paths: slashes only, also before the drive. */
function toUrlPath(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  return slashed.startsWith('/') ? slashed : `/${slashed}`;
}

function parseListeningPort(output: string): number | undefined {
  const port = /^Extension host agent listening on (\d+)\s*\n/m.exec(output)?.[1];
  return port === undefined ? undefined : Number(port);
}
