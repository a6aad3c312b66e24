import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { createPaidConnections } from '../../../src/cli/openClient.ts';

describe("a command's key", () => {
  let folder: TemporaryFolder;
  let file: string;
  beforeEach(async () => {
    folder = await createTemporaryFolder('key');
    file = join(folder.path, '.env');
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  const connect = async (key = 'API_KEY') =>
    (await createPaidConnections({ primary: 'https://api.example', key, 'key-file': file })) ?? assert.fail('no connection');
  const sent = async ({ primary }: Awaited<ReturnType<typeof connect>>) => (await primary?.credentials())?.headers['x-api-key'];

  it('is read from a file in any encoding that editors and PowerShell write', async () => {
    const text = 'API_KEY=abc\r\n';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, Buffer.from(utf16).swap16()]) {
      await writeFile(file, bytes);
      assert.equal(await sent(await connect()), 'abc', bytes.toString('hex'));
    }
  });

  it('is read again for each request, and fixtures are searched for all used keys', async () => {
    await writeFile(file, 'API_KEY=first');
    const connections = await connect();
    assert.equal(await sent(connections), 'first');
    await writeFile(file, 'API_KEY=second');
    assert.equal(await sent(connections), 'second');
    assert.deepEqual(connections.keys, ['first', 'second']);
    await writeFile(file, '');
    await assert.rejects(sent(connections), /API_KEY isn't set in/);
  });

  it("is reported in a sentence if it can't be read", async () => {
    await assert.rejects(connect(), /^Error: File not found: .*\.env$/);
    await writeFile(file, 'OTHER=1');
    await assert.rejects(connect('constructor'), /^Error: constructor isn't set in /);
    await rm(file);
    if (process.platform !== 'win32') {
      execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
      await assert.rejects(connect(), /^Error: .*\.env isn't a file$/);
    }
    file = folder.path;
    await assert.rejects(connect(), /^Error: .* isn't a file$/);
  });
});
