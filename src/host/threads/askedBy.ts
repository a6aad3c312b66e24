import type { RankingMode } from '../../protocol/threadContract.ts';
import { nextPageKey } from '../../app/thread/threadRows.ts';
import type { ThreadNode, ThreadTree } from '../../app/thread/threadTree.ts';
import type { AskedPage } from './threadCalls.ts';

/** The call that a line of a thread stands for; undefined for a line that stands for none. */
export type AskedBy = (key: string) => AskedPage | undefined;

/** Tells what the lines of a tree stand for. */
export function askedBy(tree: ThreadTree, focalId: string, ranking: RankingMode): AskedBy {
  const nodes = nodesOf(tree);
  return (key) => {
    if (key === nextPageKey) {
      return tree.next === undefined ? undefined : { askedId: focalId, cursor: tree.next, ranking };
    }
    return pageBehind(nodes.get(key), focalId, ranking);
  };
}

function pageBehind(node: ThreadNode | undefined, focalId: string, ranking: RankingMode): AskedPage | undefined {
  switch (node?.kind) {
    case 'more':
      return { askedId: node.ofId, cursor: node.cursor, ranking: node.ofId === focalId ? ranking : 'Relevance' };
    case 'missing':
      return /^\d{1,30}$/.test(node.id) ? { askedId: node.id, cursor: undefined, ranking: 'Relevance' } : undefined;
    case 'post':
    case 'absent':
    case undefined:
      return undefined;
  }
}

/** The nodes of a tree by the keys of their lines, made once for each tree: a long thread asks for thousands of them. */
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
