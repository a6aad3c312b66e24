import assert from 'node:assert/strict';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { userByUsername, userTweets } from '../../../src/client/endpoints/table.ts';
import { loadFixture } from '../../../src/replay/testing.ts';
import { writeFixture } from './writeFixture.ts';

describe('a fixture in a test', () => {
  let folder: TemporaryFolder;
  const at = (path: string): string => join(folder.path, path);
  const user = { endpoint: userByUsername.id, params: { username: 'ada' }, format: 'simple' } as const;
  beforeEach(async () => {
    folder = await createTemporaryFolder('load-fixture');
    await writeFixture(folder.path, 'users/ada', { request: user, body: '{"data":{"id":"1","name":"Ada"}}' });
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  it('is found by any of its names, with the type of its endpoint and the bytes as they came', async () => {
    for (const path of ['users/ada', 'users/ada.json', 'users/ada.meta.json']) {
      const { value, body, status, request, isEdited } = await loadFixture(at(path), userByUsername);
      assert.equal(value.data.name, 'Ada');
      assert.equal(Buffer.from(body).toString(), '{"data":{"id":"1","name":"Ada"}}');
      assert.deepEqual([status, request.params, isEdited], [200, { username: 'ada' }, false]);
    }
  });

  it('has all of its answers', async () => {
    const page = (cursor: string) => ({
      request: { ...user, endpoint: userTweets.id, params: { userId: '1', cursor } },
      body: `"${cursor}"`,
    });
    await writeFixture(folder.path, 'pages', page('a'), page('b'));
    const { answers, value } = await loadFixture(at('pages'));
    assert.deepEqual([value, answers.map((answer) => answer.value)], ['a', ['a', 'b']]);
  });

  it('says in a sentence what is wrong with it', async () => {
    await assert.rejects(loadFixture(at('users/bob')), /There is no fixture .*bob: bob\.meta\.json is not there$/);
    await assert.rejects(
      loadFixture(at('users/ada'), userTweets),
      /ada is of primary\.userByUsername, not of primary\.userTweets$/,
    );
    await writeFixture(folder.path, 'raw', { request: { ...user, format: 'raw' }, body: '{}' });
    await assert.rejects(loadFixture(at('raw'), userByUsername), /raw is upstream JSON \(raw\): load it without the endpoint$/);
    await writeFixture(folder.path, 'html', { request: user, body: '<p>' });
    await assert.rejects(loadFixture(at('html')), /The body of .*html is not JSON$/);
    await writeFile(at('bad.meta.json'), '{"version":2}');
    await assert.rejects(loadFixture(at('bad')), /bad\.meta\.json gives no fixture: /);
  });

  it('is not read through a link', async () => {
    await symlink(at('users'), at('linked'));
    await assert.rejects(loadFixture(at('linked/ada')), /it is reached by a link, and links are not followed$/);
    await assert.rejects(loadFixture(at('nowhere/ada')), /There is no fixture .*nowhere.ada: ada\.meta\.json is not there$/);
    const body = await readFile(at('users/ada.json'));
    await rm(at('users/ada.json'));
    await writeFile(at('real.json'), body);
    await symlink(at('real.json'), at('users/ada.json'));
    await assert.rejects(
      loadFixture(at('users/ada')),
      /ada\.meta\.json gives no fixture: it is reached by a link, and links are not followed$/,
    );
  });

  it('may be edited, and says so', async () => {
    await writeFile(at('users/ada.json'), '{"data":{"name":"Bo"}}');
    const { value, isEdited } = await loadFixture(at('users/ada'), userByUsername);
    assert.deepEqual([value.data.name, isEdited], ['Bo', true]);
  });
});
