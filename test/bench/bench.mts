// `npm run bench` runs every bench, `npm run bench -- client` those that are named. Each prints its measurements next to
// a reference from the same run, and exits with 1 if a limit is missed. With `--short`, each runs once
// and briefly, and only fails if it crashes.
import { closeSharedBrowser } from '../support/vscode/sharedBrowser.ts';
import type { BenchRow } from './benchRow.mts';
import { printTable } from './printTable.mts';
import { isShort } from './rounds.mts';

/** The benches by name. Each returns its table's rows. */
const benches: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  activation: async () => (await import('./activation/activationBench.mts')).benchActivation(),
  sandbox: async () => (await import('./sandbox/sandboxBench.mts')).benchSandbox(),
  mcp: async () => (await import('./mcp/mcpBench.mts')).benchMcp(),
  replay: async () => (await import('./replay/replayBench.mts')).benchReplay(),
  upstream: async () => (await import('./upstream/upstreamBench.mts')).benchUpstream(),
  collect: async () => (await import('./collect/collectBench.mts')).benchCollect(),
  client: async () => (await import('./client/clientBench.mts')).benchClient(),
  thread: async () => (await import('./thread/threadBench.mts')).benchThread(),
  profile: async () => (await import('./profile/profileBench.mts')).benchProfile(),
  results: async () => (await import('./results/resultsBench.mts')).benchResults(),
  search: async () => (await import('./search/searchBench.mts')).benchSearch(),
};

const named = process.argv.slice(2).filter((argument) => argument !== '--short');
const unknown = named.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`No bench is named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
let missed = 0;
for (const [name, run] of Object.entries(benches)) {
  if (named.length === 0 || named.includes(name)) {
    const rows = await run();
    printTable(name, rows);
    missed += rows.filter((row) => row.isReached === false).length;
  }
}
await closeSharedBrowser();
if (missed > 0 && !isShort) {
  console.error(`${missed} ${missed === 1 ? 'figure was' : 'figures were'} not reached.`);
}
process.exitCode = missed > 0 && !isShort ? 1 : 0;
