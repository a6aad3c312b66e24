import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import type { Told } from './tellMemory.ts';

const isSoak = process.env['SOAK'] === '1';
const requests = isSoak ? 200_000 : 2000;
const maxBytes = 200 * 1024 * 1024;
/** How long anybody else waits for the sandbox's thread at most, in milliseconds of its CPU time. */
const maxWaitMs = 100;
/** So small that what is collected only when memory is short does not count. */
const heap = ['--max-old-space-size=96', '--max-semi-space-size=4'];
const main = new URL('../../src/sandbox/standalone.ts', import.meta.url);
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
  (turn) => ({ path: `/primary/user/1500000000000000001/followers?count=${turn}${'1'.repeat(60_000)}!` }),
];

const agent = new Agent({ keepAlive: true, maxSockets: 9 });

/** Somebody else's calls, to both services: a row that pages, a search, and a post. */
const probes: readonly Hostile[] = [
  { path: '/primary/user/1500000000000000001/followers' },
  { path: '/gateway/search/tweets?q=data' },
  { path: '/primary/search?searchItem=data' },
  { path: '/gateway/tweet/1850000000000000001' },
].map((probe) => ({ ...probe, headers: { 'X-API-KEY': 'probe', 'X-Probe': '1' } }));

async function ask(origin: string, { body, headers, ...options }: Hostile): Promise<void> {
  const asking = request(origin, { agent, ...options, headers: { ...headers } });
  asking.end(body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
}

/** One of those that want to fill the memory. */
function hostileCall(turn: number): Hostile {
  const call = hostile[turn % hostile.length]?.(turn) ?? {};
  return { ...call, headers: { 'X-API-KEY': `key-${turn % 12}`, ...call.headers } };
}

async function said(child: ChildProcess): Promise<Partial<Told>> {
  child.send('tell');
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => ['the sandbox ended'])])) as [
    Partial<Told>,
  ];
  return message;
}

describe('a sandbox under hostile requests', () => {
  const promise = 'stays under 200 MB, and answers everybody else within 100 ms';
  it(`${promise}: ${requests.toLocaleString('en')} requests that want to fill its memory`, async () => {
    const child = fork(main, ['--port', '0'], {
      execArgv: ['--import', tellMemory, ...heap],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    try {
      assert.ok(child.stdout !== null);
      const [ready] = (await once(child.stdout, 'data')) as [Buffer];
      const { origin } = new URL((JSON.parse(ready.toString()) as { readonly primary: string }).primary);
      for (const probe of probes) await ask(origin, { ...probe, headers: { 'X-API-KEY': 'probe' } }); // the first of each loads its code
      const turns = Array.from({ length: requests }, (_, turn) => turn).values();
      let isOver = false;
      const hostiles = Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const turn of turns) await ask(origin, hostileCall(turn));
        }),
      ).finally(() => {
        isOver = true;
      });
      for (let at = 0; !isOver; at += 1) await ask(origin, probes[at % probes.length] ?? {});
      await hostiles;
      const told = await said(child);
      assert.ok((told.rss ?? Number.POSITIVE_INFINITY) < maxBytes, JSON.stringify(told));
      assert.ok((told.probes ?? 0) > requests / 100, `too few others asked: ${JSON.stringify(told)}`);
      assert.ok((told.maxCpuMs ?? Number.POSITIVE_INFINITY) < maxWaitMs, JSON.stringify(told));
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
      agent.destroy();
    }
  });
});
