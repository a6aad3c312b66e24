import type { RankingMode } from '../../protocol/threadContract.ts';
import type { ThreadRow } from '../../protocol/threadRow.ts';
import type { AnsweredPage, ThreadRequest } from './threadQuestion.ts';
import { nextPageKey, threadRows } from './threadRows.ts';
import type { ThreadTrails } from './threadTrails.ts';
import { type ThreadNode, type ThreadTree, threadTree } from './threadTree.ts';

/** The lines of a thread, and the requests that some of them stand for. */
export interface ThreadLines {
  readonly rows: readonly ThreadRow[];
  /** The page that a line stands for; undefined for a line that stands for none. */
  readonly requestOf: (key: string) => ThreadRequest | undefined;
}

/** What of a thread is known to be there and is not fetched. */
export interface ThreadLeft {
  readonly hasNextPage: boolean;
  /** The lines that stand for branches which go on, and for posts in between; in reading order. */
  readonly branches: readonly string[];
}

export const noLines: ThreadLines = { rows: [], requestOf: () => undefined };

/** @param ranking the order of the replies on these pages */
export function threadLines(
  focalId: string,
  pages: readonly AnsweredPage[],
  trails: ThreadTrails,
  ranking: RankingMode,
): ThreadLines {
  const tree = threadTree(
    focalId,
    pages.map(({ page }) => page),
    trails,
  );
  const nodes = nodesOf(tree);
  return {
    rows: threadRows(tree),
    requestOf: (key) => {
      if (key === nextPageKey) {
        return tree.next === undefined ? undefined : { postId: focalId, cursor: tree.next, ranking };
      }
      return pageBehind(nodes.get(key), { focalId, trails, ranking });
    },
  };
}

/** A post that was requested in vain is not left. */
export function threadLeft({ rows, requestOf }: ThreadLines): ThreadLeft {
  const open = rows.filter(({ kind, key }) => kind === 'more' || (kind === 'missing' && requestOf(key) !== undefined));
  const keys = open.map(({ key }) => key);
  return { hasNextPage: keys.includes(nextPageKey), branches: keys.filter((key) => key !== nextPageKey) };
}

function pageBehind(
  node: ThreadNode | undefined,
  { focalId, trails, ranking }: { readonly focalId: string; readonly trails: ThreadTrails; readonly ranking: RankingMode },
): ThreadRequest | undefined {
  switch (node?.kind) {
    case 'more':
      return { postId: node.ofId, cursor: node.cursor, ranking: node.ofId === focalId ? ranking : 'Relevance' };
    case 'missing':
      return /^\d{1,30}$/.test(node.id) && !trails.hasBegun(node.id)
        ? { postId: node.id, cursor: undefined, ranking: 'Relevance' }
        : undefined;
    case 'post':
    case 'absent':
    case undefined:
      return undefined;
  }
}

/** The nodes of a tree by the keys of their lines, made once for each tree: a long thread needs thousands of them. */
function nodesOf({ ancestors, focal }: ThreadTree): ReadonlyMap<string, ThreadNode> {
  // of an ancestor only the way down is shown
  const nodes = new Map(ancestors.map((node) => [node.id, node]));
  const open = focal === undefined ? [] : [focal];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.set(node.id, node);
    open.push(...node.children);
  }
  return nodes;
}
