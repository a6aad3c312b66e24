import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { createUnlinkedFileReader, listJsonFolder } from '../../../src/replay/listJsonFiles.ts';

describe('a folder of fixtures that is read folder by folder', () => {
  it('is listed without hidden files and what tools keep, links apart, in the order of the names', async () => {
    await using folder = await createTemporaryFolder('list');
    for (const name of ['users', '.git', 'node_modules', 'a']) await mkdir(join(folder.path, name));
    for (const name of ['b.json', 'a.json', '.c.json', 'd.txt']) await writeFile(join(folder.path, name), '{}');
    await symlink(join(folder.path, 'a.json'), join(folder.path, 'link.json'));
    await symlink(join(folder.path, 'users'), join(folder.path, 'linked'));
    assert.deepEqual(await listJsonFolder(folder.path, ''), {
      files: ['a.json', 'b.json'],
      folders: ['a', 'users'],
      links: ['link.json', 'linked'],
    });
    await assert.rejects(listJsonFolder(folder.path, 'none'), { code: 'ENOENT' });
  });

  it('gives no file that a link is, or leads to, whatever a sidecar names', async () => {
    await using folder = await createTemporaryFolder('list');
    await mkdir(join(folder.path, 'users'));
    await writeFile(join(folder.path, 'users', 'a.json'), '{"a":1}');
    await symlink(join(folder.path, 'users'), join(folder.path, 'linked'));
    await symlink(join(folder.path, 'users', 'a.json'), join(folder.path, 'users', 'b.json'));
    const read = createUnlinkedFileReader(folder.path);
    assert.equal(Buffer.from(await read('users/a.json')).toString(), '{"a":1}');
    await assert.rejects(read('linked/a.json'), /reached by a link/);
    await assert.rejects(read('users/b.json'), /reached by a link/);
    await assert.rejects(read('users'), /not a file/);
    assert.equal(Buffer.from(await read('users/a.json')).toString(), '{"a":1}');
  });
});
