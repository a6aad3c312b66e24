import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildClient } from '../../../src/build/bundles.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { startFaultServer, wholeAnswer } from '../../support/faultServer/faultServer.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

const consumer = `
import { createClient, type Exchange, type Money, type PostRecord, SocialDataError, toPage, type Tweet, userByUsername, userTweets } from './client.mjs';
const client = createClient({ key: 'k', baseUrl: 'https://api.example.test' });
const user = await client.call(userByUsername, { username: 'ada_writes' });
export const name: string | undefined = user.value?.data.name;
export const price: Money | undefined = user.receipt.price;
for await (const page of client.pages(userTweets, { userId: '1' }, { maxPages: 2 })) {
  const tweets: readonly Tweet[] = page.value?.data ?? [];
  void tweets;
  const posts: readonly PostRecord[] = toPage(page).records.flatMap(({ record }) => (record.kind === 'post' ? [record] : []));
  void posts;
}
export const raw: Exchange<unknown> = await client.call(userTweets, { userId: '1' }, { format: 'raw' });
// @ts-expect-error: a parameter that the row does not have
await client.call(userByUsername, { usrname: 'ada' });
// @ts-expect-error: an id is a text
await client.call(userTweets, { userId: 1 });
export const isOurs = (error: unknown) => error instanceof SocialDataError && error.spent === 'no';
`;

describe('the client as a module', function () {
  this.timeout(60_000);
  let folder = '';
  before(async () => {
    await mkdir(path.join(root, 'out'), { recursive: true });
    folder = await mkdtemp(path.join(root, 'out', 'client-'));
    await buildClient(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('looks something up from a Node program that knows nothing else', async () => {
    const server = await startFaultServer(
      (socket) => void socket.write(wholeAnswer('{"data":{"id":"1"}}', ['X-Price-Per-Call: 0.0002'])),
    );
    const program = `
      const { createClient, userByUsername, endpoints, formatMoney } = await import(process.argv[1]);
      const client = createClient({ key: 'k', baseUrl: process.argv[2] });
      const answer = await client.call(userByUsername, { username: 'ada_writes' });
      console.log(endpoints.length, answer.value.data.id, formatMoney(answer.receipt.price));`;
    const module = path.join(folder, 'client.mjs');
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, module, server.origin]);
    assert.equal(stdout.trim(), `${endpoints.length} 1 0.0002`);
    await server.close();
  });

  it('holds neither VS Code nor the sandbox', async () => {
    const { stdout } = await run(process.execPath, [
      '-e',
      `console.log(require('node:fs').readFileSync(process.argv[1], 'utf8').match(/^\\/\\/ src\\/[^\\n]+/gm).join('\\n'))`,
      path.join(folder, 'client.mjs'),
    ]);
    const sources = stdout.trim().split('\n');
    assert(sources.includes('// src/client/createClient.ts'));
    assert.deepEqual(
      sources.filter((source) => !source.startsWith('// src/client/')),
      [],
    );
  });

  it('is typed for a strict TypeScript program', async () => {
    await writeFile(path.join(folder, 'consumer.mts'), consumer);
    const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = [
      '--noEmit',
      '--singleThreaded',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
      '--types',
      'node',
    ];
    await run(process.execPath, [tsc, ...options, path.join(folder, 'consumer.mts')], { cwd: root }).catch((error: unknown) => {
      assert.fail(error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error));
    });
  });
});
