// The suites that run inside a real VS Code, once built: says which VS Code, fails when there is none.
// Names choose suites: `node src/build/testVscode.mts users threads`. What fails by itself is run once more, and said.
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { endOnSignals } from './processes.ts';
import { makeProfile } from './profile.ts';
import { projectFolders, temporaryFolder } from './projectFolders.ts';
import { desktopVscode, provideVscode } from './provideVscode.ts';
import { runTestsOnServer } from './runTestsOnServer.ts';
import { readTestRun, runWithSecondTry, stepRun } from './testRun.ts';

/** How long all suites together may take, in milliseconds: a test that hangs ends long before, by its own limit. */
const deadline = 14 * 60_000;

endOnSignals();
const { target, path } = await provideVscode(false);
await mkdir(projectFolders.totals, { recursive: true });
await runWithSecondTry(process.argv.slice(2), async (suites, isSecond) => {
  const name = isSecond ? 'vscode-suites-again' : 'vscode-suites';
  const totalsFile = join(projectFolders.totals, `${name}.json`);
  await rm(totalsFile, { force: true });
  const env = {
    SOCIAL_DATA_TEST_SUITES: suites.map((suite) => basename(suite, '.test.js')).join(' '),
    SOCIAL_DATA_TEST_TOTALS: totalsFile,
  };
  const code = target === 'desktop' ? await onDesktop(env) : await runTestsOnServer(path, { env, deadline, name });
  return stepRun(code, await readTestRun(totalsFile), true);
});

async function onDesktop(env: Readonly<Record<string, string>>): Promise<number> {
  await using base = await temporaryFolder('suite');
  const folders = await makeProfile(base.path);
  const window = desktopVscode(path, folders, { env, tests: projectFolders.suites });
  const timer = setTimeout(() => {
    console.error(`The tests in VS Code did not end within ${deadline / 1000} s.`);
    void window.stop();
  }, deadline);
  const how = await window.ended;
  clearTimeout(timer);
  await window.stop();
  return how === 'exit code 0' ? 0 : 1;
}
