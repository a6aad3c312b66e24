import type { ThreadRow } from '../../protocol/threadRow.ts';
import type { ThreadNode, ThreadTree } from './threadTree.ts';

/** The key of the line that leads to the next page of direct answers. */
export const nextPageKey = 'next-page';

/** The lines of a thread in reading order: what the post answers, the post, what answers it. */
export function threadRows({ ancestors, focal, next }: ThreadTree): readonly ThreadRow[] {
  const rows: ThreadRow[] = ancestors.map((node) => toRow(node, 0, 'ancestor'));
  const waiting: { readonly node: ThreadNode; readonly depth: number }[] = focal === undefined ? [] : [{ node: focal, depth: 0 }];
  // no recursion: a conversation may be thousands of answers deep
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const { node, depth } = here;
    rows.push(toRow(node, depth, node === focal ? 'focal' : 'reply'));
    waiting.push(...node.children.toReversed().map((child) => ({ node: child, depth: depth + 1 })));
  }
  if (next !== undefined) {
    rows.push({ kind: 'more', key: nextPageKey, depth: 1, place: 'page', count: null, label: null });
  }
  return rows;
}

function toRow(node: ThreadNode, depth: number, role: 'ancestor' | 'focal' | 'reply'): ThreadRow {
  switch (node.kind) {
    case 'post':
      return { kind: 'post', key: node.id, depth, id: node.id, role };
    case 'absent':
      return { kind: 'absent', key: node.id, depth, text: node.absence.text ?? null, reason: node.absence.reason ?? null };
    case 'missing':
      return { kind: 'missing', key: node.id, depth, id: node.id };
    case 'more':
      return { kind: 'more', key: node.id, depth, place: node.place, count: node.count ?? null, label: node.label ?? null };
  }
}
