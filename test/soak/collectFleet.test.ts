import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTemporaryFolder, projectFolders, type TemporaryFolder } from '../../src/build/projectFolders.ts';
import { formatMoney } from '../../src/client/money.ts';
import { Fleet } from '../../src/features/collect/fleet/index.ts';
import { propertyRuns } from '../support/propertyRuns.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';

const key = 'fleet-key-4f1c9a7e5b3d8602';
const workers = 4;
/** Each has two pages, so two requests. */
const entries = propertyRuns(5_000, 40);
const kills = propertyRuns(25, 4);
const price = 150n;
const recordsPerPage = 5;
const missing = '7';
const requestsWanted = 2 * entries - 1;
const cap = price * BigInt(Math.floor(entries * 1.2));

/** Charges for each page of followers. */
class PaidService {
  readonly #server: Server;
  /** How often each page was sent, by user and page. */
  readonly sent = new Map<string, number>();
  limited = 0;
  charged = 0n;
  #limitedUntil: number | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
      const user = /^\/user\/(\d+)\/followers$/.exec(pathname)?.[1] ?? '';
      const page = query.get('cursor') === null ? 1 : 2;
      const send = (status: number, body: unknown, headers: Readonly<Record<string, string>>) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      assert.equal(request.headers['x-api-key'], key);
      if (this.sent.size === 20) this.#limitedUntil ??= Date.now() + 1_000;
      if ((this.#limitedUntil ?? 0) > Date.now()) {
        this.limited += 1;
        send(429, { message: 'Too many requests' }, { 'retry-after': '1' });
        return;
      }
      if (user === missing) {
        send(404, { message: `User ${user} was not found` }, { 'x-price-per-call': '0' });
        return;
      }
      this.sent.set(`${user}/${page}`, (this.sent.get(`${user}/${page}`) ?? 0) + 1);
      this.charged += price;
      const data = Array.from({ length: recordsPerPage }, (_, index) => {
        const id = String(page * 10 + index); // the same followers for each user
        return { id, username: `u${id}` };
      });
      const next = page === 1 ? { nextCursor: 'second', hasNextPage: true } : { nextCursor: null, hasNextPage: false };
      send(200, { data, previousCursor: null, ...next }, { 'x-price-per-call': formatMoney(price) });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get requests(): number {
    return [...this.sent.values()].reduce((sum, count) => sum + count, 0);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('a fleet of workers', function () {
  this.timeout(1_800_000);
  let postgres: Postgres;
  let temporary: TemporaryFolder;
  let fleet: Fleet;
  let service: PaidService;
  let connection: readonly string[];
  const running = new Set<ChildProcess>();

  before(async () => {
    postgres = await startPostgres();
    temporary = await createTemporaryFolder('fleet');
    fleet = await Fleet.open(postgres.url);
  });

  beforeEach(async () => {
    service = new PaidService();
    connection = ['--primary', await service.start(), '--key', 'FLEET_KEY'];
  });

  afterEach(async () => {
    const ends = [...running].map((child) => once(child, 'close'));
    running.forEach((child) => child.kill('SIGKILL'));
    await Promise.all(ends);
    service.stop();
  });

  after(async () => {
    await fleet.close();
    await temporary[Symbol.asyncDispose]();
    await postgres[Symbol.asyncDispose]();
  });

  function start(args: readonly string[], onLine?: (line: string) => void): ChildProcess {
    const child = spawn(process.execPath, [join(projectFolders.root, 'src/cli/bin.ts'), ...args, '--queue', postgres.url], {
      env: { ...process.env, FLEET_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach((line) => onLine?.(line));
    });
    return child;
  }

  /** @returns its exit code, its lines, and what it said */
  async function runCollect(args: readonly string[], onStart?: (child: ChildProcess) => void) {
    const lines: Readonly<Record<string, unknown>>[] = [];
    let said = '';
    const child = start(['collect', ...args], (line) => {
      lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>);
      if (lines.length === 1) onStart?.(child);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, last: lines.at(-1), run: String(lines[0]?.['run']), said };
  }

  function startWorker(index: number, onPage?: () => void, to = connection): ChildProcess {
    return start(['worker', ...to, '--store', join(temporary.path, `store${index}`)], onPage);
  }

  it('stays within the budget while workers are killed, and continues without buying silently', async () => {
    const list = join(temporary.path, 'users.txt');
    await writeFile(list, Array.from({ length: entries }, (_, index) => `${index + 1}\n`).join(''));
    // each worker is killed after a random number of pages, and replaced
    const everyPages = (2 * Math.floor(entries * 1.2)) / kills;
    let killsLeft = kills;
    const fleetOf: ChildProcess[] = [];
    const hire = (index: number) => {
      let pagesLeft = 1 + Math.floor(Math.random() * everyPages);
      const child = startWorker(index, () => {
        pagesLeft -= 1;
        if (pagesLeft === 0 && killsLeft > 0) {
          killsLeft -= 1;
          setTimeout(() => {
            child.kill('SIGKILL');
            child.once('close', () => hire(index));
          }, Math.random() * 20);
        }
      });
      fleetOf[index] = child;
    };
    Array.from({ length: workers }, (_, index) => hire(index));

    const plan = ['userFollowers', '--list', list, '--as', 'userId', '--budget', formatMoney(cap), ...connection];
    const first = await runCollect([...plan, '--store', join(temporary.path, 'store')]);
    assert.deepEqual([first.code, first.last?.['state']], [3, 'paused'], first.said);
    assert.match(String(first.last?.['reason']), /budget/);
    assert.ok(killsLeft < kills, 'workers were killed');
    killsLeft = 0;
    assert.ok(service.charged <= cap, `${service.charged} charged of ${cap}`);
    const { run } = first;

    const dropped: string[] = [];
    let end = await runCollect(['--resume', run, '--budget', '5']);
    while (end.code !== 0) {
      assert.match(JSON.stringify([end.last, end.said]), /may have been charged/);
      const refused = await runCollect(['--resume', run]);
      assert.equal(refused.code, 3);
      const reason = String(refused.last?.['reason']);
      for (const { job, page } of await fleet.listPages(run, 'is_uncertain')) {
        const user = job + 1;
        assert.ok(reason.includes(`${page} (${user})`), `${user}/${page} in ${reason}`);
        dropped.push(`${user}/${page}`);
      }
      end = await runCollect(['--resume', run, '--buy-again']);
    }

    const queued = await fleet.findRun(run);
    assert.deepEqual([queued.state, queued.ended, queued.pages], ['complete', entries, requestsWanted]);
    assert.equal(queued.maybe_charged, dropped.length);
    assert.equal(queued.reserved, 0n);
    assert.equal(queued.spent, price * BigInt(requestsWanted - 1 + dropped.length));
    const again = [...service.sent].filter(([, count]) => count > 1);
    assert.equal(service.charged, price * BigInt(requestsWanted - 1) + price * BigInt(service.requests - service.sent.size));
    again.forEach(([page, count]) =>
      assert.ok(dropped.filter((one) => one === page).length >= count - 1, `${page} was bought ${count} times`),
    );

    const out = join(temporary.path, 'out');
    const exported = await runCollect(['--export', run, '--out', out]);
    assert.deepEqual([exported.code, exported.last?.['state']], [0, 'complete'], exported.said);
    const summary = JSON.parse(readFileSync(join(out, 'collect.json'), 'utf8')) as Readonly<Record<string, unknown>>;
    assert.deepEqual([summary['notFound'], summary['cost']], [[missing], formatMoney(price * BigInt(requestsWanted - 1))]);
    assert.equal(readdirSync(join(out, 'pages')).length, requestsWanted);
    const rows = readdirSync(join(out, 'users')).flatMap((file) =>
      readFileSync(join(out, 'users', file), 'utf8')
        .trimEnd()
        .split('\n'),
    );
    const records = new Set(rows.map((row) => row.replace(/,"record":.*/, '')));
    assert.deepEqual([rows.length, records.size], [2 * recordsPerPage * (entries - 1), rows.length]);

    assert.ok(service.limited > 0);
    const dump = postgres.dump();
    assert.ok(dump.includes(run));
    assert.equal(dump.split(key).length - 1, 0, 'keys in the database');
    await Promise.all(
      fleetOf.map(async (child) => {
        child.kill('SIGTERM');
        const [code] = (await once(child, 'close')) as [number | null];
        assert.equal(code, 0);
      }),
    );
  });

  it('pauses at Ctrl+C, and if a worker is connected to another service', async () => {
    const plan = [
      'userFollowers',
      '--param',
      'userId=5',
      '--budget',
      '1',
      ...connection,
      '--store',
      join(temporary.path, 'store'),
    ];
    const paused = await runCollect(plan, (child) => child.kill('SIGINT'));
    assert.deepEqual([paused.code, paused.last?.['reason']], [3, 'Paused. Resume to continue.'], paused.said);
    const other = startWorker(0, undefined, ['--primary', 'http://127.0.0.1:1', '--key', 'FLEET_KEY']);
    const refused = await runCollect(['--resume', paused.run]);
    assert.equal(refused.code, 3);
    assert.match(String(refused.last?.['reason']), /^A worker uses http:\/\/127\.0\.0\.1:1, but the run uses http/);
    other.kill('SIGTERM');
    await once(other, 'close');
    startWorker(0);
    const end = await runCollect(['--resume', paused.run]);
    assert.deepEqual([end.code, end.last?.['pages'], service.requests], [0, 2, 2], end.said);
  });
});
