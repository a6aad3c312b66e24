import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, type TemporaryFolder } from '../../src/build/projectFolders.ts';
import { runNpm } from '../../src/build/vscode/installNpmPackage.ts';
import { userFollowers } from '../../src/client/endpoints/table.ts';
import { collect, createSummary, partFormats, RunFolder } from '../../src/features/collect/index.ts';
import { createTestClient } from '../support/createTestClient.ts';
import { fakeTransport } from '../support/fakeTransport.ts';
import { listDocumentedCode } from '../unit/build/documentedCode.ts';

const run = promisify(execFile);
const origin = 'https://api.example.test';
const rowsPerEntry = 12_500;
const usersPerPage = 500;
const firstId = 9_007_199_254_740_993n; // the first that loses digits as a number

describe('the files of a run in DuckDB', function () {
  this.timeout(300_000); // installs DuckDB
  let temporary: TemporaryFolder;
  before(async () => {
    temporary = await createTemporaryFolder('collect-files');
    await writeFile(join(temporary.path, 'package.json'), '{ "private": true, "type": "module" }\n');
    await runNpm(temporary.path, ['install', '@duckdb/node-api@1.5.6-r.1']);
  });
  after(() => temporary[Symbol.asyncDispose]());

  /** The rows of a statement, as text. */
  async function query(sql: string): Promise<unknown> {
    const program = `
      import { DuckDBInstance } from '@duckdb/node-api';
      const connection = await (await DuckDBInstance.create()).connect();
      const reader = await connection.runAndReadAll(${JSON.stringify(sql)});
      console.log(JSON.stringify(reader.getRows(), (_, value) => typeof value === 'bigint' ? String(value) : value));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: temporary.path });
    return JSON.parse(stdout);
  }

  /** Two accounts that have the same followers. */
  async function collectFollowers(format: (typeof partFormats)[number]): Promise<string> {
    const transport = fakeTransport(({ url }) => {
      const from = Number(new URL(url).searchParams.get('cursor') ?? 0);
      const data = Array.from({ length: usersPerPage }, (_, index) => ({
        ...{ id: String(firstId + BigInt(from + index)), username: `u${from + index}`, createdAt: '2020-02-03T04:05:06Z' },
        ...{ counts: { followers: index }, verified: index === 0 },
      }));
      const nextCursor = from + usersPerPage < rowsPerEntry ? String(from + usersPerPage) : null;
      return { body: { data, nextCursor, previousCursor: null, hasNextPage: nextCursor !== null } };
    });
    const plan = { endpoint: userFollowers.id, params: {}, as: 'username', format, baseUrl: origin };
    const summary = createSummary(plan);
    const folder = RunFolder.create(join(temporary.path, 'followers', format), summary, ['ada', 'bob']);
    const client = createTestClient(transport, origin);
    const stop = new AbortController().signal;
    const { state } = await collect({ folder, summary, client, endpoint: userFollowers, initiator: 'program', stop });
    await folder.close();
    assert.equal(state, 'complete');
    return `followers/${format}/users/*.${format}`;
  }

  for (const format of partFormats) {
    it(`has exact counts, ids, and types in ${format}`, async () => {
      const files = await collectFollowers(format);
      const last = String(firstId + BigInt(rowsPerEntry) - 1n);
      assert.deepEqual(
        await query(`SELECT entry, count(*), count(DISTINCT id), min(id), max(id), typeof(any_value(id)), sum(followers),
          starts_with(typeof(any_value(created_at)), 'TIMESTAMP'), max(json_extract(rest, '$.counts.followers')::int) = 499
          FROM '${files}' GROUP BY entry ORDER BY entry`),
        ['ada', 'bob'].map((entry) => [
          ...[entry, String(rowsPerEntry), String(rowsPerEntry), String(firstId), last, 'VARCHAR'],
          ...[String((rowsPerEntry / usersPerPage) * ((usersPerPage * (usersPerPage - 1)) / 2)), true, true],
        ]),
      );
      const [shown] = (await listDocumentedCode()).filter(
        ({ page, language }) => page === 'docs/collect.md' && language === 'sql',
      );
      const documented = (shown?.code ?? '').replace('followers/users/*.ndjson', files);
      assert.equal(((await query(documented)) as readonly unknown[]).length, 2 * rowsPerEntry);
    });
  }
});
