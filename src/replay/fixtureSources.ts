import type { ReplayIndex } from '../app/fixtures/replay/replayIndex.ts';
import { type RereadableFixtures, openRereadableFixtureFolder } from './fixtureSource.ts';

/**
 * The fixtures of several folders. A question that several of them have fixtures of is answered from the first of those: a sequence of
 * both would be nobody's.
 * @throws where one cannot be read
 */
export async function openRereadableFixtureFolders(
  folders: readonly string[],
  mayBeMissing: boolean,
): Promise<RereadableFixtures> {
  const sources = await Promise.all(folders.map(async (folder) => await openRereadableFixtureFolder(folder, { mayBeMissing })));
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return only;
  const book: ReplayIndex = {
    get all() {
      return sources.flatMap((source) => source.replayBook().all);
    },
    answersTo: (question) => {
      for (const source of sources) {
        const answers = source.replayBook().answersTo(question);
        if (answers !== undefined) return answers;
      }
      return undefined;
    },
  };
  return {
    replayBook: () => book,
    counts: () => {
      const counts = sources.map((source) => source.counts());
      const sum = (of: 'fixtures' | 'unreadable') => counts.reduce((total, count) => total + count[of], 0);
      return { fixtures: sum('fixtures'), unreadable: sum('unreadable') };
    },
    filesFor: (question) => sources.map((source) => source.filesFor(question)).find(({ length }) => length > 0) ?? [],
    refresh: () => {
      const looking = sources.flatMap((source) => source.refresh() ?? []);
      return looking.length === 0 ? undefined : Promise.all(looking).then(() => undefined);
    },
    expire: () => sources.forEach((source) => source.expire()),
  };
}
