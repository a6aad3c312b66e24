import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { untilQuiet } from '../workbench/untilQuiet.ts';

/** VS Code calls this. Activates the extensions that the environment names, in that order, and writes their times. */
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
