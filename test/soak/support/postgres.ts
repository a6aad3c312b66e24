import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';

export interface Postgres extends AsyncDisposable {
  readonly url: string;
  /** All of its contents as SQL. */
  readonly dump: () => string;
}

const user = 'postgres';
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_isready'];

/** Starts a Postgres server with an empty database, for loopback only. @throws Error if Postgres isn't installed */
export async function startPostgres(): Promise<Postgres> {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ];
  const bin = folders.find((folder) => programs.every((name) => existsSync(join(folder, name))));
  if (bin === undefined)
    throw new Error('This test needs PostgreSQL 13 or later. Install it, such as with apt install postgresql.');
  const folder = await createTemporaryFolder('postgres');
  const data = join(folder.path, 'data');
  const as = findUser();
  if (as.uid !== undefined) chownSync(folder.path, as.uid, as.gid ?? as.uid);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    cwd: folder.path,
  });
  const port = await findFreePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...as,
    cwd: folder.path,
    stdio: 'ignore',
  });
  const exit = once(server, 'exit');
  const atExit = () => server.kill('SIGKILL');
  process.once('exit', atExit);
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  for (let isReady = false; !isReady;) {
    if (server.exitCode !== null) throw new Error(`Postgres ended with exit code ${server.exitCode}.`);
    await sleep(50);
    isReady = isServerReady(bin, url);
  }
  return {
    url,
    dump: () => execFileSync(join(bin, 'pg_dump'), ['--inserts', url], { encoding: 'utf8', maxBuffer: 2 ** 30 }),
    async [Symbol.asyncDispose]() {
      server.kill('SIGINT'); // ends its connections
      await exit;
      process.off('exit', atExit);
      await folder[Symbol.asyncDispose]();
    },
  };
}

function isServerReady(bin: string, url: string): boolean {
  try {
    execFileSync(join(bin, 'pg_isready'), ['-q', '-d', url]);
    return true;
  } catch {
    return false;
  }
}

/** Postgres refuses to run as root. */
function findUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
