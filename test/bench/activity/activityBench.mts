import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { atMost, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { fillStore } from '../store/fillStore.mts';
import { benchInWorkbench } from './activityInWorkbench.mts';
import type * as activitySuite from './activitySuite.ts';

const rounds = 15;
const warmUps = 3;
const many = 100_000;
/** As many as the view gives at once, so that both sides make the same rows. */
const few = 201;

type Suite = typeof activitySuite;

/** The Activity view with 100,000 exchanges kept: the rows that VS Code is handed, then what a person waits for. */
export async function benchActivity(): Promise<readonly BenchRow[]> {
  const handed = await benchRows();
  return [...handed, ...(await benchInWorkbench(many))];
}

/** How long it takes to make the first rows of 100,000 exchanges, all of one day, beside a day of one window. */
async function benchRows(): Promise<readonly BenchRow[]> {
  const { openActivity } = await suite();
  const folder = mkdtempSync(join(tmpdir(), 'activity-bench-'));
  try {
    const full = join(folder, 'full');
    const plain = join(folder, 'plain');
    for (const [path, count] of [
      [full, many],
      [plain, few],
    ] as const) {
      await openActivity(path, 'day'); // makes the database
      fillStore(join(path, databaseFileName), { many: count, overDays: 0 });
    }
    const rowOf = async (grouping: 'day' | 'endpoint', promised: number): Promise<BenchRow> => {
      const times: { readonly full: number; readonly plain: number }[] = [];
      for (let round = -warmUps; round < rounds; round += 1) {
        const took = { plain: await openActivity(plain, grouping), full: await openActivity(full, grouping) };
        if (took.full.rows < took.plain.rows) {
          throw new Error(`${took.full.rows} rows of ${many} exchanges, ${took.plain.rows} of ${few}`);
        }
        if (round >= 0) {
          times.push({ full: took.full.ms, plain: took.plain.ms });
        }
      }
      return atMost(
        `rows of Activity by ${grouping}, ${many} exchanges today; reference: ${few}`,
        median(times.map((time) => time.full)) * 1_000,
        median(times.map((time) => time.plain)) * 1_000,
        promised,
        'µs',
      );
    };
    return [await rowOf('day', 2), await rowOf('endpoint', 10)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function suite(): Promise<Suite> {
  const outfile = join(projectFolders.root, 'out', 'bench', 'activitySuiteOfRows.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'activitySuite.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['@vscode/l10n'], // CommonJS that asks for Node's modules: loaded as it is
    logLevel: 'error', // the stand-in has what rows use, not what commands do
    alias: { vscode: join(import.meta.dirname, '..', 'trees', 'vscodeOfTreesSuite.ts') },
  });
  return (await import(pathToFileURL(outfile).href)) as Suite; // built just now from that file
}
