import assert from 'node:assert/strict';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { startSandbox } from '../../../src/features/fixtures/server/testing.ts';
import { userByUsername } from '../../../src/client/endpoints/table.ts';
import { runInProcess as run } from './runInProcess.ts';
import { writeFixture } from '../features/fixtures/server/writeFixture.ts';

describe('social-data', () => {
  const key = 'sk_live_abcdefghij1234567890';
  let folder: TemporaryFolder;
  const at = (path: string): string => join(folder.path, path);
  beforeEach(async () => {
    folder = await createTemporaryFolder('cli');
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  it("prints its version, its usage, and each command's usage", async () => {
    assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/);
    assert.match((await run('help')).out, /^Usage: social-data COMMAND[^]*\n {2}check {10}checks fixtures/);
    for (const name of ['sandbox', 'replay', 'collect', 'check', 'coverage', 'schema', 'mcp']) {
      const [asked, helped] = [await run(name, '--help'), await run('help', name)];
      assert.deepEqual([asked.code, asked.said, helped], [0, '', asked]);
      assert.match(asked.out, new RegExp(`^Usage: social-data ${name} [^]*--help +show this help`));
    }
  });

  it("reports in one line why it can't start, without repeating possible keys", async () => {
    const primary = ['--primary', 'https://api.example'];
    await writeFile(at('.env'), `API_KEY=${key}`);
    await writeFile(at('file'), '');
    await mkdir(at('empty'));
    const keyed = [...primary, '--key-file', at('.env')];
    const live = ['replay', '--fixtures', at('empty'), '--mode', 'live', '--budget', '1'];
    for (const [args, why] of [
      [[key], /^Unknown command: …\.\n\nUsage/],
      [['help', key], /^Unknown command: …\./],
      [[], /^Specify a command\./],
      [['mcp', key], /^Unexpected argument '…'/],
      [['sandbox', `--${key}`], /^Unknown option '…'\n\nUsage/],
      [['mcp', ...primary, '--key-file', key], /^File not found: .*…\n$/],
      [['mcp', ...primary, '--key', key], /^… isn't set in the environment\n$/],
      [['mcp', ...keyed, '--store', at('file/store')], /^The --store folder couldn't be created: .*\n$/],
      [[...live, ...keyed, '--store', at('file/store')], /^The --store folder couldn't be created: .*\n$/],
      [['replay', '--fixtures', key], /^Folder not found: …\n$/],
      [['replay', '--fixtures', at('empty'), '--report-file', at('none/runs')], /^The report file couldn't be written: .*\n$/],
      [['check', at('none')], /^Folder not found: .*none\n$/],
      [['check', at('empty')], /^No fixtures found in .*empty\n$/],
      [['check', at('file')], /^.*file isn't a folder\n$/],
      [['sandbox', '--origin', '*'], /^--origin must be a web page's origin/],
      [['collect', '--export', 'run'], /^--export requires --queue\n\nUsage/],
      [['worker'], /^--queue is required\n\nUsage/],
      [['worker', '--queue', key], /^--queue must be a URL, such as postgres:\/\/user@host\/name\n\nUsage/],
      [['worker', '--queue', 'postgres://127.0.0.1:1/none'], /^The queue's database can't be used: .*ECONNREFUSED.*\n$/],
      [['schema'], /^Specify one endpoint\.\n\nUsage/],
      [['schema', key], /^Unknown endpoint: …\.\n\nUsage/],
    ] as const) {
      const { code, out, said } = await run(...args);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(said, why);
      assert.ok(!said.includes(key), said);
    }
  });

  it('prints the JSON Schema of a response, with names for its objects', async () => {
    const { code, out } = await run('schema', 'userByUsername');
    const schema = z.fromJSONSchema(z.record(z.string(), z.json()).parse(JSON.parse(out)));
    assert.deepEqual([code, schema.safeParse({ data: { id: 1 } }).success], [0, false]);
    const sandbox = await startSandbox();
    const path = '/user/by/username/ada_writes?format=simple';
    const response = await fetch(sandbox.primary + path, { headers: { 'X-API-KEY': sandbox.key } });
    schema.parse(await response.json());
    await sandbox.close();
    assert.match(out, /"\$defs": \{\n {4}"User": /);
    assert.doesNotMatch((await run('schema', 'gatewayHashtagAnalytics')).out, /"guess"|9007199254740991/);
  });

  describe('check', () => {
    const request = { endpoint: userByUsername.id, params: { username: 'ada' }, format: 'raw' } as const;
    const check = async (...args: readonly string[]) => await run('check', at('fixtures'), '--warn-days', '0', ...args);
    beforeEach(async () => {
      await writeFixture(at('fixtures'), 'users/ada', { request, body: '{"data":{}}' });
    });

    it('prints findings as text or annotations, and fails on warnings with --strict', async () => {
      assert.deepEqual(await check('--strict'), { code: 0, out: '1 fixture, 0 errors, 0 warnings\n', said: '' });
      await mkdir(at('fixtures/others'));
      await writeFile(at('fixtures/others/b.json'), '{}');
      const path = at('fixtures/others/b.json');
      const message = 'it has no sidecar';
      assert.deepEqual(await check(), {
        code: 0,
        out: `${path}: warning: ${message}\n1 fixture, 0 errors, 1 warning\n`,
        said: '',
      });
      const { code, out } = await check('--strict', '--format', 'github');
      assert.equal(code, 1);
      assert.match(out, /^::warning file=/);
    });

    it('accepts edits with --accept', async () => {
      await writeFile(at('fixtures/users/ada.json'), '{"data":{"name":"Ada"}}');
      assert.equal((await check()).code, 1);
      assert.match((await check('--accept')).out, /ada\.json: note: .*\n1 fixture, 0 errors, 0 warnings, 1 edit accepted\n$/);
      assert.deepEqual((await check()).code, 0);
      assert.match(await readFile(at('fixtures/users/ada.meta.json'), 'utf8'), /"bytes": 23/);
    });

    it("reports links and doesn't follow them", async () => {
      await writeFixture(at('elsewhere'), 'bob', { request, body: '{}' });
      await symlink(at('elsewhere'), at('fixtures/linked'));
      await rename(at('fixtures/users/ada.json'), at('real.json'));
      await symlink(at('real.json'), at('fixtures/users/ada.json'));
      const { code, out } = await check();
      assert.equal(code, 1);
      assert.match(out, /linked: warning: it is a link/);
      assert.match(out, /ada\.json: warning: it is a link/);
      assert.match(out, /ada\.meta\.json: error: its body ada\.json can't be read: it is reached through a link/);
    });
  });
});
