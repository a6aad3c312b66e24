import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { createTemporaryFolder, projectFolders, type TemporaryFolder } from '../../src/build/projectFolders.ts';
import { propertyRuns } from '../support/propertyRuns.ts';

const usersPerPage = 10;

/** A paid service with one account's followers. Counts each page's requests. */
async function startService(pages: number): Promise<{ readonly server: Server; readonly url: string; readonly asked: number[] }> {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('cursor') ?? 0);
    asked.push(page);
    const data = Array.from({ length: usersPerPage }, (_, index) => ({
      id: String(1 + page * usersPerPage + index),
      username: 'a',
    }));
    const hasNextPage = page < pages - 1;
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-price-per-call', '0.0002');
    response.end(JSON.stringify({ data, nextCursor: hasNextPage ? String(page + 1) : null, previousCursor: null, hasNextPage }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, asked, url: `http://127.0.0.1:${typeof address === 'object' ? String(address?.port) : ''}` };
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly pages: number;
}

describe('a run that is killed', () => {
  const kills = propertyRuns(50, 3);
  let temporary: TemporaryFolder;
  beforeEach(async () => {
    temporary = await createTemporaryFolder('collect-crash');
  });
  afterEach(() => temporary[Symbol.asyncDispose]());

  /** Ends it with SIGKILL a moment after a number of pages. */
  async function run(killAfter: number, ...args: readonly string[]): Promise<Ended> {
    const command = [
      join(projectFolders.root, 'src', 'cli', 'bin.ts'),
      'collect',
      ...args,
      '--store',
      join(temporary.path, 'store'),
    ];
    const child = spawn(process.execPath, command, { env: { ...process.env, API_KEY: 'soak-key' } });
    let said = '';
    let pages = 0;
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      pages += text.toString().match(/^\{"pages":/gm)?.length ?? 0;
      if (pages >= killAfter) {
        setTimeout(() => child.kill('SIGKILL'), Math.random() * 4);
      }
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, said, pages };
  }

  for (const format of ['ndjson', 'parquet'] as const) {
    it(`has each record once in ${format}, and buys no page again without being told to`, async () => {
      const { server, url, asked } = await startService(kills * 12);
      const out = join(temporary.path, 'run');
      const paid = ['--primary', url, '--budget', '100'];
      let uncertain = 0;
      let ended = await run(5, 'userFollowers', '--param', 'userId=1', '--out', out, '--format', format, ...paid);
      for (let killed = 1; killed < kills && ended.code === null; killed += 1) {
        const before = asked.length;
        ended = await run(1 + Math.floor(Math.random() * 12), '--resume', out, ...paid);
        if (ended.said.includes('--buy-again')) {
          assert.match(ended.said, /"Page \d+ was requested but wasn't saved\. It may have been charged\./);
          assert.equal(ended.code, 3);
          assert.equal(asked.length, before);
          uncertain += 1;
          ended = await run(1 + Math.floor(Math.random() * 12), '--resume', out, '--buy-again', ...paid);
        }
      }
      ended = await run(Number.POSITIVE_INFINITY, '--resume', out, ...paid);
      if (ended.said.includes('--buy-again')) {
        uncertain += 1;
        ended = await run(Number.POSITIVE_INFINITY, '--resume', out, '--buy-again', ...paid);
      }
      server.close();
      assert.equal(ended.code, 0, ended.said);
      assert.ok(asked.length - new Set(asked).size <= uncertain, `${asked.length} requests, ${uncertain} uncertain pages`);
      const ids = await readIds(join(out, 'users'));
      assert.deepEqual([ids.length, new Set(ids).size], [kills * 12 * usersPerPage, kills * 12 * usersPerPage]);
      assert.equal(existsSync(join(out, 'collect.lock')), false);
    });
  }
});

async function readIds(folder: string): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    const bytes = readFileSync(join(folder, name));
    const rows: readonly Readonly<Record<string, unknown>>[] = name.endsWith('.parquet')
      ? await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
      : bytes
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
