import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { atMost, type BenchRow } from '../benchRow.mts';
import type * as treesSuite from './treesSuite.ts';
import { median } from '../median.mts';
import { benchInWorkbench } from './treesInWorkbench.mts';

const rounds = 31;
const warmUps = 15;
const many = 100_000;
/** Expanding a huge row may cost this many times what a row of one window costs. */
const promised = 3;

type Suite = typeof treesSuite;

/** A row with 100,000 children loaded: the rows that VS Code is handed, then what a person waits for. */
export async function benchTrees(): Promise<readonly BenchRow[]> {
  const handed = await benchRows();
  return [...handed, ...(await benchInWorkbench(many))];
}

/** How long it takes to hand VS Code the rows of an expanded node with 100,000 children loaded, beside one with 500. */
async function benchRows(): Promise<readonly BenchRow[]> {
  const outfile = join(projectFolders.root, 'out', 'bench', 'treesSuite.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'treesSuite.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'error', // the stand-in has what rows use, not what commands do
    alias: {
      vscode: join(import.meta.dirname, 'vscodeOfTreesSuite.ts'),
      '@vscode/l10n': fileURLToPath(import.meta.resolve('@vscode/l10n/dist/browser.js')), // as the extension is built
    },
  });
  const { expand, loadedRow } = (await import(pathToFileURL(outfile).href)) as Suite; // built just now from that file
  const [huge, plain] = [await loadedRow(many), await loadedRow(500)];
  const times: { readonly huge: number; readonly plain: number }[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const took = { plain: await expand(plain), huge: await expand(huge) };
    if (round >= 0) {
      times.push(took);
    }
  }
  return [
    atMost(
      'rows of a node with 100,000 children loaded, beside one with 500',
      median(times.map((time) => time.huge)) * 1_000,
      median(times.map((time) => time.plain)) * 1_000,
      promised,
      'µs',
    ),
  ];
}
