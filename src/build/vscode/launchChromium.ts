import { type Browser, chromium as playwright } from 'playwright-core';
import { type Chromium, chromiumFlags } from './chromium.ts';

/**
 * Launches a Chromium without a window. It stays until it is closed: signals are this project's business, because
 * a browser that is gone before the server would look like a failure.
 */
export async function launchChromium(chromium: Chromium): Promise<Browser> {
  return await playwright.launch({
    executablePath: chromium.executable,
    args: [...chromiumFlags],
    env: { ...definedOnly(process.env), ...chromium.env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

function definedOnly(env: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
