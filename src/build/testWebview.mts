// Runs the suites for the real workbench, or the given files or globs, with Playwright. The extension must be built.
// They always use VS Code's server, whose workbench is a page.
import { globSync, mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { projectFolders } from './projectFolders.ts';
import { finishTestProcess, sumTestRuns, runTestSteps } from './runStep.ts';
import { launchChromium } from './vscode/chromium.ts';
import { ensureCodeServer } from './vscode/installNpmPackage.ts';

/** Each process's browser and extension host keep a core busy. */
const lanes = Math.min(2, availableParallelism());

const patterns = process.argv.length === 2 ? ['test/webview/**/*.test.ts'] : process.argv.slice(2);
const { root } = projectFolders;
const files = globSync(patterns, { cwd: root });
// downloads before the lanes start
await ensureCodeServer();
await (await launchChromium()).close();
mkdirSync(projectFolders.totals, { recursive: true });
// each lane gets about the same share
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
