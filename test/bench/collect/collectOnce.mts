// Reads all pages once: `bare` with the client alone, or into a folder in a format. Prints what it took.
import { createApiKeyConnections } from '../../../src/client/connection.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { userFollowers } from '../../../src/client/endpoints/primary/users.ts';
import { undiciTransport } from '../../../src/client/transports/undici.ts';
import { collect, createSummary, type CollectPlan, RunFolder } from '../../../src/features/collect/index.ts';

const [mode = 'bare', baseUrl = '', folder = ''] = process.argv.slice(2);
const params = { userId: '1500000000000000001' };
const client = createClient({
  connections: createApiKeyConnections({ key: 'bench-key', baseUrl }),
  transport: undiciTransport(),
});
const pagesBetweenSamples = 200;
const start = usedMegabytes();
let most = 0;
const started = performance.now();
const pages = mode === 'bare' ? await readPages() : await collectPages(mode === 'parquet' ? 'parquet' : 'ndjson');
const perSecond = (pages / (performance.now() - started)) * 1_000;
process.stdout.write(`${JSON.stringify({ perSecond, megabytes: most - start })}\n`);
await client.close();

/** What is in use after garbage collection, with `--expose-gc`. */
function usedMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

async function readPages(): Promise<number> {
  let count = 0;
  for await (const _ of client.pages(userFollowers, params)) {
    count += 1;
  }
  return count;
}

async function collectPages(format: CollectPlan['format']): Promise<number> {
  const plan: CollectPlan = { endpoint: userFollowers.id, params, format, baseUrl, budget: 1_000_000_000n };
  const summary = createSummary(plan);
  const { pages: count, state } = await collect({
    folder: RunFolder.create(folder, summary, undefined),
    ...{ summary, client, endpoint: userFollowers, initiator: 'program', stop: new AbortController().signal },
    onPage: (progress) => {
      if (globalThis.gc !== undefined && progress.pages % pagesBetweenSamples === 0) {
        most = Math.max(most, usedMegabytes());
      }
    },
  });
  if (state !== 'complete') {
    throw new Error(`The run is ${state}.`);
  }
  return count;
}
