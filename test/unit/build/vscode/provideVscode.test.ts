import assert from 'node:assert/strict';
import {
  canShowWindows,
  listDesktopCandidates,
  isVersionAtLeast,
  readVscodeTarget,
} from '../../../../src/build/vscode/provideVscode.ts';

describe('finding a VS Code', () => {
  it('follows the code script on PATH to the program behind it', () => {
    const links = new Map([['/usr/bin/code', '/opt/vscode/bin/code']]);
    const [first] = listDesktopCandidates('linux', { PATH: '/usr/local/bin:/usr/bin' }, (path) => links.get(path));
    assert.deepEqual(first, { executable: '/opt/vscode/code', manifest: '/opt/vscode/resources/app/package.json' });
  });

  it("leaves out Windows' VS Code where it is seen from its Linux subsystem", () => {
    const places = listDesktopCandidates('linux', { PATH: '/mnt/c/VS Code/bin' }, (path) => path);
    assert.ok(places.every(({ executable }) => !executable.startsWith('/mnt/')));
  });

  it('knows the usual places on macOS and Windows', () => {
    assert.equal(
      listDesktopCandidates('darwin', { HOME: '/Users/me' }, () => undefined)[0]?.executable,
      '/Applications/Visual Studio Code.app/Contents/MacOS/Electron',
    );
    assert.equal(
      listDesktopCandidates('win32', { LOCALAPPDATA: 'C:\\L' }, () => undefined)[0]?.executable,
      'C:\\L\\Programs\\Microsoft VS Code\\Code.exe',
    );
  });

  it('takes only a VS Code that is new enough', () => {
    assert.equal(isVersionAtLeast('1.109.0', '1.109.0'), true);
    assert.equal(isVersionAtLeast('1.110.0-insider', '1.109.3'), true);
    assert.equal(isVersionAtLeast('2.0.0', '1.109.0'), true);
    assert.equal(isVersionAtLeast('1.99.9', '1.109.0'), false);
  });

  it('needs a display for windows on Linux only', () => {
    assert.equal(canShowWindows('linux', {}), false);
    assert.equal(canShowWindows('linux', { DISPLAY: '' }), false);
    assert.equal(canShowWindows('linux', { WAYLAND_DISPLAY: 'wayland-0' }), true);
    assert.equal(canShowWindows('darwin', {}), true);
  });

  it('refuses a target that there is not', () => {
    assert.equal(readVscodeTarget({}), undefined);
    assert.equal(readVscodeTarget({ VSCODE_TEST_TARGET: 'server' }), 'server');
    assert.throws(() => readVscodeTarget({ VSCODE_TEST_TARGET: 'web' }), /"web".*"desktop" or "server"/);
  });
});
