import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildNpmPackage } from '../../../src/build/npmPackage.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { userTweets } from '../../../src/client/endpoints/table.ts';
import { writeFixture } from '../../unit/features/fixtures/server/writeFixture.ts';
import type { BenchRow } from '../benchRow.mts';
import { requestOnce } from '../sandbox/requestOnce.mts';
import { bareContestant, type Contestant } from '../sandbox/contestants.mts';
import { runServer } from '../sandbox/runServer.mts';
import { throughputRows } from '../sandbox/throughputRows.mts';

const userId = '1500000000000000001';
const path = `/primary/user/${userId}/tweets?count=20&format=simple`;
const ready = /^\{"primary":"http:\/\/127\.0\.0\.1:(\d+)\/primary"/m;

/** The package's command serving a 30 KB page's fixture, compared with node:http serializing the same page for each request. */
export async function benchReplay(): Promise<readonly BenchRow[]> {
  const folder = join(projectFolders.root, 'out', 'bench', 'replay');
  await rm(folder, { recursive: true, force: true });
  const built = join(folder, 'package');
  await buildNpmPackage(built);
  const command = join(built, 'dist', 'social-data.js');
  const page = await pageOf({ name: 'ours', args: [command, 'sandbox'], ready, path });
  const request = { endpoint: userTweets.id, params: { userId }, format: 'simple' } as const;
  await writeFixture(join(folder, 'fixtures'), 'page', { request, body: page });
  const pageFile = join(folder, 'page.json');
  await writeFile(pageFile, page);
  const args = [command, 'replay', '--fixtures', join(folder, 'fixtures')];
  return await throughputRows([{ name: 'ours', args, ready, path }, bareContestant(pageFile)], 3);
}

async function pageOf(sandbox: Contestant): Promise<Buffer> {
  await using server = await runServer(sandbox);
  return await requestOnce(server.port, server.path, { 'x-api-key': 'bench' });
}
