import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeBigBody } from './bigBody.ts';

/** Peak memory for parsing a body and for reading it, each in its own process, in megabytes. */
export interface Peaks {
  readonly parse: number;
  readonly read: number;
  /** The number of posts, and how many were read. */
  readonly posts: number;
  readonly records: number;
}

const child = fileURLToPath(new URL('readInChild.ts', import.meta.url));

/** Measures both with a synthetic body, each in its own process. */
export async function measurePeaks(bytes: number): Promise<Peaks> {
  const folder = await mkdtemp(join(tmpdir(), 'upstream-'));
  try {
    const file = join(folder, 'body.json');
    const posts = await writeBigBody(file, bytes);
    const [parsed, read] = [await peakOf('parse', file), await peakOf('read', file)];
    return { parse: parsed.peak, read: read.peak, posts, records: read.records };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function peakOf(what: 'parse' | 'read', file: string): Promise<{ readonly peak: number; readonly records: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, what, file]);
  const printed = JSON.parse(stdout) as { readonly records: number; readonly peakKilobytes: number }; // what the child prints
  return { peak: printed.peakKilobytes / 1024, records: printed.records };
}
