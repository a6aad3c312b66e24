import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { toSandboxBuildOptions } from '../../../src/build/bundles.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import type { BenchRow } from '../benchRow.mts';
import { askOnce } from './askOnce.mts';
import { bareContestant, sandboxContestant } from './contestants.mts';
import { runServer } from './runServer.mts';
import { startRows } from './startRows.mts';
import { throughputRows } from './throughputRows.mts';

/**
 * The sandbox, as it is started after a build, beside node:http, each in a process of its own: calls per
 * second for one 30 KB page, and how long a start takes and how much memory it has then.
 */
export async function benchSandbox(): Promise<readonly BenchRow[]> {
  const bundle = join(projectFolders.root, 'out', 'bench', 'sandbox');
  await rm(bundle, { recursive: true, force: true }); // names with a hash in them stay from an earlier build
  await build(toSandboxBuildOptions(bundle));
  const ours = sandboxContestant(bundle);
  const pageFile = join(bundle, 'page.json');
  await writeFile(pageFile, await pageOf(ours));
  return [...(await throughputRows([ours, bareContestant(pageFile)])), ...(await startRows(ours))];
}

/** What the sandbox answers, which the others then give as well. */
async function pageOf(ours: ReturnType<typeof sandboxContestant>): Promise<Buffer> {
  await using server = await runServer(ours);
  const page = await askOnce(server.port, server.path, { 'x-api-key': 'bench' });
  if (!Buffer.from(JSON.stringify(JSON.parse(page.toString()))).equals(page)) {
    throw new Error('The page serialized is not the same bytes');
  }
  return page;
}
