// Runs the built suites, or only the named ones, inside a real VS Code: `node src/build/testVscode.mts users threads`.
import { basename, join } from 'node:path';
import { mkdir, rm } from 'node:fs/promises';
import { exitOnSignals } from './processes.ts';
import { createTemporaryFolder, projectFolders } from './projectFolders.ts';
import { countFailedExitAsFailure, finishTestProcess, readTestRun } from './runStep.ts';
import { createVscodeProfile, testOnlySettings } from './vscode/profile.ts';
import { provideVscode, startDesktopVscode } from './vscode/provideVscode.ts';
import { runTestsOnServer } from './vscode/runTestsOnServer.ts';

/** Much longer than a test's time limit, in milliseconds. */
const maxVscodeRunMs = 50 * 60_000;

exitOnSignals();
const { target, path } = await provideVscode();
const totalsFile = join(projectFolders.totals, 'vscode-suites.json');
await mkdir(projectFolders.totals, { recursive: true });
await rm(totalsFile, { force: true });
const suites = process.argv.slice(2).map((file) => basename(file).replace(/\.test\.(js|ts)$/, ''));
const env = { SOCIAL_DATA_TEST_SUITES: suites.join(' '), SOCIAL_DATA_TEST_TOTALS: totalsFile };
const code =
  target === 'desktop'
    ? await runSuitesOnDesktop(path, env)
    : await runTestsOnServer(path, { env, deadline: maxVscodeRunMs, name: 'vscode-suites' });
finishTestProcess(countFailedExitAsFailure(code, await readTestRun(totalsFile), true));

async function runSuitesOnDesktop(executable: string, environment: Readonly<Record<string, string>>): Promise<number> {
  await using base = await createTemporaryFolder('suite');
  const folders = await createVscodeProfile(base.path, testOnlySettings);
  const window = startDesktopVscode(executable, folders, { env: environment, tests: projectFolders.suites });
  const timer = setTimeout(() => {
    console.error(`The tests in VS Code did not end within ${maxVscodeRunMs / 60_000} minutes.`);
    void window.stop();
  }, maxVscodeRunMs);
  const how = await window.ended;
  clearTimeout(timer);
  await window.stop();
  return how === 'exit code 0' ? 0 : 1;
}
