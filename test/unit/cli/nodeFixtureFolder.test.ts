import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FixtureFolder, FixtureFolderError } from '../../../src/features/fixtures/fixtureFolder.ts';
import { openNodeFixtureFolder } from '../../../src/cli/nodeFixtureFolder.ts';

const bytes = Buffer.from('{"new":1}');
const isRefusal = (reason: FixtureFolderError['reason']) => (error: unknown) =>
  error instanceof FixtureFolderError && error.reason === reason;

describe('a fixtures folder on disk', () => {
  let root: string;
  let folder: FixtureFolder;
  const at = (path: string) => join(root, path);
  const textOf = async (path: string) => await readFile(at(path), 'utf8');

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'social-data-folder-'));
    folder = openNodeFixtureFolder(root);
  });
  afterEach(async () => await rm(root, { recursive: true, force: true }));

  const refuses = async (path: string, reason: FixtureFolderError['reason']) => {
    const file = `${path}/a.json`;
    await writeFile(at('own.tmp'), bytes);
    for (const act of [
      async () => await folder.kindOf(file),
      async () => await folder.names(path),
      async () => await folder.read(file),
      async () => await folder.makeFolder(path),
      async () => await folder.makeFolder(`${path}/deeper`),
      async () => await folder.write(file, bytes),
      async () => await folder.move('own.tmp', file),
      async () => await folder.delete(file),
      async () => await folder.deleteFolder(file),
    ]) {
      await assert.rejects(act, isRefusal(reason), `${path}: ${String(act)}`);
    }
    assert.equal(await textOf('own.tmp'), bytes.toString());
  };

  it('rejects paths outside, and through a link or a file at any depth', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'social-data-outside-'));
    try {
      await writeFile(join(outside, 'a.json'), 'mine');
      await mkdir(at('plain/inner'), { recursive: true });
      for (const link of ['linked', 'plain/linked', 'plain/inner/linked']) {
        await symlink(outside, at(link), 'dir');
        await refuses(link, 'link');
      }
      await refuses('plain/linked/deeper', 'link');
      await writeFile(at('plain/notes'), 'mine');
      await refuses('plain/notes', 'notAFolder');
      await refuses('../x', 'outside');
      assert.deepEqual(await readdir(outside), ['a.json']);
      assert.equal(await readFile(join(outside, 'a.json'), 'utf8'), 'mine');
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('creates missing folders and returns their paths', async () => {
    assert.deepEqual(await folder.makeFolder('a/b'), ['a', 'a/b']);
    assert.deepEqual(await folder.makeFolder('a/b'), []);
    assert.deepEqual(await folder.makeFolder('a/b/c'), ['a/b/c']);
    assert.ok((await stat(at('a/b/c'))).isDirectory());
    const made = await Promise.all([folder.makeFolder('both/x'), folder.makeFolder('both/y')]);
    assert.ok(made.flat().includes('both'), 'two may make one at the same time');
  });

  it('moves a file to a new or existing path', async () => {
    await writeFile(at('a.tmp'), bytes);
    await folder.move('a.tmp', 'a.json');
    await assert.rejects(folder.move('gone.tmp', 'a.json'), /ENOENT/);
    await writeFile(at('b.tmp'), 'other');
    await folder.move('b.tmp', 'a.json');
    assert.deepEqual([await readdir(root), await textOf('a.json')], [['a.json'], 'other']);
  });

  it('deletes files and empty folders', async () => {
    await folder.makeFolder('a');
    await folder.write('a/b.json', bytes);
    await assert.rejects(folder.deleteFolder('a'), /ENOTEMPTY|EEXIST/);
    await folder.delete('a/b.json');
    await assert.rejects(folder.delete('a/b.json'), /ENOENT/);
    await folder.deleteFolder('a');
    assert.deepEqual(await readdir(root), []);
  });
});
