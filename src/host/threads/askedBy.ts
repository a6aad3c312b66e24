import type { RankingMode } from '../../protocol/threadContract.ts';
import { nextPageKey } from './model/threadRows.ts';
import type { ThreadNode, ThreadTree } from './model/threadTree.ts';
import type { AskedPage } from './threadCalls.ts';

/** The call that a line of a thread stands for; undefined for a line that stands for none. */
export function askedBy(tree: ThreadTree, key: string, focalId: string, ranking: RankingMode): AskedPage | undefined {
  if (key === nextPageKey) {
    return tree.next === undefined ? undefined : { askedId: focalId, cursor: tree.next, ranking };
  }
  const node = findNode(tree, key);
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

function findNode({ ancestors, focal }: ThreadTree, key: string): ThreadNode | undefined {
  const open = [...ancestors, ...(focal === undefined ? [] : [focal])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.id === key) {
      return node;
    }
    // of an ancestor only the way down is shown
    open.push(...(ancestors.includes(node) ? [] : node.children));
  }
  return undefined;
}
