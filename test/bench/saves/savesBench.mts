import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { toFixtureFiles } from '../../../src/app/fixtures/fixtureDraft.ts';
import { saveDraft } from '../../../src/app/fixtures/saveDraft.ts';
import { printSidecar } from '../../../src/app/fixtures/sidecar.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { userTweets } from '../../../src/client/endpoints/table.ts';
import { fixtureDraft } from '../../unit/app/fixtures/support/fixtureExchange.ts';
import { exampleAnswer } from '../../unit/client/records/answers.ts';
import { atMost, beside, type BenchRow } from '../benchRow.mts';
import { median } from '../median.mts';
import { diskFolder, writeFlushed } from './diskFolder.mts';

const rounds = 60;
const promised = 1.3;
const tools = { newId: randomUUID, pause: async () => await Promise.resolve() };
const rules = { root: 'fixtures', rule: 'endpoint-values', layout: 'formatted' } as const;

/** How long a solid-state disk of a laptop takes to flush a file, in milliseconds. A disk of a server, which flushes to memory of its own, may take a tenth. */
const laptopFlushMs = 5;

/** Saving an answer as a fixture, new and over another one, beside writing and flushing the same two files one after the other. */
export async function benchSaves(): Promise<readonly BenchRow[]> {
  const here = await timeSaves(0);
  const laptop = await timeSaves(laptopFlushMs);
  return [
    // nothing is promised: where the disk flushes at once, formatting and looking who else saves take longer than the writes
    beside('a new fixture; reference: its two files, written and flushed', here.fresh, here.plain, 'µs'),
    beside('the same over another answer', here.again, here.plain, 'µs'),
    atMost(`a new fixture where a flush takes ${laptopFlushMs} ms`, laptop.fresh, laptop.plain, promised, 'µs'),
    atMost(`the same over another answer where a flush takes ${laptopFlushMs} ms`, laptop.again, laptop.plain, promised, 'µs'),
  ];
}

/** @returns medians in microseconds */
async function timeSaves(flushMs: number): Promise<Readonly<Record<'fresh' | 'again' | 'plain', number>>> {
  const root = join(projectFolders.root, 'out', 'bench', 'saves'); // a real disk: what is flushed to memory costs nothing
  await rm(root, { recursive: true, force: true });
  const folder = diskFolder(root, flushMs);
  const plain = join(root, 'plain');
  await mkdir(plain, { recursive: true });
  const times = { fresh: [] as number[], again: [] as number[], plain: [] as number[] };
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    into.push((performance.now() - begin) * 1000);
  };
  for (let round = -5; round < rounds; round += 1) {
    const of = round < 0 ? { fresh: [], again: [], plain: [] } : times;
    const slug = `round_${round}`;
    await timed(of.fresh, async () => await saveDraft(folder, draftOf(slug, 1), rules, tools));
    await timed(of.again, async () => await saveDraft(folder, draftOf(slug, 2), rules, tools));
    const { sidecar, bodies } = toFixtureFiles(draftOf(slug, 1), slug, 'formatted');
    const files = [...bodies, { file: `${slug}.meta.json`, bytes: printSidecar(sidecar) }];
    await timed(of.plain, async () => {
      for (const { file, bytes } of files) await writeFlushed(join(plain, file), bytes, flushMs);
    });
    // others do not make a folder slower than one of a few dozen
    if (round % 30 === 29) await rm(join(root, 'fixtures'), { recursive: true });
  }
  return { fresh: median(times.fresh), again: median(times.again), plain: median(times.plain) };
}

/** An answer of 30 KB. @param version another answer to the same question */
function draftOf(slug: string, version: number) {
  const draft = fixtureDraft(slug);
  const body = Buffer.from(JSON.stringify({ ...(exampleAnswer(userTweets).value as object), version }));
  return { ...draft, answers: draft.answers.map((answer) => ({ ...answer, body })) };
}
