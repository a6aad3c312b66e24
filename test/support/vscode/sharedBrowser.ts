import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../src/build/vscode/chromium.ts';

let shared: Promise<Browser> | undefined;

/** The browser of all suites of this process, each of which has its own contexts; closed after the last suite. */
export async function getSharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  return await shared;
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}
