// The suites that run inside a real VS Code, once built: says which VS Code, fails when there is none.
import { cp } from 'node:fs/promises';
import { endOnSignals } from './endOnSignals.ts';
import { calmSettings } from './vscode/calmSettings.ts';
import { chromium } from './vscode/chromium.ts';
import { desktopVscode } from './vscode/desktopVscode.ts';
import { projectFolders } from './vscode/projectFolders.ts';
import { provideVscode, wishedTarget } from './vscode/provideVscode.ts';
import { runTestsOnServer } from './vscode/runTestsOnServer.ts';
import { profileFolders } from './vscode/serverArguments.ts';
import { temporaryFolder } from './vscode/temporaryFolder.ts';

/** How long all suites together may take, in milliseconds: a test that hangs ends long before, by its own limit. */
const deadline = 14 * 60_000;

endOnSignals();
const vscode = await provideVscode({ target: wishedTarget(process.env), installed: false }, console.log);
console.log(`VS Code: ${vscode.label}`);
process.exitCode = vscode.target === 'desktop' ? await onDesktop(vscode.path) : await onServer(vscode.path);

async function onServer(entry: string): Promise<number> {
  const browser = await chromium(projectFolders.cache, console.log);
  console.log(`Chromium: ${browser.origin}`);
  return await runTestsOnServer(entry, browser, { env: {}, deadline }, console.log);
}

async function onDesktop(executable: string): Promise<number> {
  await using base = await temporaryFolder('suite');
  const folders = profileFolders(base.path);
  await cp(projectFolders.demo, folders.workspace, { recursive: true });
  const settings = calmSettings;
  const window = await desktopVscode({ executable, folders, settings, env: {}, tests: projectFolders.suites });
  const timer = setTimeout(() => {
    console.error(`The tests in VS Code did not end within ${deadline / 1000} s.`);
    void window.stop();
  }, deadline);
  const how = await window.ended;
  clearTimeout(timer);
  await window.stop();
  return how === 'exit code 0' ? 0 : 1;
}
