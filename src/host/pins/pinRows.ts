import type { PinShelf } from '../shared/pin.ts';
import { RecordNode } from '../shared/tree/recordNode.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';

/** Pins the rows that a command was started on: all that are selected, if it was one of them. Makes no call. */
export async function pinRows(pins: PinShelf, node?: TreeNode, selected?: readonly TreeNode[]): Promise<void> {
  const items = toPins(node, selected).filter(({ kind, id }) => !pins.has(kind, id));
  if (items.length > 0) {
    await pins.place(items);
  }
}

/** Takes the pins of rows away. Makes no call. */
export async function unpinRows(pins: PinShelf, node?: TreeNode, selected?: readonly TreeNode[]): Promise<void> {
  const items = toPins(node, selected);
  if (items.length > 0) {
    await pins.unpin(items);
  }
}

function toPins(node: TreeNode | undefined, selected: readonly TreeNode[] | undefined) {
  const nodes = selected !== undefined && selected.length > 0 ? selected : node === undefined ? [] : [node];
  return nodes.flatMap((row) => (row instanceof RecordNode ? (row.toPin() ?? []) : []));
}
