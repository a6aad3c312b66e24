import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../src/build/vscode/chromium.ts';

let shared: Promise<Browser> | undefined;

/** The browser for all suites in this process, each with its own contexts. Closed after the last suite. */
export async function getSharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  return await shared;
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}
