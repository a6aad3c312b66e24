import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { opener } from '../../../../src/build/openAddress.ts';
import { desktopPlaces, isAtLeast } from '../../../../src/build/vscode/installedDesktop.ts';
import { projectFolders } from '../../../../src/build/vscode/projectFolders.ts';
import { canShowWindows, oldest, wishedTarget } from '../../../../src/build/vscode/provideVscode.ts';
import { systemBrowsers } from '../../../../src/build/vscode/systemBrowsers.ts';

describe('finding the programs of the machine', () => {
  it('follows the code script on PATH to the program behind it', () => {
    const links = new Map([['/usr/bin/code', '/opt/vscode/bin/code']]);
    const [first] = desktopPlaces('linux', { PATH: '/usr/local/bin:/usr/bin' }, (path) => links.get(path));
    assert.deepEqual(first, { executable: '/opt/vscode/code', manifest: '/opt/vscode/resources/app/package.json' });
  });

  it("leaves out Windows' VS Code where it is seen from its Linux subsystem", () => {
    const places = desktopPlaces('linux', { PATH: '/mnt/c/VS Code/bin' }, (path) => path);
    assert.ok(places.every(({ executable }) => !executable.startsWith('/mnt/')));
  });

  it('knows the usual places on macOS and Windows', () => {
    assert.equal(
      desktopPlaces('darwin', { HOME: '/Users/me' }, () => undefined)[0]?.executable,
      '/Applications/Visual Studio Code.app/Contents/MacOS/Electron',
    );
    assert.equal(
      desktopPlaces('win32', { LOCALAPPDATA: 'C:\\L' }, () => undefined)[0]?.executable,
      'C:\\L\\Programs\\Microsoft VS Code\\Code.exe',
    );
  });

  it('takes only a VS Code that is new enough', () => {
    assert.equal(isAtLeast('1.109.0', '1.109.0'), true);
    assert.equal(isAtLeast('1.110.0-insider', '1.109.3'), true);
    assert.equal(isAtLeast('2.0.0', '1.109.0'), true);
    assert.equal(isAtLeast('1.99.9', '1.109.0'), false);
  });

  it('asks for no older VS Code than the manifest does', async () => {
    const manifest: unknown = JSON.parse(await readFile(join(projectFolders.root, 'package.json'), 'utf8'));
    assert.partialDeepStrictEqual(manifest, { engines: { vscode: `^${oldest}` } });
  });

  it('looks for browsers on PATH, in Applications and in Program Files', () => {
    assert.deepEqual(systemBrowsers('linux', { PATH: '/a::/b' }).slice(0, 1), ['/a/chromium']);
    assert.ok(systemBrowsers('darwin', {}).includes('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'));
    assert.ok(systemBrowsers('win32', { ProgramFiles: 'C:\\P' }).includes('C:\\P\\Microsoft\\Edge\\Application\\msedge.exe'));
  });

  it('puts a browser that is named before all others', () => {
    assert.equal(systemBrowsers('linux', { PATH: '/a', CHROMIUM_PATH: '/mine' })[0], '/mine');
  });

  it('needs a display for windows on Linux only', () => {
    assert.equal(canShowWindows('linux', {}), false);
    assert.equal(canShowWindows('linux', { DISPLAY: '' }), false);
    assert.equal(canShowWindows('linux', { WAYLAND_DISPLAY: 'wayland-0' }), true);
    assert.equal(canShowWindows('darwin', {}), true);
  });

  it('refuses a target that there is not', () => {
    assert.equal(wishedTarget({}), undefined);
    assert.equal(wishedTarget({ VSCODE_TEST_TARGET: 'server' }), 'server');
    assert.throws(() => wishedTarget({ VSCODE_TEST_TARGET: 'web' }), /"web".*"desktop" or "server"/);
  });

  it('opens an address without a shell, which would cut it at its first ampersand', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const [program, ...args] = opener(platform, 'http://127.0.0.1/?a=1&b=2');
      assert.ok(!['cmd', 'sh', 'start'].includes(program));
      assert.equal(args.at(-1), 'http://127.0.0.1/?a=1&b=2');
    }
  });
});
