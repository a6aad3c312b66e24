import { join } from 'node:path';
import { findEndpointById } from '../client/endpoints/table.ts';
import { type LoadedFixture, loadFixtureToPlay, filterSidecarFiles } from '../app/fixtures/replay/loadFixture.ts';
import type { ReplayQuestion } from '../app/fixtures/replay/question.ts';
import { createReplayIndex, type ReplayIndex } from '../app/fixtures/replay/replayIndex.ts';
import { type ListedFiles, listJsonFiles, createListedFileReader } from './listJsonFiles.ts';

/** For how long a change of a file may go unseen, in milliseconds; longer where looking takes more than a tenth of that. */
const maxStaleMs = 50;
const maxLookingShare = 0.1;
/** How many fixtures are read at the same time: systems limit how many files are open. */
const maxFixturesReadAtOnce = 16;

/** How many fixtures can be played, and how many cannot be read. */
export interface FixtureCounts {
  readonly fixtures: number;
  readonly unreadable: number;
}

/** The fixtures of a folder, as they are now. */
export interface RereadableFixtures {
  /** The same one until a file changes. */
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
  readonly fixture: LoadedFixture;
}

/**
 * Reads the fixtures below a folder, and again those whose files changed. Files are looked at instead of waited for: what a system
 * says of changes differs by system, disk and editor.
 * @param options `mayBeMissing`: a folder that is not there has no fixtures yet
 * @throws where the folder cannot be read
 */
export async function openRereadableFixtureFolder(
  root: string,
  { mayBeMissing = false, steadyMs = (): number => performance.now() } = {},
): Promise<RereadableFixtures> {
  let kept: ReadonlyMap<string, StampedFixture> = new Map();
  let seen: string | undefined;
  let book = createReplayIndex([], findEndpointById);
  let staleAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async (files: ListedFiles): Promise<void> => {
    const now = JSON.stringify([...files].map(([path, { stamp }]) => [path, stamp]));
    if (now === seen) return;
    const fixtures: (readonly [string, StampedFixture])[] = [];
    const waiting = filterSidecarFiles(files.keys()).values();
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
    replayBook: () => book,
    counts: () => {
      const all = [...kept.values()];
      const unreadable = all.filter(({ fixture }) => fixture.isUnreadable).length;
      return { fixtures: all.length - unreadable, unreadable };
    },
    filesFor: (question) => (book.answersTo(question) ?? []).map(({ fixture }) => join(root, fixture)),
    refresh: () => {
      const at = steadyMs();
      if (looking === undefined && at < staleAt) return undefined;
      looking ??= listJsonFiles(root)
        // a folder that is gone, as while a branch is checked out, has no fixtures
        .catch(() => noFiles)
        .then(look)
        .finally(() => {
          staleAt = Math.max(at + maxStaleMs, steadyMs() + (steadyMs() - at) / maxLookingShare);
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
  const fixture = await loadFixtureToPlay(createListedFileReader(root, files), path);
  const stamps = new Map([path, ...fixture.bodyFiles].map((file) => [file, files.get(file)?.stamp]));
  return { stamps: fixture.isUnreadable ? undefined : stamps, fixture };
}
