import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { launchChromium } from '../../src/build/vscode/chromium.ts';
import { type OwnedProcess, startOwnedProcess } from '../../src/build/processes.ts';
import { projectFolders, temporaryFolderPrefix } from '../../src/build/projectFolders.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { explorerEntry, openPalette, pictureStep, waitForQuickPickRow } from '../support/vscode/workbench.ts';

describe('npm start on the server target', () => {
  let start: OwnedProcess | undefined;
  let printed = '';
  after(async () => {
    await start?.stop();
  });

  it('prints an address that opens the demo workspace with the extension', async () => {
    const running = startOwnedProcess(process.execPath, ['src/build/bootstrap.mjs', 'start'], {
      cwd: projectFolders.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, VSCODE_TEST_TARGET: 'server', DISPLAY: '', WAYLAND_DISPLAY: '' },
    });
    start = running;
    const address = await printedAddress(running);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(address);
      await waitUntilWorkbenchReady(page);
      await explorerEntry(page, 'notes.md').waitFor();
      await openPalette(page, 'Social Data: ');
      await waitForQuickPickRow(page, 'Social Data: ');
      await pictureStep(page, 'npm start');
    } finally {
      await browser.close();
    }
  });

  it('lets nobody in who does not have the address', async () => {
    const url = new URL(/http:\S+/.exec(printed)?.[0] ?? '');
    url.searchParams.delete('tkn');
    const response = await fetch(url, { redirect: 'manual' });
    assert.equal(response.status, 403);
  });

  it('ends on Ctrl+C without a failure, a process or a folder left behind', async () => {
    assert.ok(start);
    const folder = new RegExp(`${temporaryFolderPrefix}demo-[A-Za-z0-9]+`).exec(decodeURIComponent(printed))?.[0];
    assert.ok(folder);
    assert.ok((await readdir(tmpdir())).includes(folder));
    const { origin } = new URL(/http:\S+/.exec(printed)?.[0] ?? '');
    start.child.kill('SIGINT');
    assert.equal(await start.ended, 'exit code 0');
    assert.ok(!(await readdir(tmpdir())).includes(folder));
    await assert.rejects(fetch(origin), 'the server is still there');
  });

  /** The address, once it is printed. */
  async function printedAddress({ child, ended }: OwnedProcess): Promise<string> {
    return await new Promise((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        printed += chunk.toString('utf8');
        const found = /^Open (http:\S+)\n/m.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      void ended.then((how) => reject(new Error(`npm start ended (${how}):\n${printed}`)));
    });
  }
});
