import type { ThreadRow } from '../../protocol/threadRow.ts';
import { nextPageKey } from './threadRows.ts';

/** What of a thread is known to be there and is not fetched. */
export interface ThreadLeft {
  readonly hasNextPage: boolean;
  /** The lines that stand for branches which go on, and for posts in between; in reading order. */
  readonly branches: readonly string[];
}

/** @param canAsk whether there is a call for a line: a post that was asked for in vain is not left */
export function threadLeft(rows: readonly ThreadRow[], canAsk: (key: string) => boolean): ThreadLeft {
  const open = rows.filter(({ kind, key }) => kind === 'more' || (kind === 'missing' && canAsk(key))).map(({ key }) => key);
  return { hasNextPage: open.includes(nextPageKey), branches: open.filter((key) => key !== nextPageKey) };
}

/** The line that is fetched next where all are: further answers first. Undefined when the thread is whole. */
export function nextToFetch({ hasNextPage, branches }: ThreadLeft): string | undefined {
  return hasNextPage ? nextPageKey : branches[0];
}
