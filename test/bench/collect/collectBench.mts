import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { atLeast, atMost, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { isShort, roundsOf } from '../rounds.mts';

const pages = isShort ? 100 : 2_000;
const rounds = roundsOf(3);
const maxMegabytes = 200;

interface Measured {
  readonly perSecond: number;
  readonly megabytes: number;
}

/** Collects 200,000 followers into files, next to the client alone, each in a process of its own. */
export async function benchCollect(): Promise<readonly BenchRow[]> {
  const server = fork(new URL('./followerServer.mts', import.meta.url), [String(pages)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // deleted at the end: file systems create files more slowly after many were deleted
  const temporary = await createTemporaryFolder('collect-bench');
  try {
    const [line] = (await once(server.stdout ?? process.stdin, 'data')) as [Buffer];
    const baseUrl = `http://127.0.0.1:${line.toString().trim()}`;
    const measured: Record<'bare' | 'ndjson' | 'parquet', Measured[]> = { bare: [], ndjson: [], parquet: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const mode of ['bare', 'ndjson', 'parquet'] as const) {
        measured[mode].push(await measure(mode, baseUrl, join(temporary.path, `${mode}-${round}`)));
      }
    }
    const speed = (mode: keyof typeof measured) => median(measured[mode].map(({ perSecond }) => perSecond));
    const rows: BenchRow[] = [];
    for (const format of ['ndjson', 'parquet'] as const) {
      const { megabytes } = await measure(format, baseUrl, join(temporary.path, `${format}-memory`), ['--expose-gc']);
      rows.push(
        atLeast(`200,000 followers to ${format}; the client alone`, speed(format), speed('bare'), 0.5, 'pages/s'),
        atMost('the same, most memory in use; the limit', megabytes, maxMegabytes, 1, 'MB'),
      );
    }
    return rows;
  } finally {
    server.kill();
    await temporary[Symbol.asyncDispose]();
  }
}

async function measure(mode: string, baseUrl: string, folder: string, options: readonly string[] = []): Promise<Measured> {
  const script = fileURLToPath(new URL('./collectOnce.mts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...options, script, mode, baseUrl, folder]);
  return JSON.parse(stdout) as Measured;
}
