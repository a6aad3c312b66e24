import { atMost, type BenchRow, beside } from '../benchRow.mts';
import { median } from '../median.mts';
import { requestOnce } from './requestOnce.mts';
import { type Contestant, emptyContestant } from './contestants.mts';
import { runServer } from './runServer.mts';
import { roundsOf } from '../rounds.mts';

const rounds = roundsOf(7);

interface Started {
  /** From process start to its ready message. */
  readonly readyMs: number;
  /** From process start to its first complete response. */
  readonly ms: number;
  /** Resident memory after it. */
  readonly megabytes: number;
}

/** The time to a server's first response, compared with an empty server, one process at a time; the rounds are interleaved. */
export async function startRows(server: Contestant): Promise<readonly BenchRow[]> {
  const all = [emptyContestant, server].map((contestant) => ({
    contestant,
    starts: new Array<Started>(),
  }));
  for (const { contestant } of all) await start(contestant); // fills the file cache and Node's compile cache
  for (let round = 0; round < rounds; round += 1) {
    const first = round % all.length;
    for (const { contestant, starts } of [...all.slice(first), ...all.slice(0, first)]) starts.push(await start(contestant));
  }
  const [empty, ours] = all.map(({ starts }) => ({
    readyMs: median(starts.map(({ readyMs }) => readyMs)),
    ms: median(starts.map(({ ms }) => ms)),
    megabytes: median(starts.map(({ megabytes }) => megabytes)),
  }));
  if (empty === undefined || ours === undefined) throw new TypeError('Both are measured');
  return [
    // without the sample data, which is created on first use
    beside('start to listening, against an empty node:http server', ours.readyMs, empty.readyMs, 'ms'),
    atMost('start to the first answer, against an empty node:http server', ours.ms, empty.ms, 2, 'ms'),
    atMost('memory after the first answer, against an empty node:http server', ours.megabytes, empty.megabytes, 1.5, 'MB'),
  ];
}

async function start(contestant: Contestant): Promise<Started> {
  const startedAt = performance.now();
  await using server = await runServer(contestant);
  const readyMs = performance.now() - startedAt;
  await requestOnce(server.port, server.path, { 'x-api-key': 'bench' });
  const ms = performance.now() - startedAt;
  return { readyMs, ms, megabytes: (await server.rss()) / 2 ** 20 };
}
