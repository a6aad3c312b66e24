import assert from 'node:assert/strict';
import { npmCommand } from '../../../src/build/bootstrap/npmCommand.mjs';

describe('npmCommand', () => {
  it("runs npm's own script with the given Node where npm says where it is", () => {
    const env = { npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' };
    assert.deepEqual(npmCommand(['ci'], { env, platform: 'linux', nodePath: '/n' }), {
      program: '/n',
      args: ['/usr/lib/node_modules/npm/bin/npm-cli.js', 'ci'],
      shell: false,
    });
  });

  it('does not take the script of another package manager for npm', () => {
    for (const script of ['/x/pnpm.cjs', '/x/yarn.js', 'C:\\x\\pnpm-cli.js']) {
      const found = npmCommand(['ci'], { env: { npm_execpath: script }, platform: 'linux', nodePath: '/n' });
      assert.deepEqual(found, { program: 'npm', args: ['ci'], shell: false }, script);
    }
  });

  it('goes through a shell on Windows, with quotes around what the shell would split', () => {
    const found = npmCommand(['ci', '--prefix', 'C:\\My Folder'], { env: {}, platform: 'win32', nodePath: 'C:\\n' });
    assert.deepEqual(found, { program: 'npm.cmd', args: ['ci', '--prefix', '"C:\\My Folder"'], shell: true });
  });
});
