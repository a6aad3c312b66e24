import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { type BenchRow, atLeast, atMost } from '../benchRow.mts';
import { median } from '../median.mts';
import { type Contestant, contestants } from './contestants.mts';
import { roundsOf } from '../rounds.mts';

const rounds = roundsOf(7);

/** The number of requests in each round, by concurrency. */
const callsAt = new Map([
  [1, 500],
  [32, 800],
]);

interface Measured {
  /** CPU time of this process, microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
}

/**
 * Requests for a 30 KB page over loopback from a server in another process: the client (validates, bills, budgets,
 * stores) compared with bare undici and fetch. Rounds are interleaved, so disturbances affect all of them.
 */
export async function benchClient(): Promise<readonly BenchRow[]> {
  const server = fork(new URL('./pageServer.mts', import.meta.url), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    const [line] = (await once(server.stdout ?? process.stdin, 'data')) as [Buffer];
    const all = contestants(`http://127.0.0.1:${line.toString().trim()}`);
    const rows: BenchRow[] = [];
    for (const [concurrency, calls] of callsAt) {
      rows.push(...rowsFor(concurrency, await measureAll(all, concurrency, calls)));
    }
    return rows;
  } finally {
    server.kill();
  }
}

async function measureAll(
  all: readonly Contestant[],
  concurrency: number,
  calls: number,
): Promise<ReadonlyMap<string, Measured>> {
  const measured = new Map<string, Measured[]>(all.map(({ name }) => [name, []]));
  for (const contestant of all) {
    await measure(contestant, concurrency, calls); // warm-up
  }
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with a different contestant, so none always pays for the same one's garbage.
    for (const contestant of [...all.slice(round), ...all.slice(0, round)]) {
      measured.get(contestant.name)?.push(await measure(contestant, concurrency, calls));
    }
  }
  return new Map(
    [...measured].map(([name, each]) => [
      name,
      { cpu: median(each.map(({ cpu }) => cpu)), perSecond: median(each.map(({ perSecond }) => perSecond)) },
    ]),
  );
}

async function measure({ call, name }: Contestant, concurrency: number, calls: number): Promise<Measured> {
  await collectGarbage();
  let left = calls;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      if (!isPage(await call())) {
        throw new Error(`${name} did not get the page`);
      }
    }
  };
  const started = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, lane));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1_000;
  return { cpu: (user + system) / calls, perSecond: calls / seconds };
}

/** Starts a measurement after garbage collection. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

function isPage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data) && value.data.length === 20;
}

function rowsFor(concurrency: number, measured: ReadonlyMap<string, Measured>): readonly BenchRow[] {
  const ours = measured.get('ours');
  if (ours === undefined) {
    return [];
  }
  return [...measured].flatMap(([name, reference]) => {
    const at = `at ${concurrency}, against ${name}`;
    if (name === 'ours') {
      return [];
    }
    const isBare = name.startsWith('undici');
    return [
      atMost(`CPU per call ${at}`, ours.cpu, reference.cpu, isBare ? 1.35 : 1, 'µs'),
      atLeast(`calls per second ${at}`, ours.perSecond, reference.perSecond, isBare ? 0.75 : 1, '/s'),
    ];
  });
}
