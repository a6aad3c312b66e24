import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixtureSaveResult, FixtureSaveRequest } from '../../../src/features/agents/agentServices.ts';
import { readFixture } from '../../../src/features/fixtures/readFixture.ts';
import { openNodeFixtureFolder } from '../../../src/cli/nodeFixtureFolder.ts';
import { createFixtureSaver, createSecretReader, readOrCreatePseudonymSecret } from '../../../src/cli/openMcpServices.ts';
import { fixtureExchange } from '../features/fixtures/support/fixtureExchange.ts';

const key = 'canary-0123456789abcdef';
const never = new AbortController().signal;

function wish(username: string, body = `{"username":"${username}"}`, more: Partial<FixtureSaveRequest> = {}): FixtureSaveRequest {
  return { exchange: fixtureExchange(username, Buffer.from(body)), name: undefined, isPseudonymized: false, ...more };
}

describe('a fixture that an agent saves through social-data mcp', () => {
  let base: string;
  let root: string;
  let save: (one: FixtureSaveRequest, stop?: AbortSignal) => Promise<FixtureSaveResult>;

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'social-data-save-'));
    root = join(base, 'fixtures');
    await mkdir(root);
    const into = createFixtureSaver({
      folder: root,
      keys: [key],
      secret: async () => await readOrCreatePseudonymSecret(join(base, 'data')),
    });
    save = async (one, stop = never) => await into(one, stop);
  });

  afterEach(async () => await rm(base, { recursive: true }));

  it("equals the editor's fixture, and is written once", async () => {
    const path = 'userByUsername/ada.json';
    assert.deepEqual(await save(wish('ada')), { kind: 'saved', path, change: 'new' });
    assert.deepEqual(await save(wish('ada')), { kind: 'saved', path, change: 'none' });
    const found = await readFixture(openNodeFixtureFolder(root), 'userByUsername/ada.meta.json');
    assert.ok(found.fault === undefined && found.edited === undefined);
    assert.deepEqual(
      found.bodies.map((body) => Buffer.from(body).toString()),
      ['{"username":"ada"}'],
    );
    assert.deepEqual(await readdir(join(root, 'userByUsername')), ['ada.json', 'ada.meta.json']);
  });

  it('replaces only fixtures that this server saved', async () => {
    const taken = { kind: 'refused', reason: 'taken' };
    await save(wish('ada'));
    const again = await save(wish('ada', '{"new":1}'));
    assert.equal(again.kind === 'saved' && again.change, 'replaced');
    const file = join(root, 'userByUsername', 'ada.json');
    await writeFile(file, '{"mine":1}');
    assert.deepEqual(await save(wish('ada', '{"new":2}')), taken);
    assert.equal(await readFile(file, 'utf8'), '{"mine":1}');
    await writeFile(join(root, 'userByUsername', 'notes.json'), 'mine');
    assert.deepEqual(await save(wish('eve', undefined, { name: 'notes' })), taken);
    assert.equal(await readFile(join(root, 'userByUsername', 'notes.json'), 'utf8'), 'mine');
  });

  it("doesn't contain keys, and isn't written after Stop", async () => {
    assert.deepEqual(await save(wish('ada', `{"key":"${key}"}`)), { kind: 'refused', reason: 'key' });
    assert.deepEqual(await save(wish('ada'), AbortSignal.abort()), { kind: 'refused', reason: 'stopped' });
    assert.deepEqual(await readdir(root), []);
  });

  it('uses the same pseudonyms in each run, from a secret that only the account can read', async () => {
    const body = JSON.stringify({ id: '1234567890123456789', username: 'ada_writes', name: 'Ada Harbourlight' });
    await save(wish('ada_writes', body, { name: 'one', isPseudonymized: true }));
    const other = createFixtureSaver({
      folder: root,
      keys: [],
      secret: async () => await readOrCreatePseudonymSecret(join(base, 'data')),
    });
    await other(wish('ada_writes', body, { name: 'two', isPseudonymized: true }), never);
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (name) => await readFile(join(root, 'userByUsername', `${name}.json`), 'utf8')),
    );
    assert.equal(one, two);
    const sidecar = await readFile(join(root, 'userByUsername', 'one.meta.json'), 'utf8');
    assert.match(sidecar, /"secretFingerprint": "[0-9a-f]{8}"/);
    assert.doesNotMatch(one ?? '', /ada_writes|Harbourlight|1234567890123456789/);
    if (process.platform !== 'win32') {
      assert.equal((await stat(join(base, 'data', 'pseudonyms.key'))).mode & 0o777, 0o600);
    }
    assert.deepEqual(await save(wish('ada', 'no JSON', { isPseudonymized: true })), {
      kind: 'refused',
      reason: 'notPseudonymized',
    });
  });

  it("uses the team's secret, or else says once that only this machine has these pseudonyms", async () => {
    const said: string[] = [];
    const read = createSecretReader(join(base, 'data'), (message) => void said.push(message));
    try {
      const own = await read();
      assert.deepEqual(await read(), own);
      assert.equal(said.length, 1);
      process.env['SOCIAL_DATA_FIXTURE_SECRET'] = '0f'.repeat(16);
      assert.deepEqual(await read(), Buffer.alloc(16, 0x0f));
      assert.equal(said.length, 1);
    } finally {
      delete process.env['SOCIAL_DATA_FIXTURE_SECRET'];
    }
  });

  it('reports why it could not be written', async () => {
    await writeFile(join(root, 'userByUsername'), 'a file');
    const blocked = await save(wish('ada'));
    assert.match(blocked.kind === 'failed' ? blocked.said : '', /userByUsername/);
  });

  it('is complete if several are saved at the same time', async () => {
    const names = ['ada', 'eve', 'ada!', 'ada?'];
    const all = await Promise.all(names.map(async (name) => await save(wish(name))));
    assert.deepEqual(
      all.map((one) => one.kind === 'saved' && one.path),
      ['ada', 'eve', 'ada-2', 'ada-3'].map((slug) => `userByUsername/${slug}.json`),
    );
  });
});
