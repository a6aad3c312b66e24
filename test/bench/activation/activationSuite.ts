import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** What VS Code calls: activates the extensions that the environment names, in that order, and writes how long each took. */
export async function run(): Promise<void> {
  const file = process.env['BENCH_RESULT'];
  const order = (process.env['BENCH_ORDER'] ?? '').split(',');
  if (file === undefined) {
    throw new Error('BENCH_RESULT names no file');
  }
  await untilQuiet();
  const took: Record<string, number> = {};
  for (const id of order) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined) {
      throw new Error(`${id} is not installed`);
    }
    if (extension.isActive) {
      throw new Error(`${id} is active already: nothing is left to measure`);
    }
    const begin = performance.now();
    await extension.activate();
    took[id] = performance.now() - begin;
  }
  writeFileSync(file, JSON.stringify(took));
}

const quietRounds = 20;
const quietMs = 5;
const maxWaitMs = 60_000;

/** Waits until the host has nothing else to do: a start goes on long after the first extension may run. */
async function untilQuiet(): Promise<void> {
  const end = performance.now() + maxWaitMs;
  let quiet = 0;
  while (quiet < quietRounds && performance.now() < end) {
    const begin = performance.now();
    await vscode.commands.executeCommand('setContext', 'benchActivation', quiet);
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    quiet = performance.now() - begin < 3 * quietMs ? quiet + 1 : 0;
  }
}
