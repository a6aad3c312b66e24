import { join } from 'node:path';
import { findEndpointById } from '../client/endpoints/table.ts';
import { isSidecarFile } from '../app/fixtures/naming.ts';
import { type PlayableFixture, readPlayableFixture } from '../app/fixtures/replay/playableFixture.ts';
import type { ReplayQuestion } from '../app/fixtures/replay/question.ts';
import { createReplayIndex, type ReplayIndex } from '../app/fixtures/replay/replayIndex.ts';
import { type ListedFiles, listJsonFiles, createListedFileReader } from './listJsonFiles.ts';

/** For how long a change of a file may go unseen, in milliseconds; longer where looking takes more than a tenth of that. */
const maxStaleMs = 50;
const maxLookingShare = 0.1;
/** Systems limit how many files are open. */
const maxFixturesReadAtOnce = 16;

export interface FixtureCounts {
  readonly fixtures: number;
  readonly unreadable: number;
}

export interface RereadableFixtures {
  readonly replayBook: () => ReplayIndex;
  readonly counts: () => FixtureCounts;
  /** The bodies that a question is answered with, in turn: absolute paths without an ending. */
  readonly filesFor: (question: Pick<ReplayQuestion, 'key'>) => readonly string[];
  /** Looks again, where that was not done just now. */
  readonly refresh: () => Promise<void> | undefined;
  /** The next refresh looks again in any case, also at what could not be read. */
  readonly expire: () => void;
}

interface StampedFixture {
  /** Of each file that it was read from; undefined: it is read again after any change. */
  readonly stamps: ReadonlyMap<string, string | undefined> | undefined;
  readonly fixture: PlayableFixture;
}

interface RereadableFolder extends Pick<RereadableFixtures, 'refresh' | 'expire'> {
  readonly root: string;
  readonly book: () => ReplayIndex;
  readonly fixtures: () => readonly PlayableFixture[];
}

/**
 * Reads the fixtures below folders, and again those whose files changed. A question that several folders have fixtures of is answered
 * from the first of those: a sequence of both would be nobody's.
 * @param mayBeMissing a folder that is not there has no fixtures yet
 * @throws where one cannot be read
 */
export async function openRereadableFixtureFolders(roots: readonly string[], mayBeMissing: boolean): Promise<RereadableFixtures> {
  const folders = await Promise.all(roots.map(async (root) => await openRereadableFolder(root, mayBeMissing)));
  const findAnswers = (question: Pick<ReplayQuestion, 'key'>) => {
    for (const { root, book } of folders) {
      const answers = book().answersTo(question);
      if (answers !== undefined) return { root, answers };
    }
    return undefined;
  };
  const replayBook: ReplayIndex = {
    get all() {
      return folders.flatMap(({ book }) => book().all);
    },
    answersTo: (question) => findAnswers(question)?.answers,
  };
  return {
    replayBook: () => replayBook,
    counts: () => {
      const all = folders.flatMap(({ fixtures }) => fixtures());
      const unreadable = all.filter(({ isUnreadable }) => isUnreadable).length;
      return { fixtures: all.length - unreadable, unreadable };
    },
    filesFor: (question) => {
      const { root = '', answers = [] } = findAnswers(question) ?? {};
      return answers.map(({ fixture }) => join(root, fixture));
    },
    refresh: () => {
      const looking = folders.flatMap(({ refresh }) => refresh() ?? []);
      return looking.length === 0 ? undefined : Promise.all(looking).then(() => undefined);
    },
    expire: () => folders.forEach(({ expire }) => expire()),
  };
}

/** Files are looked at instead of waited for: what a system says of changes differs by system, disk and editor. */
async function openRereadableFolder(root: string, mayBeMissing: boolean): Promise<RereadableFolder> {
  let kept: ReadonlyMap<string, StampedFixture> = new Map();
  let seen: string | undefined;
  let book = createReplayIndex([], findEndpointById);
  let staleAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async (files: ListedFiles): Promise<void> => {
    const now = JSON.stringify([...files].map(([path, { stamp }]) => [path, stamp]));
    if (now === seen) return;
    const fixtures: (readonly [string, StampedFixture])[] = [];
    const waiting = [...files.keys()].filter(isSidecarFile).values();
    const lane = async (): Promise<void> => {
      for (const path of waiting) fixtures.push([path, await reuseOrReadFixture(root, files, path, kept.get(path))]);
    };
    await Promise.all(Array.from({ length: maxFixturesReadAtOnce }, lane));
    kept = new Map(fixtures);
    book = createReplayIndex(
      fixtures.flatMap(([, { fixture }]) => fixture.answers),
      findEndpointById,
    );
    seen = now;
  };
  await look(await (mayBeMissing ? listJsonFiles(root).catch(treatMissingAsNoFiles) : listJsonFiles(root)));

  return {
    root,
    book: () => book,
    fixtures: () => [...kept.values()].map(({ fixture }) => fixture),
    refresh: () => {
      const at = performance.now();
      if (looking === undefined && at < staleAt) return undefined;
      looking ??= listJsonFiles(root)
        // a folder that is gone, as while a branch is checked out, has no fixtures
        .catch(() => noFiles)
        .then(look)
        .finally(() => {
          staleAt = Math.max(at + maxStaleMs, performance.now() + (performance.now() - at) / maxLookingShare);
          looking = undefined;
        });
      return looking;
    },
    expire: () => {
      staleAt = Number.NEGATIVE_INFINITY;
      seen = undefined;
    },
  };
}

const noFiles: ListedFiles = new Map();

/** A folder that is not there has none. @throws any other error */
function treatMissingAsNoFiles(error: unknown): ListedFiles {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return noFiles;
  throw error;
}

async function reuseOrReadFixture(
  root: string,
  files: ListedFiles,
  path: string,
  kept: StampedFixture | undefined,
): Promise<StampedFixture> {
  const isSame = kept?.stamps !== undefined && [...kept.stamps].every(([file, stamp]) => files.get(file)?.stamp === stamp);
  if (kept !== undefined && isSame) return kept;
  const fixture = await readPlayableFixture(createListedFileReader(root, files), path);
  const stamps = new Map([path, ...fixture.bodyFiles].map((file) => [file, files.get(file)?.stamp]));
  return { stamps: fixture.isUnreadable ? undefined : stamps, fixture };
}
