import { type BenchRow, atMost } from '../benchRow.mts';
import { isShort } from '../rounds.mts';
import { measurePeaks } from '../../unit/client/upstream/memory/peakMemory.ts';

const megabytes = isShort ? 5 : 50;

/** Peak memory while reading a large body, compared with parsing it. */
export async function memoryRows(): Promise<readonly BenchRow[]> {
  const { parse, read, posts } = await measurePeaks(megabytes * 1_000_000);
  return [atMost(`peak memory of reading ${megabytes} MB (${posts} posts) over JSON.parse`, read, parse, 2.5, 'MB')];
}
