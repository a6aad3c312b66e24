import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { get } from '../testSandbox.ts';
import { runMain } from '../runMain.ts';
import type { Fact } from './fact.ts';

/**
 * @param ready the line that the page shows
 * @param ask checks a sandbox process's responses against the OpenAPI documents
 */
export function processFacts(ready: string, ask: typeof get): readonly Fact[] {
  return [
    {
      says: [
        'When it is ready, it prints one line of JSON on stdout and nothing else:',
        ready,
        'Each request is one line on stderr: method, path, status and time, but no query and no key.',
        '`Ctrl+C` or SIGTERM stops it.',
      ],
      holds: async () => {
        const running = runMain(['--port', '0']);
        const other = runMain([]);
        try {
          await Promise.all([running, other].map(async ({ until }) => await until((stdout) => stdout.includes('\n'))));
          const shown = JSON.parse(running.stdout()) as Readonly<Record<string, unknown>>;
          const address = String(shown['primary']);
          assert.deepEqual(Object.keys(shown), Object.keys(JSON.parse(ready) as object));
          assert.match(String(shown['control']), /^[\w-]{24}$/);
          assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/primary$/);
          assert.match(String(shown['gateway']), /^http:\/\/127\.0\.0\.1:\d+\/gateway$/);
          const got = await ask(address, '/misc/emojis?format=simple&x=private', { key: String(shown['key']) });
          assert.deepEqual([got.status, got.headers['x-sandbox']], [200, '1']);
          assert.equal((await ask(String(shown['gateway']), '/nowhere', { key: 'a-secret' })).status, 404);
          await running.until((_, stderr) => stderr.split('\n').length === 3);
          assert.match(running.stderr(), /^GET \/primary\/misc\/emojis 200 \d+\.\d ms\nGET \/gateway\/nowhere 404 \d+\.\d ms\n$/);
          assert.equal(running.stdout().split('\n').length, 2);
          running.child.kill('SIGTERM');
          other.child.kill('SIGINT');
          assert.deepEqual(await running.ended, { code: 0, signal: null });
          assert.deepEqual(await other.ended, { code: 0, signal: null });
          await assert.rejects(ask(address, '/misc/emojis'), { code: 'ECONNREFUSED' });
        } finally {
          running.child.kill('SIGKILL');
          other.child.kill('SIGKILL');
        }
      },
    },
    {
      says: ['If an argument is wrong or the port is taken, it says so and ends with 2.'],
      holds: async () => {
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
      },
    },
  ];
}
