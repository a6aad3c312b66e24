import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';

const isSoak = process.env['SOAK'] === '1';
const requests = isSoak ? 200_000 : 5000;
const maxBytes = 200 * 1024 * 1024;
/** So small that what is collected only when memory is short does not count. */
const heap = ['--max-old-space-size=96', '--max-semi-space-size=4'];
const main = new URL('../../../src/sandbox/main.ts', import.meta.url);
const tellMemory = new URL('tellMemory.ts', import.meta.url).href;
const long = 'a'.repeat(60_000);

interface Hostile extends RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** No two are the same; each is as long as a request may be, or small between many others. */
const hostile: readonly ((turn: number) => Hostile)[] = [
  (turn) => ({ path: `/primary/misc/emojis?x=${turn}${long}` }),
  (turn) => ({ path: `/primary/misc/emojis?${turn}${long}` }),
  (turn) => ({ path: `/primary/user/by/username/${turn}${long}` }),
  (turn) => ({ path: `/primary/nowhere/${turn}${long}` }),
  (turn) => ({ path: '/primary/misc/emojis', headers: { 'X-API-KEY': `${turn}${long}` } }),
  (turn) => ({ path: '/primary/misc/emojis', headers: { 'X-API-KEY': `short key ${turn}${'\u00a0'.repeat(60_000)}` } }),
  (turn) => ({ path: `/media/avatar/a${turn}.png?${long}` }),
  (turn) => ({ path: '/gateway/search/advanced', method: 'POST', body: `{"query":{"mention":"${turn}${long}"}}` }),
  (turn) => ({ path: `/primary/lists/tweets?listId=${turn}` }),
  (turn) => ({ path: `/primary/user/by/username/nobody_${turn}?${turn}${'b'.repeat(7000)}` }),
];

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

async function ask(origin: string, turn: number): Promise<void> {
  const { body, headers, ...options } = hostile[turn % hostile.length]?.(turn) ?? {};
  const asking = request(origin, { agent, ...options, headers: { 'X-API-KEY': `key ${turn % 12}`, ...headers } });
  asking.end(body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
}

async function said(child: ChildProcess): Promise<unknown> {
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => ['the sandbox ended'])])) as [
    unknown,
  ];
  return message;
}

describe('the memory of a sandbox', function () {
  this.timeout(isSoak ? 600_000 : 180_000); // a process starts, and makes the whole world

  it(`stays under 200 MB after ${requests.toLocaleString('en')} requests that want to fill it`, async () => {
    const child = fork(main, ['--port', '0'], {
      execArgv: ['--import', tellMemory, ...heap],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    try {
      assert.ok(child.stdout !== null);
      const [ready] = (await once(child.stdout, 'data')) as [Buffer];
      const { origin } = new URL((JSON.parse(ready.toString()) as { readonly primary: string }).primary);
      const turns = Array.from({ length: requests }, (_, turn) => turn).values();
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const turn of turns) await ask(origin, turn);
        }),
      );
      child.send('memory');
      const usage = (await said(child)) as Partial<NodeJS.MemoryUsage>;
      assert.ok((usage.rss ?? Number.POSITIVE_INFINITY) < maxBytes, JSON.stringify(usage));
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
      agent.destroy();
    }
  });
});
