import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { startSandboxWorker } from '../../../src/sandbox/startSandboxWorker.ts';
import { get } from './testSandbox.ts';

const testWorker = new URL('./testWorker.ts', import.meta.url);

describe('the sandbox in a worker thread', () => {
  it('starts with its options, responds, and ends when it is closed', async () => {
    const exits: unknown[] = [];
    const sandbox = await startSandboxWorker(testWorker, { prices: { price: 3n } }, { onExit: (exit) => exits.push(exit) });
    const got = await get(sandbox.primary, '/search?searchItem=a', { key: sandbox.key });
    assert.deepEqual([got.status, got.headers['x-price-per-call']], [200, '0.000003']);
    assert.equal((await get(sandbox.gateway, '/search/tweets?q=a', { key: sandbox.key })).status, 200);
    await Promise.all([sandbox.close(), sandbox.close()]);
    await sandbox.close();
    await assert.rejects(get(sandbox.primary, '/tweet/404'), { code: 'ECONNREFUSED' });
    assert.deepEqual(exits, []);
  });

  it('rejects with the start error', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    await assert.rejects(startSandboxWorker(testWorker, { port }), { code: 'EADDRINUSE' });
    other.close();
    await assert.rejects(startSandboxWorker(testWorker, { port: 1 }), /planted before the start/);
    await assert.rejects(startSandboxWorker(new URL('./noSuchWorker.ts', import.meta.url)), /noSuchWorker/);
  });

  it('reports a responder’s exception and continues', async () => {
    const faults: string[] = [];
    const sandbox = await startSandboxWorker(testWorker, {}, { onFault: (message) => faults.push(message) });
    assert.equal((await get(sandbox.primary, '/tweet/defect')).status, 500);
    assert.equal((await get(sandbox.primary, '/tweet/404')).status, 404);
    await sandbox.close();
    assert.equal(faults.length, 1);
    assert.match(String(faults[0]), /^RangeError: a planted defect\n/);
  });

  it('reports a crash with its error', async () => {
    const exit = await new Promise<{ readonly code: number; readonly error: Error | undefined }>((resolve, reject) => {
      startSandboxWorker(testWorker, { prices: { startBalance: 13_000n } }, { onExit: resolve })
        // the crash may cut the response off
        .then(async (sandbox) => await get(sandbox.primary, '/tweet/defect').catch(() => undefined))
        .catch(reject);
    });
    assert.equal(exit.code, 1);
    assert.match(String(exit.error), /RangeError: a planted defect/);
  });
});

describe('the sandbox’s shipped worker', () => {
  it('has all endpoints and the sample data', async () => {
    const sandbox = await startSandboxWorker(new URL('../../../src/sandbox/worker.ts', import.meta.url));
    const got = await get(sandbox.primary, '/misc/emojis?format=simple', { key: sandbox.key });
    assert.deepEqual([got.status, got.headers['x-sandbox']], [200, '1']);
    await sandbox.close();
  });
});
