import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ownedProcess } from '../../../src/build/vscode/ownedProcess.ts';
import { projectFolders } from '../../../src/build/vscode/projectFolders.ts';

describe('the first step of the npm scripts', () => {
  const cwd = projectFolders.root;
  const bootstrap = ['src/build/bootstrap.mjs'];

  it('says how it is used when it is asked for something else', async () => {
    const program = ownedProcess(process.execPath, [...bootstrap, 'build'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    assert.ok(program.child.stderr);
    assert.match(await text(program.child.stderr), /start\|test\|sandbox/);
    assert.equal(await program.ended, 'exit code 2');
  });

  it('prints nothing before what the sandbox prints, and passes Ctrl+C on', async () => {
    const args = [...bootstrap, 'sandbox', '--', '--port', '0'];
    const program = ownedProcess(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    assert.ok(program.child.stdout);
    const first: unknown = (await once(program.child.stdout, 'data'))[0];
    assert.match(String(first), /^\{"primary":"http:\/\/127\.0\.0\.1:\d+\/primary",.*\}\n$/);
    program.child.kill('SIGINT');
    assert.equal(await program.ended, 'exit code 0');
  });

  if (process.platform !== 'win32') {
    it('ends the sandbox when npm and its shell are gone', async () => {
      const command = `"${process.execPath}" ${bootstrap.join(' ')} sandbox --port 0; exit 0`;
      const shell = ownedProcess('sh', ['-c', command], {
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, npm_lifecycle_event: 'sandbox' },
      });
      assert.ok(shell.child.stdout);
      await once(shell.child.stdout, 'data');
      // Only the shell: what it started holds the stream until it has ended too.
      const closed = once(shell.child, 'close');
      shell.child.kill('SIGKILL');
      await closed;
    });
  }
});
