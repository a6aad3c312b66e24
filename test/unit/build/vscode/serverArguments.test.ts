import assert from 'node:assert/strict';
import { profileFolders, remotePath, serverArguments, workbenchAddress } from '../../../../src/build/vscode/serverArguments.ts';

describe('the arguments of the VS Code server', () => {
  it('keep it on loopback, behind a token, in folders of its own', () => {
    const folders = profileFolders('/base');
    const args = serverArguments(folders, false);
    const after = (name: string) => args[args.indexOf(name) + 1];
    assert.equal(after('--host'), '127.0.0.1');
    assert.equal(after('--port'), '0');
    assert.equal(after('--connection-token-file'), folders.tokenFile);
    assert.ok(!args.includes('--without-connection-token'));
    assert.equal(new Set(['--server-data-dir', '--user-data-dir', '--extensions-dir'].map(after)).size, 3);
  });

  it('have the driver, which hides notifications, for tests only', () => {
    const driver = '--enable-smoke-test-driver';
    assert.ok(serverArguments(profileFolders('/base'), true).includes(driver));
    assert.ok(!serverArguments(profileFolders('/base'), false).includes(driver));
  });

  it('make an address that opens the folder', () => {
    const { origin, searchParams } = new URL(workbenchAddress({ origin: 'http://127.0.0.1:81', token: 't', folder: '/a b/w' }));
    assert.equal(origin, 'http://127.0.0.1:81');
    assert.equal(searchParams.get('tkn'), 't');
    assert.equal(searchParams.get('folder'), '/a b/w');
    assert.equal(searchParams.get('payload'), null);
  });

  it('make an address that runs the tests with the extension under development', () => {
    const run = { extension: '/a b/é&x', tests: '/t.js' };
    const { searchParams } = new URL(workbenchAddress({ origin: 'http://127.0.0.1:81', token: 't', folder: '/w', run }));
    assert.deepEqual(JSON.parse(searchParams.get('payload') ?? ''), [
      ['extensionDevelopmentPath', 'vscode-remote://127.0.0.1:81/a%20b/%C3%A9&x'],
      ['extensionTestsPath', 'vscode-remote://127.0.0.1:81/t.js'],
      ['skipWelcome', 'true'],
    ]);
  });

  it('write Windows paths as an address does', () => {
    assert.equal(remotePath('C:\\Users\\me\\w'), '/C:/Users/me/w');
    assert.equal(remotePath('/home/me'), '/home/me');
  });
});
