import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toolNames } from '../../../src/features/agents/toolNames.ts';
import { systemClock } from '../../../src/client/clock.ts';
import { isProcessAlive, openStore } from '../../../src/store/openStore.ts';
import { findEndpointById } from '../../../src/client/endpoints/table.ts';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { textOf } from '../features/agents/mcp/support/connectClient.ts';
import { startCountingService } from '../store/support/countingService.ts';
import { maxWaitMs } from '../../support/limits.ts';

const command = fileURLToPath(new URL('../../../src/cli/bin.ts', import.meta.url));
const key = 'canary-0123456789abcdef';

/** A client of `social-data mcp` in its own process. */
async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...args],
    env: { ...env },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const ask = async (handle: string) => textOf(await client.callTool({ name: 'look_up', arguments: { text: `@${handle}` } }));
  const pid = () => transport.pid ?? assert.fail('it runs');
  return { client, ask, pid, [Symbol.asyncDispose]: async () => await client.close() };
}

/** Waits until the process has ended. */
async function hasEnded(pid: number): Promise<void> {
  while (isProcessAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Runs the command until it ends. */
async function ends(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, 'mcp', ...args], { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code, out, said] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, said };
}

describe('social-data mcp', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'social-data-mcp-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it("uses the free sandbox without options, and doesn't write files", async () => {
    await using server = await start([], { HOME: folder, XDG_DATA_HOME: folder, LOCALAPPDATA: folder });
    const { tools } = await server.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolNames,
    );
    assert.match(await server.ask(exampleValues.handle), /^Sandbox: [\s\S]*this request \$0\.00/);
    assert.equal(await exists(join(folder, 'social-data')), false);
  });

  it("doesn't pay without a budget or beyond it, and pays once per request across all servers of a store", async () => {
    await using service = await startCountingService();
    const asked = () => [...service.requestedBy.values()].flat().length;
    const paid = ['--primary', service.origin, '--store', folder];
    {
      await using server = await start([...paid, '--allow', '1'], { API_KEY: key });
      assert.match(await server.ask('one'), /\$0\.00 of \$0\.00 left[\s\S]*--budget DOLLARS/);
      const other = { endpoint: 'gateway.list', params: findEndpointById('gateway.list')?.example };
      const text = textOf(await server.client.callTool({ name: 'call_endpoint', arguments: other }));
      assert.match(text, /gateway service isn't connected.*--gateway URL/);
      assert.equal(asked(), 0);
    }
    // the first price is unknown, so one cent is assumed
    const capped = [...paid, '--budget', '0.0104', '--allow', '1'];
    await using first = await start(capped, { API_KEY: key });
    await using second = await start(capped, { API_KEY: key });
    assert.match(await first.ask('one'), /^Live: [\s\S]*this request \$0\.0002/);
    assert.match(await second.ask('one'), /^From history: /);
    assert.match(await second.ask('two'), /^Live: /);
    // 0.0004 was spent; 50 more requests would fit
    const handles = Array.from({ length: 60 }, (_, at) => `person_${at}`);
    const texts = await Promise.all(handles.map(async (handle, at) => await (at % 2 === 0 ? first : second).ask(handle)));
    assert.equal(texts.filter((one) => one.startsWith('Live: ')).length, 50);
    assert.equal(asked(), 52);
    assert.deepEqual(new Set([...service.requestedBy.values()].flat()), new Set([key]));
    assert.ok(texts.every((one) => !one.includes(key)));
  });

  it("doesn't send requests beyond --allow if the client can't ask", async () => {
    await using service = await startCountingService();
    const env = join(folder, '.env');
    await writeFile(env, `SERVICE_KEY="${key}"\n`);
    const args = ['--primary', service.origin, '--store', folder, '--key', 'SERVICE_KEY', '--key-file', env, '--budget', '1'];
    {
      await using server = await start(args);
      assert.match(await server.ask('one'), /Not sent: this client can't ask the user/);
    }
    await using server = await start([...args, '--allow', '0.01']);
    assert.match(await server.ask('one'), /^Live: /);
    const more = Array.from({ length: 60 }, (_, at) => `person_${at}`);
    const texts = await Promise.all(more.map(async (handle) => await server.ask(handle)));
    assert.equal(texts.filter((one) => one.startsWith('Live: ')).length, 49);
    assert.equal([...service.requestedBy.values()].flat().length, 50);
    assert.ok(!(await readFile(join(folder, 'store.sqlite'), 'latin1')).includes(key));
  });

  for (const [signal, isKilled] of [
    ['SIGTERM', false],
    ['SIGKILL', true],
  ] as const) {
    it(`records requests in flight at ${signal} ${isKilled ? 'as possibly charged' : 'with price and response'}`, async () => {
      const held: ServerResponse[] = [];
      const service = createServer((request, response) => {
        request.resume();
        held.push(response);
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      const { port } = service.address() as AddressInfo;
      const paid = ['--primary', `http://127.0.0.1:${port}`, '--store', folder, '--budget', '1', '--allow', '1'];
      const server = await start(paid, { API_KEY: key });
      const respond = (response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/json', 'x-price-per-call': '0.0002' }).end('{"data":{}}');
      const heldCount = async (count: number) => {
        while (held.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      const first = server.ask('first');
      await heldCount(1);
      held.forEach(respond);
      await first;
      const calls = Promise.allSettled([server.ask('one'), server.ask('two')]);
      await heldCount(3);
      const pid = server.pid();
      process.kill(pid, signal);
      if (!isKilled) held.slice(1).forEach(respond);
      await calls;
      await hasEnded(pid);
      const store = await openStore({
        ...{ folder, clock: systemClock, dayCap: () => undefined, maxBytes: () => 1e9 },
        notify: ({ kind }) => assert.fail(kind),
      });
      const today = store.day();
      const { spent, calls: count, maybeBilled } = store.spending.sum(today, today);
      assert.deepEqual([spent, count, maybeBilled], [600n, 3, isKilled ? 2 : 0]);
      assert.equal(store.exchanges.size().exchanges, isKilled ? 1 : 3);
      store.close();
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    });
  }

  it('aborts a request that the client cancels, and runs the next one', async () => {
    const waiting = Promise.withResolvers<void>();
    const cutOff = Promise.withResolvers<void>();
    const service = createServer((request, response) => {
      waiting.resolve();
      response.once('close', () => cutOff.resolve());
      request.resume();
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    await using server = await start(
      ['--primary', `http://127.0.0.1:${port}`, '--store', folder, '--budget', '1', '--allow', '1'],
      { API_KEY: key },
    );
    const cancel = new AbortController();
    const call = server.client.callTool({ name: 'look_up', arguments: { text: '@one' } }, { signal: cancel.signal });
    await waiting.promise;
    cancel.abort();
    await assert.rejects(call);
    assert.match(
      textOf(await server.client.callTool({ name: 'budget', arguments: {} })),
      /asked before each|without another prompt/,
    );
    await server.client.close();
    await cutOff.promise;
    await new Promise((resolve) => service.close(resolve));
  });

  it("exits with 2 and an error on stderr if it can't start", async () => {
    for (const [args, why] of [
      [['--primary', 'http://example.com'], /API_KEY isn't set in the environment/],
      [['--budget', 'much'], /--budget must be an amount in US dollars/],
      [['--allow', '-1'], /--allow/],
      [['--gateway', 'https://example.com', '--key-file', join(folder, 'none')], /none/],
      [['--primary', 'http://example.com', '--key', 'sk-canary-1'], /must be variable names.*not keys/],
      [['now'], /Unexpected argument 'now'/],
    ] as const) {
      const { code, out, said } = await ends(args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(said, why);
      assert.ok(!said.includes('canary'));
    }
    const { code, said } = await ends(['--primary', 'http://example.com'], { API_KEY: key });
    assert.equal(code, 2);
    assert.match(said, /the address/);
    assert.ok(!said.includes(key));
  });

  it('exits when its client stops reading but keeps stdin open', async () => {
    const child = spawn(process.execPath, [command, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => undefined); // the process has ended
    const budget = (id: number) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"budget","arguments":{}}}\n`;
    child.stdin.write(budget(1));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.write(budget(2));
    try {
      assert.deepEqual(await once(child, 'exit', { signal: AbortSignal.timeout(maxWaitMs) }), [0, null]);
    } finally {
      child.kill();
    }
  });

  it('exits when its client disconnects', async () => {
    assert.deepEqual(await ends([]), { code: 0, out: '', said: '' });
  });
});

async function exists(path: string): Promise<boolean> {
  return await readFile(path).then(
    () => true,
    (error: unknown) => error instanceof Error && 'code' in error && error.code !== 'ENOENT',
  );
}
