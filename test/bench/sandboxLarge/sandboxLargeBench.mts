import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchRow, atMost } from '../benchRow.mts';
import { type Measured, measuredSchema } from './measured.mts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('measureWorld.mts', import.meta.url));

/** What a whole run may take, megabytes. */
const mostMemory = 400;

/** The sandbox's large world beside its small one, each in a process of its own, over HTTP. */
export async function benchSandboxLarge(): Promise<readonly BenchRow[]> {
  const small = await measure('small');
  const large = await measure('large');
  const beside = (what: string, ours: number, reference: number): BenchRow => ({
    what,
    ours: `${ours.toFixed(1)} ms`,
    reference: `${reference.toFixed(1)} ms small`,
    ratio: ours / reference,
    toReach: '',
    isReached: undefined,
  });
  const both = (what: string, pick: (measured: Measured) => readonly number[]): readonly BenchRow[] =>
    [50, 99].map((part) => beside(`large: ${what}, p${part}`, percentile(pick(large), part), percentile(pick(small), part)));
  return [
    beside('large: start to first answer', large.startMs, small.startMs),
    atMost('large: memory after the run, of the most it may take', large.rssMb, mostMemory, 1, 'MB'),
    ...both('search for posts', (measured) => measured.searchMs),
    ...both('search for people', (measured) => measured.peopleMs),
    ...both('timelines, followers, likes', (measured) => measured.timelineMs),
    ...both('sixty pages down', (measured) => measured.deepMs),
  ];
}

async function measure(size: 'small' | 'large'): Promise<Measured> {
  const { stdout } = await run(process.execPath, [script, size], { maxBuffer: 2 ** 24 });
  return measuredSchema.parse(JSON.parse(stdout));
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN;
}
