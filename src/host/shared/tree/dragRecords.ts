import type { Pin, PinKind, PinShelf } from '../pin.ts';
import { RecordNode } from './recordNode.ts';
import type { TreeNode } from './treeNode.ts';

/** The accounts, lists and communities among rows, as a text to drag; undefined when there are none. */
export function dragText(nodes: readonly TreeNode[]): string | undefined {
  const dragged = nodes.flatMap((node) => (node instanceof RecordNode ? (node.toPin() ?? []) : []));
  return dragged.length === 0 ? undefined : JSON.stringify(dragged);
}

/** Pins what was dropped on a view, or moves what is pinned there, in front of the pin that it was dropped on. Makes no call. */
export async function dropText(
  pins: PinShelf,
  kind: PinKind,
  target: TreeNode | undefined,
  text: string | undefined,
): Promise<void> {
  const dropped = readDragged(text).filter((item) => item.kind === kind);
  if (dropped.length > 0) {
    await pins.place(dropped, pinAbove(target, kind));
  }
}

/** The pin that something was dropped on or below; undefined for the empty part of the view. */
function pinAbove(target: TreeNode | undefined, kind: PinKind): string | undefined {
  let node = target;
  while (node?.parent !== undefined) {
    node = node.parent;
  }
  const pin = node instanceof RecordNode ? node.toPin() : undefined;
  return pin?.kind === kind ? pin.id : undefined;
}

/** Reads what this extension wrote; another one may use the same name, so nothing is taken for granted. */
function readDragged(text: string | undefined): readonly Pick<Pin, 'kind' | 'id' | 'label'>[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isPinLike) : [];
  } catch {
    return []; // not ours
  }
}

function isPinLike(value: unknown): value is Pick<Pin, 'kind' | 'id' | 'label'> {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value) || !('label' in value)) {
    return false;
  }
  const { kind, id, label } = value;
  return (
    (kind === 'user' || kind === 'list' || kind === 'community') &&
    typeof id === 'string' &&
    typeof label === 'object' &&
    label !== null &&
    'name' in label &&
    typeof label.name === 'string'
  );
}
