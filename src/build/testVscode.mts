// The suites that run inside a real VS Code, once built: says which VS Code, fails when there is none.
// Names choose suites: `node src/build/testVscode.mts users threads`. What fails by itself is run once more, and said.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { endOnSignals } from './endOnSignals.ts';
import { filesToTryAgain, unsteadyOf, withSecondTry } from './secondTry.ts';
import { readJsonIfThere } from './stepRunner.ts';
import { presentTotals, readTotals } from './totals.ts';
import { calmSettings } from './vscode/calmSettings.ts';
import { chromium } from './vscode/chromium.ts';
import { desktopVscode } from './vscode/desktopVscode.ts';
import { projectFolders } from './vscode/projectFolders.ts';
import { provideVscode, wishedTarget } from './vscode/provideVscode.ts';
import { runTestsOnServer } from './vscode/runTestsOnServer.ts';
import { profileFolders } from './vscode/serverArguments.ts';
import { temporaryFolder } from './vscode/temporaryFolder.ts';

/** What the suites' own runner reads. */
type SuiteEnvironment = Readonly<Record<'SOCIAL_DATA_TEST_SUITES' | 'SOCIAL_DATA_TEST_TOTALS', string>>;

/** How long all suites together may take, in milliseconds: a test that hangs ends long before, by its own limit. */
const deadline = 14 * 60_000;

endOnSignals();
const vscode = await provideVscode({ target: wishedTarget(process.env), installed: false }, console.log);
console.log(`VS Code: ${vscode.label}`);
await mkdir(projectFolders.totals, { recursive: true });
process.exitCode = await runAll(process.argv.slice(2));

/** Runs the suites, and once more those that failed. @returns the exit code */
async function runAll(suites: readonly string[]): Promise<number> {
  const first = await run(suites, 'vscode-suites');
  const again = filesToTryAgain(first.written).map((file) => basename(file, '.test.js'));
  if (again.length === 0) return await end(first.written, first.code);
  console.log(`Run once more, alone: ${again.join(', ')}`);
  const second = await run(again, 'vscode-suites-again');
  const written = withSecondTry(first.written, second.written);
  return await end(written, written === first.written ? first.code : second.code);
}

async function end(written: unknown, code: number): Promise<number> {
  const totalsFile = process.env['SOCIAL_DATA_TEST_TOTALS'];
  if (totalsFile !== undefined && written !== undefined) await writeFile(totalsFile, JSON.stringify(written));
  for (const one of unsteadyOf(written)) console.log(`passed in a second try: ${one}`);
  const totals = readTotals(written);
  if (totals !== undefined) console.log(presentTotals(totals));
  return code;
}

async function run(suites: readonly string[], name: string): Promise<{ readonly code: number; readonly written: unknown }> {
  const totalsFile = join(projectFolders.totals, `${name}.json`);
  await rm(totalsFile, { force: true });
  const env = { SOCIAL_DATA_TEST_SUITES: suites.join(' '), SOCIAL_DATA_TEST_TOTALS: totalsFile };
  const code = vscode.target === 'desktop' ? await onDesktop(vscode.path, env) : await onServer(vscode.path, env, name);
  return { code, written: await readJsonIfThere(totalsFile) };
}

async function onServer(entry: string, env: SuiteEnvironment, name: string): Promise<number> {
  const browser = await chromium(projectFolders.cache, console.log);
  console.log(`Chromium: ${browser.origin}`);
  return await runTestsOnServer(entry, browser, { env, deadline, name }, console.log);
}

async function onDesktop(executable: string, env: SuiteEnvironment): Promise<number> {
  await using base = await temporaryFolder('suite');
  const folders = profileFolders(base.path);
  await cp(projectFolders.demo, folders.workspace, { recursive: true });
  const settings = calmSettings;
  const window = await desktopVscode({ executable, folders, settings, env, tests: projectFolders.suites });
  const timer = setTimeout(() => {
    console.error(`The tests in VS Code did not end within ${deadline / 1000} s.`);
    void window.stop();
  }, deadline);
  const how = await window.ended;
  clearTimeout(timer);
  await window.stop();
  return how === 'exit code 0' ? 0 : 1;
}
