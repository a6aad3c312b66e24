import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildNpmPackage } from '../../../src/build/npmPackage.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { atMost, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { roundsOf } from '../rounds.mts';

const rounds = roundsOf(15);

/** The package's command compared with an empty server in a similar bundle of the same SDK, from process start to two responses. */
export async function benchMcp(): Promise<readonly BenchRow[]> {
  const folder = join(projectFolders.root, 'out', 'bench', 'mcp');
  await rm(folder, { recursive: true, force: true });
  await buildNpmPackage(join(folder, 'package'));
  const empty = join(folder, 'empty.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./emptyServer.mjs', import.meta.url))],
    outfile: empty,
    external: ['zod'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const servers = [[join(folder, 'package', 'dist', 'social-data.js'), 'mcp'], [empty]] as const;
  const starts = servers.map(() => new Array<Started>());
  for (const args of servers) await start(args); // fills the file cache and Node's compile cache
  for (let round = 0; round < rounds; round += 1) {
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) starts[at]?.push(await start(servers[at] ?? servers[0]));
  }
  const medianOf = (at: number, read: (one: Started) => number) => median((starts[at] ?? []).map(read));
  const row = (what: string, read: (one: Started) => number) =>
    atMost(`start to ${what}, against an empty server`, medianOf(0, read), medianOf(1, read), 2, 'ms');
  return [row('the handshake', ({ handshakeMs }) => handshakeMs), row('the list of tools', ({ listMs }) => listMs)];
}

/** From process start, in milliseconds. */
interface Started {
  readonly handshakeMs: number;
  readonly listMs: number;
}

const handshake = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
};

async function start(args: readonly string[]): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let text = '';
  const ask = async (id: number, request: object): Promise<number> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes(`"id":${id}`)) resolve();
      });
    });
    return performance.now() - began;
  };
  const handshakeMs = await ask(1, handshake);
  const listMs = await ask(2, { method: 'tools/list' });
  child.stdin.end();
  await ended;
  return { handshakeMs, listMs };
}
