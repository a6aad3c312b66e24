import { captureFiles, captureText } from '../../unit/client/upstream/captureFiles.ts';
import { type BenchRow, atMost, beside } from '../benchRow.mts';
import { installPeers } from '../installPeers.mts';
import { printLines } from '../printTable.mts';
import { type Found, foundBy } from './losses.mts';
import { type Measured, measure } from './measure.mts';
import { memoryRows } from './memoryRows.mts';
import { type Reader, readers } from './readers.mts';

const limit = 0.3;

type Bodies = readonly (readonly [operation: string, text: string])[];

/**
 * The time of reading parsed bodies over the time of `JSON.parse` of the same bytes, per operation of the captures and
 * overall; beside it what the peers need on what they have a parser for, and what each one loses there.
 */
export async function benchUpstream(): Promise<readonly BenchRow[]> {
  const memory = await memoryRows();
  if (captureFiles.length === 0) {
    process.stderr.write('SOCIAL_DATA_CAPTURES names no folder: reading captures is not measured.\n');
    return memory;
  }
  const bodies: Bodies = captureFiles.map((file) => [file.split('__')[0] ?? '', captureText(file)]);
  const all = await readers(await installPeers());
  const [ours, ...peers] = all;
  if (ours === undefined) return memory;
  quietly(() => printLosses(all, bodies));
  const measured = quietly(() => bodies.map(([operation, text]) => measure(all, operation, text)));
  const timeOf = (reader: Reader, some: readonly Measured[]): number => sum(some, ({ read }) => read.get(reader.name) ?? 0);
  const parseOf = (some: readonly Measured[]): number => sum(some, ({ parse }) => parse);
  const groups = [...Map.groupBy(measured, ({ operation }) => operation), ['all operations', measured] as const];
  const own = groups.map(([name, some]) => {
    const kilobytes = Math.round(sum(some, ({ bytes }) => bytes) / 1000);
    const what = `read ${name} (${some.length}, ${kilobytes} kB) over JSON.parse`;
    return atMost(what, timeOf(ours, some), parseOf(some), limit, 'µs');
  });
  const others = peers.flatMap((peer) => {
    const some = measured.filter(({ read }) => read.has(peer.name));
    return [peer, ours].map((reader) =>
      beside(
        `${reader.name} on the ${some.length} that ${peer.name} has a parser for`,
        timeOf(reader, some),
        parseOf(some),
        'µs',
      ),
    );
  });
  return [...own, ...others, ...memory];
}

function sum(some: readonly Measured[], of: (one: Measured) => number): number {
  return some.reduce((total, one) => total + of(one), 0);
}

function printLosses(all: readonly Reader[], bodies: Bodies): void {
  const [ours] = all;
  const line = (name: string, count: number, { records, handles, longTexts, cursors }: Found): readonly string[] => [
    name,
    String(count),
    ...[records, handles, longTexts, cursors].map(([some, of]) => `${some} of ${of}`),
  ];
  const lines = all.flatMap((reader) => {
    const readable = bodies.filter(([operation]) => reader.readerOf(operation) !== undefined);
    const its = line(reader.name, readable.length, foundBy(reader, readable));
    return reader === ours || ours === undefined
      ? [its]
      : [its, line('  ours on the same', readable.length, foundBy(ours, readable))];
  });
  printLines('upstream: what is found', [
    ['reader', 'bodies', 'records', 'with their handle', 'long texts', 'cursors'],
    ...lines,
  ]);
}

/** Runs something while the peers’ own messages are kept from the tables. */
function quietly<T>(run: () => T): T {
  const { log, warn, error } = console;
  Object.assign(console, { log: () => undefined, warn: () => undefined, error: () => undefined });
  try {
    return run();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
