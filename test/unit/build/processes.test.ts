import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOwnedProcess } from '../../../src/build/processes.ts';
import { toVscodeEnvironment } from '../../../src/build/vscode/profile.ts';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';

describe('startOwnedProcess', () => {
  it('ends the program together with what it started', async () => {
    const grandchild = `setInterval(() => {}, 1000)`;
    const script = `const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: ['ignore', 'inherit', 'ignore'] })
        .once('spawn', () => console.log('both run'));
      ${grandchild}`;
    const parent = startOwnedProcess(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    assert.ok(parent.child.stdout);
    await once(parent.child.stdout, 'data');
    // The stream that both hold is closed when both are gone, and not before.
    const closed = once(parent.child, 'close');
    await parent.stop();
    await closed;
  });

  it('says how a program ended, or why it never began', async () => {
    assert.equal(await startOwnedProcess(process.execPath, ['-e', 'process.exit(3)'], {}).ended, 'exit code 3');
    assert.match(await startOwnedProcess('/no/such/program', [], {}).ended, /ENOENT/);
  });

  it('can be stopped after it has ended', async () => {
    const program = startOwnedProcess(process.execPath, ['-e', ''], {});
    await program.ended;
    await program.stop();
  });
});

describe('createTemporaryFolder', () => {
  it('is gone with everything in it when the caller is done', async () => {
    const folder = await createTemporaryFolder('test');
    await writeFile(join(folder.path, 'file'), 'text');
    await folder[Symbol.asyncDispose]();
    assert.equal(existsSync(folder.path), false);
  });
});

describe('the environment of a VS Code that is started from another one', () => {
  it('has nothing of the other one', () => {
    const env = toVscodeEnvironment({ PATH: '/bin', VSCODE_IPC_HOOK: 'x', ELECTRON_RUN_AS_NODE: '1', npm_config_x: 'y' });
    assert.deepEqual(env, { PATH: '/bin' });
  });
});
