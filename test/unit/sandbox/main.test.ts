import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { useCheckedGet } from './useCheckedGet.ts';

const main = fileURLToPath(new URL('../../../src/sandbox/main.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Resolves as soon as stdout and stderr pass; rejects when the process ends before. */
  readonly until: (passes: (stdout: string, stderr: string) => boolean) => Promise<void>;
}

function run(args: readonly string[]): Running {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  const changed = new EventTarget();
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    changed.dispatchEvent(new Event('change'));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    changed.dispatchEvent(new Event('change'));
  });
  const ended = new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const until = (passes: (out: string, err: string) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => (passes(stdout, stderr) ? resolve() : undefined);
      changed.addEventListener('change', look);
      void ended.then(() => reject(new Error(`It ended: ${stdout}${stderr}`)));
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, ended, until };
}

describe('the standalone sandbox', function () {
  this.timeout(30_000); // each starts a process, which makes the whole world
  const get = useCheckedGet(endpoints);

  it('says in one line of JSON where it answers, tells of each request on stderr, and ends at SIGTERM', async () => {
    const running = run(['--port', '0', '--seed', '3']);
    try {
      await running.until((stdout) => stdout.includes('\n'));
      const ready = JSON.parse(running.stdout()) as Readonly<Record<string, unknown>>;
      assert.deepEqual(Object.keys(ready), ['primary', 'gateway', 'key', 'control', 'seed']);
      assert.equal(ready['seed'], 3);
      assert.match(String(ready['control']), /^[\w-]{24}$/);
      assert.match(String(ready['primary']), /^http:\/\/127\.0\.0\.1:\d+\/primary$/);
      assert.match(String(ready['gateway']), /^http:\/\/127\.0\.0\.1:\d+\/gateway$/);
      const got = await get(String(ready['primary']), '/misc/emojis?format=simple&x=private', { key: String(ready['key']) });
      assert.deepEqual([got.status, got.headers['x-sandbox']], [200, '1; seed=3']);
      assert.equal((await get(String(ready['gateway']), '/nowhere', { key: 'a-secret' })).status, 404);
      await running.until((_, stderr) => stderr.split('\n').length === 3);
      assert.match(running.stderr(), /^GET \/primary\/misc\/emojis 200 \d+\.\d ms\nGET \/gateway\/nowhere 404 \d+\.\d ms\n$/);
      assert.equal(running.stdout().split('\n').length, 2);
      running.child.kill('SIGTERM');
      assert.deepEqual(await running.ended, { code: 0, signal: null });
      await assert.rejects(get(String(ready['primary']), '/misc/emojis'), { code: 'ECONNREFUSED' });
    } finally {
      running.child.kill('SIGKILL');
    }
  });

  it('ends at SIGINT', async () => {
    const running = run([]);
    try {
      await running.until((stdout) => stdout.includes('\n'));
      running.child.kill('SIGINT');
      assert.deepEqual(await running.ended, { code: 0, signal: null });
    } finally {
      running.child.kill('SIGKILL');
    }
  });

  it('says that a port is taken, and ends with 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const running = run(['--port', String(port)]);
      assert.deepEqual(await running.ended, { code: 2, signal: null });
      assert.equal(
        running.stderr(),
        `Port ${port} is taken by another program. Choose another with --port, or 0 for any free one.\n`,
      );
      assert.equal(running.stdout(), '');
    } finally {
      other.close();
    }
  });

  it('names an unknown flag, and ends with 2', async () => {
    const running = run(['--prot', '1']);
    assert.deepEqual(await running.ended, { code: 2, signal: null });
    assert.match(running.stderr(), /'--prot'[^]*Usage:/);
    assert.equal(running.stdout(), '');
  });

  it('explains itself', async () => {
    const running = run(['--help']);
    assert.deepEqual(await running.ended, { code: 0, signal: null });
    assert.match(running.stdout(), /^Usage: npm run sandbox/);
  });
});
