import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runMain } from './runMain.ts';
import { get } from './testSandbox.ts';

describe('the standalone sandbox', () => {
  it('prints one line when it is ready, logs each request without query and key, and stops on a signal', async () => {
    const running = runMain(['--port', '0']);
    const other = runMain([]);
    try {
      await Promise.all([running, other].map(async ({ until }) => await until((stdout) => stdout.includes('\n'))));
      const shown = JSON.parse(running.stdout()) as Readonly<Record<string, unknown>>;
      const address = String(shown['primary']);
      assert.deepEqual(Object.keys(shown), ['primary', 'gateway', 'key', 'control']);
      assert.match(String(shown['control']), /^[\w-]{24}$/);
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/primary$/);
      assert.match(String(shown['gateway']), /^http:\/\/127\.0\.0\.1:\d+\/gateway$/);
      const got = await get(address, '/misc/emojis?format=simple&x=private', { key: String(shown['key']) });
      assert.deepEqual([got.status, got.headers['x-sandbox']], [200, '1']);
      assert.equal((await get(String(shown['gateway']), '/nowhere', { key: 'a-secret' })).status, 404);
      await running.until((_, stderr) => stderr.split('\n').length === 3);
      assert.match(running.stderr(), /^GET \/primary\/misc\/emojis 200 \d+\.\d ms\nGET \/gateway\/nowhere 404 \d+\.\d ms\n$/);
      assert.equal(running.stdout().split('\n').length, 2);
      running.child.kill('SIGTERM');
      other.child.kill('SIGINT');
      assert.deepEqual(await running.ended, { code: 0, signal: null });
      assert.deepEqual(await other.ended, { code: 0, signal: null });
      await assert.rejects(get(address, '/misc/emojis'), { code: 'ECONNREFUSED' });
    } finally {
      running.child.kill('SIGKILL');
      other.child.kill('SIGKILL');
    }
  });

  it('ends with 2 if an argument is wrong or the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const [taken, wrong] = [runMain(['--port', String(port)]), runMain(['--prot', '1'])];
    assert.deepEqual(await taken.ended, { code: 2, signal: null });
    assert.deepEqual(await wrong.ended, { code: 2, signal: null });
    server.close();
    assert.equal(
      taken.stderr(),
      `Port ${port} is in use by another program. Choose another with --port, or 0 for any free port.\n`,
    );
    assert.match(wrong.stderr(), /'--prot'[^]*Usage:/);
    assert.deepEqual([taken.stdout(), wrong.stdout()], ['', '']);
  });
});
