import assert from 'node:assert/strict';
import { once } from 'node:events';
import { isInstallCurrent } from '../../../src/build/bootstrap.mjs';
import { startOwnedProcess } from '../../../src/build/processes.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';

describe('the npm scripts’ first step', () => {
  const cwd = projectFolders.root;
  const bootstrap = ['src/build/bootstrap.mjs'];

  it('prints nothing before the sandbox, and forwards Ctrl+C', async () => {
    const args = [...bootstrap, 'sandbox', '--', '--port', '0'];
    const program = startOwnedProcess(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    assert.ok(program.child.stdout);
    const first: unknown = (await once(program.child.stdout, 'data'))[0];
    assert.match(String(first), /^\{"primary":"http:\/\/127\.0\.0\.1:\d+\/primary",.*\}\n$/);
    program.child.kill('SIGINT');
    assert.equal(await program.ended, 'exit code 0');
  });

  if (process.platform !== 'win32') {
    it('ends the sandbox after npm and its shell have ended', async () => {
      const command = `"${process.execPath}" ${bootstrap.join(' ')} sandbox --port 0; exit 0`;
      const shell = startOwnedProcess('sh', ['-c', command], {
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, npm_lifecycle_event: 'sandbox' },
      });
      assert.ok(shell.child.stdout);
      await once(shell.child.stdout, 'data');
      // only the shell: its child keeps the stream open until it ends
      const closed = once(shell.child, 'close');
      shell.child.kill('SIGKILL');
      await closed;
    });
  }
});

describe('isInstallCurrent', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const b = { version: '2.0.0', integrity: 'sha512-b' };
  const lock = { packages: { '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/b': b } };

  it('is true if all of the lockfile’s packages are installed', () => {
    assert.equal(isInstallCurrent(lock, { packages: { 'node_modules/a': a, 'node_modules/b': b } }), true);
  });

  it('is false if a package is missing', () => {
    assert.equal(isInstallCurrent(lock, { packages: { 'node_modules/a': a } }), false);
  });

  it('is false if a package has a different version or different contents', () => {
    const installed = (other: typeof b) => ({ packages: { 'node_modules/a': a, 'node_modules/b': other } });
    assert.equal(isInstallCurrent(lock, installed({ ...b, version: '2.0.1' })), false);
    assert.equal(isInstallCurrent(lock, installed({ ...b, integrity: 'sha512-c' })), false);
  });

  it('accepts missing packages for other systems, but not outdated ones', () => {
    const optional = { packages: { ...lock.packages, 'node_modules/b': { ...b, optional: true } } };
    assert.equal(isInstallCurrent(optional, { packages: { 'node_modules/a': a } }), true);
    const outdated = { packages: { 'node_modules/a': a, 'node_modules/b': { ...b, version: '1.9.0' } } };
    assert.equal(isInstallCurrent(optional, outdated), false);
  });
});
