import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import type { BenchRow } from '../benchRow.mts';
import { requestOnce } from './requestOnce.mts';
import { bareContestant, sandboxContestant } from './contestants.mts';
import { runServer } from './runServer.mts';
import { startRows } from './startRows.mts';
import { throughputRows } from './throughputRows.mts';

/**
 * The bundled sandbox compared with node:http, each in its own process: requests per second
 * for one 30 KB page, the start time, and the memory after it.
 */
export async function benchSandbox(): Promise<readonly BenchRow[]> {
  const bundle = join(projectFolders.root, 'out', 'bench', 'sandbox');
  await rm(bundle, { recursive: true, force: true }); // an earlier build left files with a hash in their names
  await build({
    entryPoints: [join(projectFolders.root, 'src', 'sandbox', 'standalone.ts')],
    outdir: bundle,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
  });
  await writeFile(join(bundle, 'package.json'), '{ "type": "module" }\n'); // otherwise Node tries to read each file as CommonJS first
  const ours = sandboxContestant(bundle);
  const pageFile = join(bundle, 'page.json');
  await writeFile(pageFile, await pageOf(ours));
  return [...(await throughputRows([ours, bareContestant(pageFile)])), ...(await startRows(ours))];
}

/** The sandbox's page, which the other servers also send. */
async function pageOf(ours: ReturnType<typeof sandboxContestant>): Promise<Buffer> {
  await using server = await runServer(ours);
  const page = await requestOnce(server.port, server.path, { 'x-api-key': 'bench' });
  if (!Buffer.from(JSON.stringify(JSON.parse(page.toString()))).equals(page)) {
    throw new Error('The page serialized is not the same bytes');
  }
  return page;
}
