import type { RankingMode } from '../../protocol/threadContract.ts';
import type { ThreadRow } from '../../protocol/threadRow.ts';
import { type AskedBy, askedBy } from './askedBy.ts';
import { threadRows } from '../../app/thread/threadRows.ts';
import { threadTree } from '../../app/thread/threadTree.ts';
import type { ReadPage } from './threadCalls.ts';
import type { ThreadFacts } from './threadFacts.ts';

/** The lines of a thread that is made of these pages, and the calls that they stand for. */
export function linesOf(
  focalId: string,
  pages: readonly ReadPage[],
  ranking: RankingMode,
): { readonly rows: readonly ThreadRow[]; readonly asked: AskedBy } {
  const read = pages.map(({ page }) => page);
  const tree = threadTree(focalId, read);
  return { rows: threadRows(tree), asked: askedBy(tree, focalId, ranking) };
}

/** Without the direct answers to the post, which are about to come in another order, and what is on its way to them. */
export function withoutAnswers(facts: ThreadFacts, askedBy: AskedBy): ThreadFacts {
  const { focalId, pages, busy } = facts;
  return {
    ...facts,
    pages: pages.filter(({ page }) => page.askedId !== focalId),
    busy: busy.filter((key) => askedBy(key)?.askedId !== focalId),
  };
}
