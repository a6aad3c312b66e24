import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownedProcess } from './ownedProcess.ts';
import { type ProfileFolders, serverArguments } from './serverArguments.ts';
import { listeningPort, withoutNoise } from './serverOutput.ts';

export type VscodeServer = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** What an address must carry to be let in. */
  readonly token: string;
  /** Settles when the server has ended, with words on how; while it is wanted, that is a failure. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

export type VscodeServerOptions = {
  /** The server's entry script. */
  readonly entry: string;
  readonly folders: ProfileFolders;
  /** See `serverArguments`. */
  readonly driven: boolean;
  /** The user's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the extension host's environment has on top of this process's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Where everything that the server prints is kept, absolute. */
  readonly logFile: string;
};

/** How long a start may take, in milliseconds. It takes half a second on two slow cores. */
const startLimit = 60_000;

/**
 * Starts VS Code's server on a free loopback port, with fresh folders and a token of its own: whoever may
 * open its address can run programs, so a page or a user that does not know the token is not let in.
 *
 * @throws when it ends or stays silent instead of listening, with what it printed
 */
export async function vscodeServer(options: VscodeServerOptions): Promise<VscodeServer> {
  const { folders } = options;
  const token = randomBytes(24).toString('hex');
  await mkdir(join(folders.userData, 'User'), { recursive: true });
  await mkdir(folders.workspace, { recursive: true });
  await mkdir(dirname(options.logFile), { recursive: true });
  await writeFile(join(folders.userData, 'User', 'settings.json'), `${JSON.stringify(options.settings, null, 2)}\n`);
  await writeFile(folders.tokenFile, token, { mode: 0o600 });

  const log = createWriteStream(options.logFile);
  const server = ownedProcess(process.execPath, [options.entry, ...serverArguments(folders, options.driven)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // An empty gallery: the workbench would else ask a public one for updates and recommendations.
    env: { ...serverEnvironment(process.env), EXTENSIONS_GALLERY: '{}', ...options.env },
    windowsHide: true,
  });
  void server.ended.then(() => log.end());
  server.child.stdout?.pipe(log, { end: false });
  server.child.stderr?.pipe(log, { end: false });

  let printed = '';
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`VS Code's server ${why}.\n${withoutNoise(printed, 40)}`));
    const timer = setTimeout(fail, startLimit, `did not start within ${startLimit / 1000} s`);
    const read = (chunk: Buffer): void => {
      printed += chunk.toString('utf8');
      const found = listeningPort(printed);
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
 * The environment for a VS Code that is started from here, perhaps from a terminal inside another VS Code,
 * whose variables would make the new one act as a part of the old one.
 */
export function serverEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE_(?!TEST_)|ELECTRON_|NODE_OPTIONS$|npm_)/i.test(name)),
  );
}
