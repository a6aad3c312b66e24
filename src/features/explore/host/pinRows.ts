import type { TreeNode } from '../../../workbench/tree/treeNode.ts';
import { isPinInput, type PinInput, type PinKind, pinKindsByView, type PinView } from '../../../core/pins/pin.ts';
import type { PinStore } from '../../../core/pins/pinStore.ts';
import { RecordNode } from './tree/recordNode.ts';

/** Makes no call. */
export async function pin(pins: PinStore, nodes: readonly TreeNode[]): Promise<void> {
  await pins.add(toPins(nodes));
}

/** Makes no call. */
export async function unpin(pins: PinStore, nodes: readonly TreeNode[]): Promise<void> {
  await pins.unpin(toPins(nodes));
}

/** Undefined if no row can be pinned. */
export function serializePinsForDrag(nodes: readonly TreeNode[]): string | undefined {
  const dragged = toPins(nodes);
  return dragged.length === 0 ? undefined : JSON.stringify(dragged);
}

/** Items that are already pinned move before the pin they are dropped on. Makes no call. */
export async function placeDroppedPins(
  pins: PinStore,
  view: PinView,
  target: TreeNode | undefined,
  text: string | undefined,
): Promise<void> {
  const dropped = parseDraggedPins(text);
  for (const kind of pinKindsByView[view]) {
    await pins.place(
      dropped.filter((item) => item.kind === kind),
      findPinIdOfDropTarget(target, kind),
    );
  }
}

function toPins(nodes: readonly TreeNode[]): readonly PinInput[] {
  return nodes.flatMap((node) => (node instanceof RecordNode ? (node.toPin() ?? []) : []));
}

/** Undefined for the empty part of the view. */
function findPinIdOfDropTarget(target: TreeNode | undefined, kind: PinKind): string | undefined {
  let node = target;
  while (node?.parent !== undefined) {
    node = node.parent;
  }
  return toPins(node === undefined ? [] : [node]).find((pin) => pin.kind === kind)?.id;
}

/** Reads what this extension wrote; another one may use the same name, so nothing is taken for granted. */
function parseDraggedPins(text: string | undefined): readonly PinInput[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isPinInput) : [];
  } catch {
    return []; // not ours
  }
}
