import { readParsedUpstream } from '../../../src/client/upstream/readUpstream.ts';
import { captureFiles, captureText } from '../../unit/client/upstream/captureFiles.ts';
import { type BenchRow, atMost } from '../benchRow.mts';
import { median } from '../median.mts';
import { roundsOf } from '../rounds.mts';
import { memoryRows } from './memoryRows.mts';

const limit = 0.3;
/** Short bodies are read several times per measurement. */
const batchBytes = 400_000;
const warmUps = 2;
const rounds = roundsOf(15);

/** A body and its time in microseconds. */
interface Measured {
  readonly operation: string;
  readonly bytes: number;
  readonly parse: number;
  readonly read: number;
}

/** The time for reading parsed bodies, compared with `JSON.parse` of the same bytes, per captured operation and in total. */
export async function benchUpstream(): Promise<readonly BenchRow[]> {
  const memory = await memoryRows();
  if (captureFiles.length === 0) {
    process.stderr.write('SOCIAL_DATA_CAPTURES names no folder: reading captures is not measured.\n');
    return memory;
  }
  const measured = captureFiles.map((file) => measure(file.split('__')[0] ?? '', captureText(file)));
  const groups = [...Map.groupBy(measured, ({ operation }) => operation), ['all operations', measured] as const];
  const rows = groups.map(([name, some]) => {
    const sum = (of: (one: Measured) => number) => some.reduce((total, one) => total + of(one), 0);
    const what = `read ${name} (${some.length}, ${Math.round(sum(({ bytes }) => bytes) / 1000)} kB) over JSON.parse`;
    return atMost(
      what,
      sum(({ read }) => read),
      sum(({ parse }) => parse),
      limit,
      'µs',
    );
  });
  return [...rows, ...memory];
}

function measure(operation: string, text: string): Measured {
  const copies = Math.max(1, Math.ceil(batchBytes / text.length));
  const parses: number[] = [];
  const reads: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const bodies: unknown[] = [];
    const start = performance.now();
    for (let copy = 0; copy < copies; copy += 1) bodies.push(JSON.parse(text));
    const between = performance.now();
    for (const body of bodies) readParsedUpstream(body);
    const end = performance.now();
    if (round < 0) continue;
    parses.push(((between - start) * 1000) / copies);
    reads.push(((end - between) * 1000) / copies);
  }
  return { operation, bytes: text.length, parse: median(parses), read: median(reads) };
}
