// Runs the built suites, or only the named ones, inside the extension host of VS Code's server:
// `node src/build/testVscode.mts users threads`.
import { basename, join } from 'node:path';
import { mkdir, rm } from 'node:fs/promises';
import { exitOnSignals } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { countFailedExitAsFailure, finishTestProcess, readTestRun } from './runStep.ts';
import { ensureCodeServer } from './vscode/installNpmPackage.ts';
import { runTestsOnServer } from './vscode/runTestsOnServer.ts';

/** Much longer than a test's time limit, in milliseconds. */
const maxVscodeRunMs = 50 * 60_000;

exitOnSignals();
const totalsFile = join(projectFolders.totals, 'vscode-suites.json');
await mkdir(projectFolders.totals, { recursive: true });
await rm(totalsFile, { force: true });
const suites = process.argv.slice(2).map((file) => basename(file).replace(/\.test\.(js|ts)$/, ''));
const env = { SOCIAL_DATA_TEST_SUITES: suites.join(' '), SOCIAL_DATA_TEST_TOTALS: totalsFile };
const run = { env, deadline: maxVscodeRunMs, name: 'vscode-suites' };
const code = await runTestsOnServer(await ensureCodeServer(), run);
finishTestProcess(countFailedExitAsFailure(code, await readTestRun(totalsFile), true));
