import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { installTestExtension, testExtensionFolder } from '../../support/vscode/installTestExtension.ts';
import { runCommand, statusBarItem } from '../../support/vscode/workbench.ts';

const title = 'Bench: Weigh Extension Host';
const name = 'host-memory';

/** All extensions share one process, so this one can measure the memory of ours. */
const main = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
export function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('bench.hostMemory', () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(join(context.extensionPath, 'weighed.json'), String(heapUsed + external));
    vscode.window.setStatusBarMessage('weighed ' + Date.now(), 1000);
  }));
}
`;

/** Installs an extension that measures the extension host's memory. */
export async function installHostMemory(workspace: string): Promise<void> {
  const commands = [{ command: 'bench.hostMemory', title }];
  await installTestExtension(extensionsBeside(workspace), { name, main, commands });
}

/** The extension host's memory after garbage collection, bytes. */
export async function hostMemory(page: Page, workspace: string): Promise<number> {
  const weighed = join(testExtensionFolder(extensionsBeside(workspace), name), 'weighed.json');
  await rm(weighed, { force: true });
  await runCommand(page, title);
  await statusBarItem(page, 'weighed').waitFor();
  const bytes = Number(await readFile(weighed, 'utf8'));
  await statusBarItem(page, 'weighed').waitFor({ state: 'detached' });
  return bytes;
}

/** Script object memory in the page and its process's webviews after garbage collection, bytes. */
export async function pageMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function extensionsBeside(workspace: string): string {
  return join(dirname(workspace), 'extensions');
}
