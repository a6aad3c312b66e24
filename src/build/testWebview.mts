// The suites that click through the real workbench with Playwright, once the extension is built.
// They always use the server target, whose workbench is a page. Files or globs choose suites.
import { globSync, mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { projectFolders } from './projectFolders.ts';
import { runTestSteps } from './runStep.ts';
import { finishTestProcess, sumTestRuns } from './testRun.ts';
import { launchChromium } from './vscode/chromium.ts';
import { ensureCodeServer } from './vscode/installNpmPackage.ts';

/** How many processes share the suites: the browser and the extension host of each keep a core busy. */
const lanes = Math.min(2, availableParallelism());

const patterns = process.argv.length === 2 ? ['test/webview/**/*.test.ts'] : process.argv.slice(2);
const files = globSync(patterns, { cwd: projectFolders.root });
// Fetched once, not by each lane.
await ensureCodeServer();
await (await launchChromium()).close();
mkdirSync(projectFolders.totals, { recursive: true });
const steps = divideByLength(files, lanes).map((share, index) => ({
  name: `workbench ${index + 1}`,
  args: ['src/build/testFast.mts', ...share],
  reportsCounts: true,
}));
finishTestProcess(sumTestRuns((await runTestSteps(steps, lanes)).map(({ run }) => run)));

/** Divides suites so that each lane has about as much to do: the long ones first, each to the lane with the least. */
function divideByLength(all: readonly string[], count: number): readonly (readonly string[])[] {
  const length = (file: string): number => statSync(resolve(projectFolders.root, file)).size;
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], length: 0 }));
  for (const file of all.toSorted((a, b) => length(b) - length(a))) {
    const [least] = shares.toSorted((a, b) => a.length - b.length);
    least?.files.push(file);
    if (least !== undefined) least.length += length(file);
  }
  return shares.flatMap((share) => (share.files.length === 0 ? [] : [share.files]));
}
