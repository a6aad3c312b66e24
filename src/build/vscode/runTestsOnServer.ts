import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { createVscodeProfile, testOnlySettings, type ProfileFolders } from './profile.ts';
import { projectFolders, createTemporaryFolder } from '../projectFolders.ts';
import { startVscodeServer, type VscodeServer, toWorkbenchUrl } from './vscodeServer.ts';

/** Marks test reports in the extension host's output. */
const testOutputPrefix = '[test] ';

/** Skips painting; layout and focus work as usual. */
const invisiblePageCss = 'body { opacity: 0 }';

interface SuiteRunOptions {
  /** Additional variables for the extension host. */
  readonly env: Readonly<Record<string, string>>;
  /** The run's time limit, in milliseconds. */
  readonly deadline: number;
  readonly name: string;
  /** The absolute path of a module that exports `run()`. Default: the project's suites. */
  readonly suites?: string;
  /** The extension's absolute path. Default: the project. */
  readonly extension?: string;
  /** Runs before VS Code starts. */
  readonly prepare?: (folders: ProfileFolders) => Promise<void>;
}

/**
 * Runs the built suites inside the server's extension host, and prints their reports.
 * @returns VS Code's exit code
 * @throws Error if the server or the browser ends before the tests, or at the deadline
 */
export async function runTestsOnServer(entry: string, run: SuiteRunOptions): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const folders = await createVscodeProfile(stack.use(await createTemporaryFolder('suite')).path, testOnlySettings);
  await run.prepare?.(folders);
  const env = { ...run.env, SOCIAL_DATA_TEST_MARK: testOutputPrefix };
  const server = await startVscodeServer({ entry, folders, isDriven: true, env, name: run.name });
  stack.defer(() => server.stop());
  const browser = stack.use(await launchChromium());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const address = toWorkbenchUrl(server, folders.workspace, {
    extension: run.extension ?? projectFolders.root,
    tests: run.suites ?? projectFolders.suites,
  });
  try {
    return await runTestsInPage(server, page, address, run);
  } catch (error) {
    await saveFailureScreenshot(page, run.name);
    throw error;
  }
}

async function runTestsInPage(
  server: VscodeServer,
  page: Page,
  address: string,
  { name, deadline }: SuiteRunOptions,
): Promise<number> {
  const everything = createWriteStream(join(projectFolders.logs, `${name}-console.log`));
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<number>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(why));
    timer = setTimeout(fail, deadline, `The tests in VS Code did not end within ${deadline / 1000} s.`);
    void server.ended.then((how) => fail(`VS Code's server ended before the tests did (${how}).`));
    page.once('crash', () => fail('The workbench page crashed before the tests ended.'));
    page.once('close', () => fail('The browser ended before the tests did.'));
    void page
      .exposeFunction('codeAutomationExit', resolve)
      .then(() =>
        page.exposeFunction('codeAutomationLog', (type: string, values: readonly unknown[]) => {
          const text = format(...values);
          everything.write(`[${type}] ${text}\n`);
          if (text.startsWith(testOutputPrefix)) console.log(text.slice(testOutputPrefix.length));
        }),
      )
      .then(() => page.goto(address))
      .then(() => page.addStyleTag({ content: invisiblePageCss }))
      .catch(reject);
  });
  try {
    return await ended;
  } finally {
    clearTimeout(timer);
    everything.end();
  }
}

async function saveFailureScreenshot(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return;
  await mkdir(projectFolders.screenshots, { recursive: true });
  const path = join(projectFolders.screenshots, `${name}-failure.png`);
  await page
    .screenshot({ path, timeout: 5000, style: 'body { opacity: 1 !important }' })
    .catch((error: unknown) => console.error(`No picture of the failure: ${String(error)}`));
}
