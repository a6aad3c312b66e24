import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { createFixtureDraft } from '../../src/features/fixtures/fixtureDraft.ts';
import { FixtureFolderError } from '../../src/features/fixtures/fixtureFolder.ts';
import { saveFixture } from '../../src/features/fixtures/saveFixture.ts';
import { createWorkspaceFixtureFolder } from '../../src/features/fixtures/host/workspaceFolder.ts';
import { fixtureExchange, savedThen } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { openResponse } from './support/steps.ts';

/** A file system with the folder /ws/fixtures whose disk is full, or that writes only the first bytes and reports success. */
function fullDisk(claimsSuccess: boolean) {
  const files = new Map<string, Uint8Array>();
  const sizeOf = (uri: vscode.Uri) => files.get(uri.path)?.length;
  return {
    stat: async (uri: vscode.Uri): Promise<vscode.FileStat> => {
      const size = sizeOf(uri);
      if (size === undefined && uri.path !== '/ws/fixtures') {
        throw vscode.FileSystemError.FileNotFound(uri);
      }
      const type = size === undefined ? vscode.FileType.Directory : vscode.FileType.File;
      return await Promise.resolve({ type, ctime: 0, mtime: 0, size: size ?? 0 });
    },
    createDirectory: async () => await Promise.reject(vscode.FileSystemError.NoPermissions()),
    readDirectory: async () => await Promise.resolve<[string, vscode.FileType][]>([]),
    readFile: async (uri: vscode.Uri) => await Promise.resolve(files.get(uri.path) ?? assert.fail(uri.path)),
    writeFile: async (uri: vscode.Uri, content: Uint8Array) => {
      if (!claimsSuccess) {
        throw vscode.FileSystemError.Unavailable('no space left on device');
      }
      await Promise.resolve(files.set(uri.path, content.slice(0, 3)));
    },
    rename: async (from: vscode.Uri, to: vscode.Uri) => {
      await Promise.resolve(files.set(to.path, files.get(from.path) ?? new Uint8Array()));
    },
    delete: async (uri: vscode.Uri) => {
      await Promise.resolve(files.delete(uri.path));
    },
    files,
  };
}

const draftWith = (body: Uint8Array) => createFixtureDraft([fixtureExchange('ada', body)], { kind: 'response', ...savedThen });
const draft = draftWith(new Uint8Array(10));

describe('the fixtures folder', () => {
  const root = (): vscode.Uri => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    return folder;
  };
  const refuses = async (path: string, reason: FixtureFolderError['reason']) => {
    const folder = createWorkspaceFixtureFolder(root());
    const isRefusal = (error: unknown) => error instanceof FixtureFolderError && error.reason === reason;
    const file = `${path}/a.json`;
    await assert.rejects(folder.makeFolder(path), isRefusal, path);
    await assert.rejects(folder.kindOf(file), isRefusal, path);
    await assert.rejects(folder.read(file), isRefusal, path);
    await assert.rejects(folder.write(file, new Uint8Array(1)), isRefusal, path);
    await assert.rejects(folder.names(path), isRefusal, path);
    await assert.rejects(folder.delete(file), isRefusal, path);
  };

  it('is never outside the open folder', async () => {
    for (const path of [
      '..',
      '../x',
      'a/../../x',
      '/etc',
      '/',
      '\\\\server\\share',
      'C:\\x',
      'a\\..\\..\\x',
      'x:stream',
      'a/\0b',
    ]) {
      await refuses(path, 'outside');
    }
  });

  it("isn't accessed through a symbolic link", async () => {
    const outside = await mkdtemp(join(tmpdir(), 'social-data-outside-'));
    const link = join(root().fsPath, 'linked');
    try {
      await symlink(outside, link);
      await refuses('linked', 'link');
      await refuses('linked/deeper', 'link');
      await mkdir(join(root().fsPath, 'plain'));
      await symlink(outside, join(root().fsPath, 'plain', 'linked'));
      await refuses('plain/linked', 'link');
    } finally {
      await rm(link, { force: true });
      await rm(join(root().fsPath, 'plain'), { recursive: true, force: true });
      await rm(outside, { recursive: true });
    }
  });

  it("can't be a file", async () => {
    await refuses('README.md', 'notAFolder');
  });

  it("doesn't overwrite a folder that has a fixture's name", async () => {
    const folder = createWorkspaceFixtureFolder(root());
    const stored = folder.uriOf('taken/a.json/kept.txt');
    try {
      await vscode.workspace.fs.writeFile(stored, new Uint8Array([1]));
      await folder.write('taken/b.tmp', new Uint8Array([2]));
      await assert.rejects(saveFixture(folder, { folder: 'taken', slug: 'a' }, draft), /notAFile: taken\/a\.json/);
      await assert.rejects(folder.move('taken/b.tmp', 'taken/a.json'), /notAFile: taken\/a\.json/);
      assert.deepEqual(Uint8Array.from(await vscode.workspace.fs.readFile(stored)), new Uint8Array([1]));
    } finally {
      await vscode.workspace.fs.delete(folder.uriOf('taken'), { recursive: true });
    }
  });

  it("doesn't contain partial files if the disk is full, even if the write reports success", async () => {
    const root = vscode.Uri.parse('full:/ws');
    for (const claimsSuccess of [false, true]) {
      const disk = fullDisk(claimsSuccess);
      const folder = createWorkspaceFixtureFolder(root, disk);
      const place = { folder: 'fixtures', slug: 'a' };
      await assert.rejects(saveFixture(folder, place, draft), claimsSuccess ? /incomplete/ : /no space/);
      assert.deepEqual([...disk.files.keys()], []);
      await assert.rejects(saveFixture(folder, { folder: 'other', slug: 'a' }, draft), /NoPermissions/);
    }
  });

  it("explains why it can't be written", async () => {
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: exampleValues.handle,
    });
    const document = await openResponse();
    const settings = vscode.workspace.getConfiguration('socialData');
    await settings.update('fixtures.folder', '../elsewhere', vscode.ConfigurationTarget.Workspace);
    try {
      using person = respondToDialogs({ input: (options) => options.value });
      await vscode.commands.executeCommand('socialData.records.saveAsFixture', document.uri);
      assert.match(
        person.shown.join('\n'),
        /Couldn't save the fixture: the folder \.\.\/elsewhere is outside.*No charge\. The response is still open/s,
      );
    } finally {
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
