import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bridgeEnvNames } from '../../../src/mcp/bridgeEnvNames.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import type { CallOptions, Client as ServiceClient } from '../../../src/client/client.ts';
import type { McpServerOptions } from '../../../src/mcp/mcpServices.ts';
import { McpBridgeListener, bridgeTokenLifetimeMs } from '../../../src/mcp/mcpBridgeListener.ts';
import { serveMcp } from '../../../src/mcp/serveMcp.ts';
import { textOf } from './support/connectClient.ts';
import { type SandboxDesk, sandboxDesk } from './support/sandboxDesk.ts';

const bridge = fileURLToPath(new URL('../../../src/mcp/bridge.ts', import.meta.url));

describe('the door for bridges', () => {
  let sandbox: SandboxDesk;
  let door: McpBridgeListener;
  let served: number;

  before(async () => {
    sandbox = await sandboxDesk();
  });

  after(async () => {
    await sandbox[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    served = 0;
    door = new McpBridgeListener((socket) => {
      served += 1;
      return serveMcp(sandbox.desk, socket, socket);
    });
  });

  afterEach(async () => {
    await door.close();
  });

  /** Says something at the door. @returns what is answered until the other side is done with it */
  async function knock(address: string, text: string): Promise<string> {
    const socket: Socket = connect(address);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      socket.end();
    });
    socket.on('error', () => socket.destroy());
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    return answer;
  }

  const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"budget","arguments":{}}}\n';

  it('lets in who has a token, once', async () => {
    const { env } = await door.createCredentials();
    const [address = '', token = ''] = [env[bridgeEnvNames.address], env[bridgeEnvNames.token]];
    assert.match(await knock(address, `${token}\n${request}`), /"id":1/);
    assert.equal(await knock(address, `${token}\n${request}`), '');
    assert.equal(served, 1);
  });

  it('forgets a token that nobody used for a minute, and no other', async () => {
    const clock = fakeClock(0);
    const timed = new McpBridgeListener((socket) => serveMcp(sandbox.desk, socket, socket), clock);
    const { env: early } = await timed.createCredentials();
    await clock.advance(bridgeTokenLifetimeMs - 1_000);
    const { env: late } = await timed.createCredentials();
    await clock.advance(1_000);
    const [address = ''] = [early[bridgeEnvNames.address]];
    assert.equal(await knock(address, `${early[bridgeEnvNames.token] ?? ''}\n${request}`), '');
    assert.match(await knock(address, `${late[bridgeEnvNames.token] ?? ''}\n${request}`), /"id":1/);
    await timed.close();
  });

  it('cuts off who has none', async () => {
    const { env } = await door.createCredentials();
    const address = env[bridgeEnvNames.address] ?? '';
    const token = env[bridgeEnvNames.token] ?? '';
    for (const text of [request, '\n', `${token.slice(1)}\n${request}`, ` ${token}\n`, 'x'.repeat(1_000)]) {
      assert.equal(await knock(address, text), '');
    }
    assert.equal(served, 0);
  });

  // a named pipe has no folder
  if (process.platform !== 'win32') {
    it('is in a folder that no other account may enter', async () => {
      const { env } = await door.createCredentials();
      const folder = dirname(env[bridgeEnvNames.address] ?? '');
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      await door.close();
      assert.throws(() => statSync(folder), /ENOENT/);
    });
  }

  it('is gone when it was closed', async () => {
    const { env } = await door.createCredentials();
    const address = env[bridgeEnvNames.address] ?? '';
    await door.close();
    assert.equal(await knock(address, `${env[bridgeEnvNames.token] ?? ''}\n${request}`), '');
  });

  /** A desk whose requests never end. @returns it, and what aborts the first one */
  async function waitingDesk(): Promise<{ readonly desk: McpServerOptions; readonly asked: Promise<AbortSignal> }> {
    const { agents, readFixture } = await sandbox.desk.openServices();
    const asked = Promise.withResolvers<AbortSignal>();
    const call: ServiceClient['call'] = async (...[, , options]: readonly [unknown, unknown, CallOptions?]) => {
      asked.resolve(options?.stop ?? assert.fail('nothing stops it'));
      return await new Promise<never>(() => undefined);
    };
    const services = { agents: { ...agents, client: { ...agents.client, call } }, readFixture };
    return { desk: { ...sandbox.desk, openServices: async () => await Promise.resolve(services) }, asked: asked.promise };
  }

  for (const [how, cut] of [
    ['the door is closed', async (open: McpBridgeListener) => await open.close()],
    ['the connection breaks', async (_: McpBridgeListener, socket: Socket) => void socket.destroy(new Error('ECONNRESET'))],
  ] as const) {
    it(`stops what a client asked when ${how}`, async () => {
      const { desk, asked } = await waitingDesk();
      let end: { readonly socket: Socket; readonly closed: Promise<void> } | undefined;
      const waiting = new McpBridgeListener((socket) => {
        const connection = serveMcp(desk, socket, socket);
        end = { socket, closed: connection.closed };
        return connection;
      });
      const { env } = await waiting.createCredentials();
      const live =
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look_up","arguments":{"text":"@ada_writes"}}}';
      const client = connect(env[bridgeEnvNames.address] ?? '');
      client.write(`${env[bridgeEnvNames.token] ?? ''}\n${live}\n`);
      const stop = await asked;
      assert.ok(end !== undefined && !stop.aborted);
      await cut(waiting, end.socket);
      await end.closed;
      assert.ok(stop.aborted);
      client.destroy();
      await waiting.close();
    });
  }

  // a named pipe has no folder
  if (process.platform !== 'win32') {
    it('listens at the next ticket where it could not before, leaves nothing behind, and stays closed', async () => {
      await using folder = await createTemporaryFolder('door');
      const missing = join(folder.path, 'later');
      const { TMPDIR: before } = process.env;
      process.env['TMPDIR'] = missing;
      try {
        await assert.rejects(async () => await door.createCredentials(), /ENOENT/);
        const tooLong = join(missing, 'x'.repeat(120)); // longer than the address of a socket may be
        await mkdir(tooLong, { recursive: true });
        process.env['TMPDIR'] = tooLong;
        await assert.rejects(async () => await door.createCredentials(), /listen/);
        assert.deepEqual(readdirSync(tooLong), []);
      } finally {
        if (before === undefined) delete process.env['TMPDIR'];
        else process.env['TMPDIR'] = before;
      }
      const { env } = await door.createCredentials();
      assert.match(await knock(env[bridgeEnvNames.address] ?? '', `${env[bridgeEnvNames.token] ?? ''}\n${request}`), /"id":1/);
      await door.close();
      await assert.rejects(async () => await door.createCredentials(), /closed/);
    });
  }

  it('serves a client through the bridge, as a program that the editor starts, and ends it', async function () {
    this.timeout(20_000); // a program is started
    const { env } = await door.createCredentials();
    const transport = new StdioClientTransport({ command: process.execPath, args: [bridge], env: { ...env } });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    assert.match(textOf(await client.callTool({ name: 'look_up', arguments: { text: '@ada_writes' } })), /^Sandbox: /);
    await door.close();
    await assert.rejects(async () => await client.callTool({ name: 'budget', arguments: {} })); // its program ended
    assert.equal(served, 1);
  });
});
