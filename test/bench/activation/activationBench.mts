import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { ensureCodeServer } from '../../../src/build/vscode/installNpmPackage.ts';
import { runTestsOnServer } from '../../../src/build/vscode/runTestsOnServer.ts';
import { projectFolders, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { atMost, type BenchRow } from '../benchRow.mts';
import { buildSuites } from '../buildSuites.mts';
import { median } from '../median.mts';
import { roundsOf } from '../rounds.mts';

const ours = 'social-data-explorer.social-data-explorer';
const empty = 'bench.empty';
const rounds = roundsOf(7);
const promisedMs = 15;
const promisedEntryKilobytes = 70;

const emptyManifest = {
  name: 'empty',
  publisher: 'bench',
  version: '1.0.0',
  type: 'module',
  main: './extension.js',
  engines: { vscode: '^1.106.0' },
  extensionKind: ['workspace'],
};

const resultSchema = z.object({ [ours]: z.number(), [empty]: z.number() });

/**
 * The extension's activation time, compared with an empty one in the same extension host. A host activates an
 * extension once, so each round is a new VS Code; they alternate in being first.
 */
export async function benchActivation(): Promise<readonly BenchRow[]> {
  const suites = await buildSuites(join(import.meta.dirname, 'activationSuite.ts'));
  const entry = await ensureCodeServer();
  await using base = await createTemporaryFolder('bench-activation');
  const extension = await withoutActivationEvents(join(base.path, 'ours'));
  const took: { readonly ours: number; readonly empty: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = join(base.path, `${round}.json`);
    const order = round % 2 === 0 ? [ours, empty] : [empty, ours];
    const code = await runTestsOnServer(entry, {
      name: 'bench-activation',
      env: { BENCH_RESULT: result, BENCH_ORDER: order.join(',') },
      deadline: 120_000,
      suites,
      extension,
      prepare: async ({ extensions }) => {
        const folder = join(extensions, `${empty}-1.0.0`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'package.json'), JSON.stringify(emptyManifest));
        await writeFile(join(folder, 'extension.js'), 'export function activate() {}\n');
      },
    });
    if (code !== 0) {
      throw new Error(`VS Code ended with ${code}`);
    }
    const times = resultSchema.parse(JSON.parse(await readFile(result, 'utf8')));
    took.push({ ours: times[ours], empty: times[empty] });
    console.log(`  round ${round + 1}: ours ${times[ours].toFixed(1)} ms, empty ${times[empty].toFixed(1)} ms`);
  }
  const entryBytes = await bytesLoadedAtOnce(join(projectFolders.root, 'dist', 'extension.js'));
  const oursMs = median(took.map((times) => times.ours));
  const emptyMs = median(took.map((times) => times.empty));
  const more = median(took.map((times) => times.ours - times.empty));
  return [
    {
      what: 'activation (the ratio column is the median difference in ms)',
      ours: `${oursMs.toFixed(1)} ms`,
      reference: `${emptyMs.toFixed(1)} ms, an extension that does nothing`,
      ratio: more,
      toReach: `≤ ${promisedMs}`,
      isReached: more <= promisedMs,
    },
    atMost('entry bundle with all that it imports at once, beside its limit', entryBytes / 1024, promisedEntryKilobytes, 1, 'KB'),
  ];
}

/**
 * Copies the built extension with a manifest that activates it later: otherwise it starts with VS Code, before the suite.
 * @returns the folder
 */
async function withoutActivationEvents(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const texts = (await readdir(projectFolders.root)).filter((name) => /^package\.nls.*\.json$/.test(name));
  for (const name of [...texts, 'dist', 'media']) {
    await cp(join(projectFolders.root, name), join(folder, name), { recursive: true });
  }
  const manifest = z.looseObject({}).parse(JSON.parse(await readFile(join(projectFolders.root, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  return folder;
}

/** The size of a built module plus all chunks that it imports statically. */
async function bytesLoadedAtOnce(file: string, seen: Set<string> = new Set()): Promise<number> {
  if (seen.has(file)) {
    return 0;
  }
  seen.add(file);
  const code = await readFile(file, 'utf8');
  let bytes = Buffer.byteLength(code);
  for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+)"/g)) {
    bytes += await bytesLoadedAtOnce(join(dirname(file), name ?? ''), seen);
  }
  return bytes;
}
