// The suites that click through the real workbench with Playwright, once the extension is built.
// They always use the server target, whose workbench is a page. Files or globs choose suites.
import { globSync, mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { projectFolders } from './projectFolders.ts';
import { finishTestProcess, sumTestRuns, runTestSteps } from './runStep.ts';
import { launchChromium } from './vscode/chromium.ts';
import { ensureCodeServer } from './vscode/installNpmPackage.ts';

/** How many processes share the suites: the browser and the extension host of each keep a core busy. */
const lanes = Math.min(2, availableParallelism());

const patterns = process.argv.length === 2 ? ['test/webview/**/*.test.ts'] : process.argv.slice(2);
const { root } = projectFolders;
const files = globSync(patterns, { cwd: root });
// Fetched once, not by each lane.
await ensureCodeServer();
await (await launchChromium()).close();
mkdirSync(projectFolders.totals, { recursive: true });
// the long ones first, so that each lane has about as much to do
const bySize = files.toSorted((a, b) => statSync(resolve(root, b)).size - statSync(resolve(root, a)).size);
const shares = Array.from({ length: Math.min(lanes, files.length) }, (_, lane) =>
  bySize.filter((_, index) => index % lanes === lane),
);
const steps = shares.map((share, index) => ({
  name: `workbench ${index + 1}`,
  args: ['src/build/testFast.mts', ...share],
  reportsCounts: true,
}));
finishTestProcess(sumTestRuns((await runTestSteps(steps, lanes)).map(({ run }) => run)));
