import { median } from '../median.mts';
import type { Reader } from './readers.mts';
import { roundsOf } from '../rounds.mts';

/** Short bodies are read several times between two looks at the clock. */
const batchBytes = 400_000;
const warmUps = 2;
const rounds = roundsOf(15);

/** A body and the microseconds that it takes: medians, so that what disturbs the machine now and then does not count. */
export interface Measured {
  readonly operation: string;
  readonly bytes: number;
  readonly parse: number;
  /** By the reader's name; only of those that have a parser for it. */
  readonly read: ReadonlyMap<string, number>;
}

/** Measures parsing a body, and each reader over freshly parsed ones, in turns. Peers change what they read. */
export function measure(readers: readonly Reader[], operation: string, text: string): Measured {
  const copies = Math.max(1, Math.ceil(batchBytes / text.length));
  const parses: number[] = [];
  const reads = new Map<string, number[]>();
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const reader of readers) {
      const read = reader.readerOf(operation);
      if (read === undefined) continue;
      const bodies: unknown[] = [];
      const start = performance.now();
      for (let copy = 0; copy < copies; copy += 1) bodies.push(JSON.parse(text));
      const between = performance.now();
      for (const body of bodies) attempt(read, body);
      const end = performance.now();
      if (round >= 0) {
        parses.push(((between - start) * 1000) / copies);
        reads.set(reader.name, [...(reads.get(reader.name) ?? []), ((end - between) * 1000) / copies]);
      }
    }
  }
  const read = new Map([...reads].map(([name, times]) => [name, median(times)]));
  return { operation, bytes: text.length, parse: median(parses), read };
}

function attempt(read: (body: unknown) => unknown, body: unknown): void {
  try {
    read(body);
  } catch {
    // a peer that cannot read a body is done with it; what that costs it in records is in the other table
  }
}
