import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { userByUsername } from '../../../src/client/endpoints/table.ts';
import type { Coverage } from '../../../src/features/fixtures/coverage.ts';
import { writeFixture } from '../features/fixtures/server/writeFixture.ts';
import { get } from '../sandbox/testSandbox.ts';
import { runInProcess } from './runInProcess.ts';

const command = fileURLToPath(new URL('../../../src/cli/bin.ts', import.meta.url));
const canSendSignals = process.platform !== 'win32'; // there, a signal ends a process at once

const run = (used: readonly string[], unused: readonly string[], unmatched: Coverage['unmatched'] = []): Coverage => ({
  ...{ used, unused, unmatched },
});
const miss = { request: 'primary.user {"a":"50%"}', reason: 'No fixture', times: 2 };

describe('social-data coverage', () => {
  let folder: TemporaryFolder;
  let file: string;
  beforeEach(async () => {
    folder = await createTemporaryFolder('coverage');
    file = join(folder.path, 'runs.jsonl');
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  const report = async (runs: readonly Coverage[], ...args: readonly string[]) => {
    await writeFile(file, runs.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return await runInProcess('coverage', file, ...args);
  };

  it('merges runs: unused is what none requested, and unmatched requests are counted', async () => {
    const runs = [run(['a'], ['b', 'c'], [miss]), run(['b'], ['a', 'c'], [miss])];
    assert.deepEqual(await report(runs), {
      code: 0,
      out: 'unused: c\nunmatched: primary.user {"a":"50%"} (4×): No fixture\n2 used, 1 unused, 1 unmatched request\n',
      said: '',
    });
    const { out } = await report(runs, '--report', 'json');
    assert.deepEqual(JSON.parse(out), run(['a', 'b'], ['c'], [{ ...miss, times: 4 }]));
    assert.deepEqual((await report(runs, '--report', 'github', '--fail-on', 'unmatched')).out.split('\n'), [
      "::warning::Unused fixture: c wasn't requested",
      '::error::Unmatched request: primary.user {"a":"50%25"} (4×): No fixture',
      '',
    ]);
  });

  it('exits with 1 for the given kinds only, and with 2 without a report', async () => {
    const codes = async (one: Coverage) => [
      (await report([one])).code,
      (await report([one], '--fail-on', 'unmatched')).code,
      (await report([one], '--fail-on', 'unused')).code,
      (await report([one], '--fail-on', 'unmatched,unused')).code,
    ];
    assert.deepEqual(await codes(run(['a'], [])), [0, 0, 0, 0]);
    assert.deepEqual(await codes(run([], ['a'])), [0, 0, 1, 1]);
    assert.deepEqual(await codes(run([], [], [miss])), [0, 1, 0, 1]);
    for (const [args, why] of [
      [[], /^Specify one report file\.?\n/],
      [[join(folder.path, 'none')], /can't be read: ENOENT/],
      [[file, '--fail-on', 'all'], /--fail-on must be unmatched or unused/],
    ] as const) {
      const { code, said } = await runInProcess('coverage', ...args);
      assert.equal(code, 2);
      assert.match(said, why);
    }
    for (const text of ['', `${JSON.stringify(run([], []))}\n{}\n`]) {
      await writeFile(file, text);
      assert.match((await runInProcess('coverage', file)).said, /isn't a report of finished runs\n$/);
    }
  });

  if (canSendSignals) {
    it('merges four servers that ran and stopped in parallel', async () => {
      const names = ['a', 'b', 'c', 'd'];
      const fixtures = join(folder.path, 'fixtures');
      for (const name of [...names, 'never'])
        await writeFixture(fixtures, name, {
          request: { endpoint: userByUsername.id, params: { username: name }, format: 'simple' },
          body: '{}',
        });
      const codes = names.map(async (name) => {
        const args = ['--fixtures', fixtures, '--report-file', file, '--fail-on', 'unmatched'];
        const child = spawn(process.execPath, [command, 'replay', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
        const closed = once(child, 'close');
        const out = text(child.stdout);
        const [line] = (await once(createInterface(child.stdout), 'line')) as readonly string[];
        const { primary } = JSON.parse(line ?? '') as { readonly primary: string };
        for (const asked of name === 'a' ? ['a', 'near'] : [name]) {
          await get(primary, `/user/by/username/${asked}?format=simple`);
        }
        child.kill('SIGTERM');
        assert.match(await out, name === 'a' ? /\n1 used, 4 unused, 1 unmatched request\n$/ : /, 0 unmatched requests\n$/);
        return (await closed) as readonly unknown[];
      });
      assert.deepEqual(
        await Promise.all(codes),
        [1, 0, 0, 0].map((code) => [code, null]),
      );
      assert.equal((await readFile(file, 'utf8')).split('\n').length, 5);
      const { code, out } = await runInProcess('coverage', file, '--fail-on', 'unused');
      assert.equal(code, 1);
      assert.match(
        out,
        /^unused: never\nunmatched: primary\.userByUsername \{"username":"near"\} \(1×\): No fixture matches this request/,
      );
      assert.match(out, /Nearest: a \(username is "a" there, "near" here\).*\n4 used, 1 unused, 1 unmatched request\n$/);
    });
  }
});
