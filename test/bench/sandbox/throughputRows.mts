import { fork } from 'node:child_process';
import { once } from 'node:events';
import { atLeast, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import type { Contestant } from './contestants.mts';
import { type LoadOrder, type LoadReport, loadReportSchema } from './loadOrder.mts';
import { type RunningServer, runServer } from './runServer.mts';
import { roundsOf } from '../rounds.mts';

const rounds = roundsOf(14);
const connections = 16;
/** A key's balance lasts for 50,000 requests. */
const roundMs = 500;

interface Measured {
  readonly name: Contestant['name'];
  readonly perSecond: number;
  readonly bytesEach: number;
}

/**
 * Requests per second for one page. All servers are running, but only one at a time has load; the rounds are interleaved.
 * @param limit the required multiple of bare node:http
 */
export async function throughputRows(all: readonly Contestant[], limit = 1.5): Promise<readonly BenchRow[]> {
  const load = fork(new URL('load.mts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await using servers = new AsyncDisposableStack();
  servers.defer(() => void load.kill());
  const running: { readonly name: Contestant['name']; readonly server: RunningServer; readonly reports: LoadReport[] }[] = [];
  for (const contestant of all) {
    running.push({ name: contestant.name, server: servers.use(await runServer(contestant)), reports: [] });
  }
  const measure = async ({ port, path }: RunningServer, key: string): Promise<LoadReport> => {
    const order: LoadOrder = { port, path, headers: { 'x-api-key': key }, connections, ms: roundMs };
    load.send(order);
    const messages: readonly unknown[] = await Promise.race([once(load, 'message'), ended]);
    return loadReportSchema.parse(messages[0]);
  };
  const ended = once(load, 'exit').then(() => {
    throw new Error('The load ended before its time');
  });
  for (const { server } of running) await measure(server, 'bench-warm-up');
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with a different contestant, and each has its own key with a full balance.
    for (const { server, reports } of [...running.slice(round % running.length), ...running.slice(0, round % running.length)]) {
      reports.push(await measure(server, `bench-${round}`));
    }
  }
  return rowsOf(
    running.map(({ name, reports }) => ({
      name,
      perSecond: median(reports.map(({ perSecond }) => perSecond)),
      bytesEach: median(reports.map(({ bytesEach }) => bytesEach)),
    })),
    limit,
  );
}

function rowsOf(measured: readonly Measured[], limit: number): readonly BenchRow[] {
  const ours = measured.find(({ name }) => name === 'ours');
  const bare = measured.find(({ name }) => name === 'bare');
  if (ours === undefined || bare === undefined) throw new TypeError('Ours and its reference are measured');
  if (ours.bytesEach !== bare.bytesEach) throw new Error(`Ours gave ${ours.bytesEach} bytes, the reference ${bare.bytesEach}`);
  const what = `calls per second at ${connections} connections, ${ours.bytesEach} bytes each, against bare node:http`;
  return [atLeast(what, ours.perSecond, bare.perSecond, limit, '/s')];
}
