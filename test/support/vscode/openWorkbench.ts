import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { getSharedBrowser } from './sharedBrowser.ts';
import { ensureCodeServer } from '../../../src/build/vscode/installNpmPackage.ts';
import {
  installBuiltExtension,
  createVscodeProfile,
  testOnlySettings,
  type ProfileFolders,
} from '../../../src/build/vscode/profile.ts';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { startVscodeServer, toWorkbenchUrl } from '../../../src/build/vscode/vscodeServer.ts';
import { installTestExtension } from './installTestExtension.ts';
import { maxWaitMs } from '../limits.ts';

export type WorkbenchOptions = {
  /** The server log's name in `out/logs`. */
  readonly name: string;
  /** Additional user settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Additional variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** CSS pixels. Default: 1280 × 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** True to paint the page, for screenshots and measurements. */
  readonly isSeen?: boolean;
  /** Runs before VS Code opens the workspace, a copy of the demo. */
  readonly prepare?: (workspace: string) => Promise<void>;
  /** Installs extensions next to the one under test, into VS Code's extensions folder. */
  readonly install?: (extensions: string) => Promise<void>;
};

export type Workbench = {
  readonly page: Page;
  /** This VS Code's folders; `workspace` is open in it. */
  readonly folders: ProfileFolders;
  /** The workbench's and the extension host's console output. */
  readonly console: () => readonly string[];
  /** The number of responses that the extension host has received. */
  readonly responses: () => Promise<number>;
  /** Reloads the window, like *Developer: Reload Window*. */
  reload(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Built-in extensions that the extension under test needs for its themes and documents.
 * All ninety would take a quarter of the startup CPU time; `npm start` and the suites inside VS Code have them.
 */
const builtIns = [
  'theme-defaults',
  'theme-seti',
  'json',
  'json-language-features',
  'markdown-basics',
  'markdown-language-features',
] as const;

/**
 * Opens the built extension in a real workbench with its own server, folders, and browser context. Resolves
 * when the palette has all extensions' commands.
 * @throws Error if the server, the browser, or the workbench doesn't start
 */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const entry = await ensureCodeServer();
  await using stack = new AsyncDisposableStack();
  const base = stack.use(await createTemporaryFolder(`workbench-${basename(options.name)}`));
  const folders = await createVscodeProfile(base.path, { ...testOnlySettings, ...options.settings });
  await options.prepare?.(folders.workspace);
  await installBuiltExtension(folders.extensions);
  const responsesFile = join(base.path, 'responses');
  await installResponseCounter(folders.extensions, responsesFile);
  await options.install?.(folders.extensions);
  const builtIn = join(base.path, 'built-in');
  for (const one of builtIns) await cp(join(dirname(entry), '..', 'extensions', one), join(builtIn, one), { recursive: true });
  const server = await startVscodeServer({ entry, folders, builtIn, env: options.env, name: options.name });
  stack.defer(() => server.stop());
  const { page, lines } = await openPage(await getSharedBrowser(), options);
  stack.defer(() => page.context().close());
  // fails pending waits immediately, not at their time limits
  void server.ended.then(() => page.close());
  await page.goto(toWorkbenchUrl(server, folders.workspace));
  await waitUntilWorkbenchReady(page);
  const owned = stack.move();
  return {
    page,
    folders,
    console: () => [...lines],
    responses: async () => (await readFile(responsesFile)).length,
    async reload() {
      await page.reload();
      await waitUntilWorkbenchReady(page);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Installs an extension that writes a byte to a file for each extension host response. */
async function installResponseCounter(extensions: string, file: string): Promise<void> {
  const main = `import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
export function activate() {
  subscribe('undici:request:trailers', () => appendFileSync(${JSON.stringify(file)}, '.'));
}
`;
  await writeFile(file, '');
  await installTestExtension(extensions, { name: 'counter', main });
}

async function openPage(
  browser: Browser,
  { viewport = { width: 1280, height: 800 }, isSeen = false }: WorkbenchOptions,
): Promise<{ readonly page: Page; readonly lines: readonly string[] }> {
  const context = await browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(maxWaitMs);
  // skips painting; layout and focus work as usual
  if (!isSeen)
    await context.addInitScript(
      `if (window === top) addEventListener('DOMContentLoaded', () => document.body.style.opacity = '0')`,
    );
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return { page, lines };
}

/** Waits until the workbench is drawn, has the user's settings and theme, and knows every extension's commands. */
export async function waitUntilWorkbenchReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench[class*="vscode-theme-"] .statusbar').waitFor();
  await page.waitForFunction(`performance.getEntriesByName('code/didLoadExtensions').length > 0`);
}
