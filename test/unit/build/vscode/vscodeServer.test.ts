import assert from 'node:assert/strict';
import { toProfileFolders } from '../../../../src/build/vscode/profile.ts';
import {
  parseListeningPort,
  toUrlPath,
  toServerArguments,
  filterServerOutput,
  toWorkbenchUrl,
} from '../../../../src/build/vscode/vscodeServer.ts';

const server = { origin: 'http://127.0.0.1:81', token: 't' };

describe('the arguments of the VS Code server', () => {
  it('keep it on loopback, behind a token, in folders of its own', () => {
    const folders = toProfileFolders('/base');
    const args = toServerArguments(folders, false);
    const after = (name: string) => args[args.indexOf(name) + 1];
    assert.equal(after('--host'), '127.0.0.1');
    assert.equal(after('--port'), '0');
    assert.equal(after('--connection-token-file'), folders.tokenFile);
    assert.ok(!args.includes('--without-connection-token'));
    assert.equal(new Set(['--server-data-dir', '--user-data-dir', '--extensions-dir'].map(after)).size, 3);
  });

  it('have the driver, which hides notifications, for tests only', () => {
    const driver = '--enable-smoke-test-driver';
    assert.ok(toServerArguments(toProfileFolders('/base'), true).includes(driver));
    assert.ok(!toServerArguments(toProfileFolders('/base'), false).includes(driver));
  });

  it('leave VS Code the extensions that it brings, but where others are named', () => {
    const folders = toProfileFolders('/base');
    const name = '--builtin-extensions-dir';
    assert.ok(!toServerArguments(folders, false).includes(name));
    const args = toServerArguments(folders, false, '/built-in');
    assert.equal(args[args.indexOf(name) + 1], '/built-in');
  });

  it('make an address that opens the folder', () => {
    const { origin, searchParams } = new URL(toWorkbenchUrl(server, '/a b/w'));
    assert.equal(origin, 'http://127.0.0.1:81');
    assert.equal(searchParams.get('tkn'), 't');
    assert.equal(searchParams.get('folder'), '/a b/w');
    assert.equal(searchParams.get('payload'), null);
  });

  it('make an address that runs the tests with the extension under development', () => {
    const run = { extension: '/a b/é&x', tests: '/t.js' };
    const { searchParams } = new URL(toWorkbenchUrl(server, '/w', run));
    assert.deepEqual(JSON.parse(searchParams.get('payload') ?? ''), [
      ['extensionDevelopmentPath', 'vscode-remote://127.0.0.1:81/a%20b/%C3%A9&x'],
      ['extensionTestsPath', 'vscode-remote://127.0.0.1:81/t.js'],
      ['skipWelcome', 'true'],
    ]);
  });

  it('write Windows paths as an address does', () => {
    assert.equal(toUrlPath('C:\\Users\\me\\w'), '/C:/Users/me/w');
    assert.equal(toUrlPath('/home/me'), '/home/me');
  });
});

describe('what the VS Code server prints', () => {
  it('tells the port once it listens, and nothing before', () => {
    assert.equal(parseListeningPort('Server bound to 127.0.0.1:4101 (IPv4)\n'), undefined);
    assert.equal(parseListeningPort('Server bound to 127.0.0.1:4101 (IPv4)\nExtension host agent listening on 4101\n'), 4101);
  });

  it('is not believed before the line is whole', () => {
    assert.equal(parseListeningPort('Extension host agent listening on '), undefined);
  });

  it('is shown without the stack traces about native modules, and with everything else', () => {
    const output = [
      'Error: Could not locate the bindings file. Tried:',
      ' → /x/node_modules/@vscode/spdlog/build/spdlog.node',
      '    at bindings (/x/node_modules/bindings/bindings.js:126:9)',
      '    at Module.load (node:internal/modules/cjs/loader:1651:32)',
      '  tries: [',
      "    '/x/spdlog.node',",
      '  ]',
      '}',
      '',
      'Error: listen EADDRINUSE 127.0.0.1:80',
      '    at ours (/home/me/extension/dist/extension.js:1:1)',
    ].join('\n');
    assert.equal(
      filterServerOutput(output, 10),
      'Error: listen EADDRINUSE 127.0.0.1:80\n    at ours (/home/me/extension/dist/extension.js:1:1)',
    );
  });

  it('is cut to its last lines', () => {
    assert.equal(filterServerOutput('a\nb\nc', 2), 'b\nc');
  });
});
