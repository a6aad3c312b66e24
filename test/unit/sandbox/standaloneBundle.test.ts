import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { toSandboxBuildOptions } from '../../../src/build/bundles.ts';

describe('the standalone sandbox’s bundle', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-bundle-'));
    await build({ ...toSandboxBuildOptions(folder), logLevel: 'silent' });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('serves both services and control requests from a folder without other files', async () => {
    const child = spawn(process.execPath, [path.join(folder, 'standalone.js')], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const { primary, gateway, control } = await readyLine(child.stdout);
      const headers = { 'X-API-KEY': 'k', 'X-Sandbox-Control': control };
      const responses = await Promise.all([
        fetch(`${primary}/user/by/username/ada_writes`, { headers }),
        fetch(`${gateway}/trends/locations`, { headers }),
        fetch(`${gateway}/trends/topics`, { headers }), // while the previous request is still loading the gateway
        fetch(new URL('/__sandbox/requests', primary), { headers }),
      ]);
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200, 200],
      );
    } finally {
      child.kill();
    }
  });
});

async function readyLine(output: AsyncIterable<unknown>): Promise<Readonly<Record<'primary' | 'gateway' | 'control', string>>> {
  let printed = '';
  for await (const chunk of output) {
    printed += String(chunk);
    if (printed.includes('\n')) return JSON.parse(printed) as Readonly<Record<'primary' | 'gateway' | 'control', string>>;
  }
  throw new Error(`it ended after ${printed}`);
}
