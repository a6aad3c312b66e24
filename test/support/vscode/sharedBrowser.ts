import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../src/build/vscode/chromium.ts';

let shared: Promise<Browser> | undefined;

/** The browser of all suites of this process, each of which has contexts of its own; it is closed when all of them have ended. */
export async function getSharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  return await shared;
}

/** Closes it where it was opened. */
export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}
