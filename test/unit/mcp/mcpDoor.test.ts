import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bridgeVariables } from '../../../src/mcp/bridgeVariables.ts';
import { McpDoor } from '../../../src/mcp/mcpDoor.ts';
import { serveMcp } from '../../../src/mcp/serveMcp.ts';
import { textOf } from './support/connectClient.ts';
import { type SandboxDesk, sandboxDesk } from './support/sandboxDesk.ts';

const bridge = fileURLToPath(new URL('../../../src/mcp/bridge.ts', import.meta.url));

describe('the door for bridges', () => {
  let sandbox: SandboxDesk;
  let door: McpDoor;
  let served: number;

  before(async () => {
    sandbox = await sandboxDesk();
  });

  after(async () => {
    await sandbox[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    served = 0;
    door = new McpDoor((socket) => {
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
    const { env } = await door.ticket();
    const [address = '', token = ''] = [env[bridgeVariables.address], env[bridgeVariables.token]];
    assert.match(await knock(address, `${token}\n${request}`), /"id":1/);
    assert.equal(await knock(address, `${token}\n${request}`), '');
    assert.equal(served, 1);
  });

  it('cuts off who has none', async () => {
    const { env } = await door.ticket();
    const address = env[bridgeVariables.address] ?? '';
    const token = env[bridgeVariables.token] ?? '';
    for (const text of [request, '\n', `${token.slice(1)}\n${request}`, ` ${token}\n`, 'x'.repeat(1_000)]) {
      assert.equal(await knock(address, text), '');
    }
    assert.equal(served, 0);
  });

  // a named pipe has no folder
  if (process.platform !== 'win32') {
    it('is in a folder that no other account may enter', async () => {
      const { env } = await door.ticket();
      const folder = dirname(env[bridgeVariables.address] ?? '');
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      await door.close();
      assert.throws(() => statSync(folder), /ENOENT/);
    });
  }

  it('is gone when it was closed', async () => {
    const { env } = await door.ticket();
    const address = env[bridgeVariables.address] ?? '';
    await door.close();
    assert.equal(await knock(address, `${env[bridgeVariables.token] ?? ''}\n${request}`), '');
  });

  it('serves a client through the bridge, as a program that the editor starts, and ends it', async function () {
    this.timeout(20_000); // a program is started
    const { env } = await door.ticket();
    const transport = new StdioClientTransport({ command: process.execPath, args: [bridge], env: { ...env } });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    assert.match(textOf(await client.callTool({ name: 'look_up', arguments: { text: '@ada_writes' } })), /^Sandbox: /);
    await door.close();
    await assert.rejects(async () => await client.callTool({ name: 'budget', arguments: {} })); // its program ended
    assert.equal(served, 1);
  });
});
