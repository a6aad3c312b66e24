import * as vscode from 'vscode';
import { isPinInput, type PinInput, type PinKind, pinKindsByView, type PinStore, type PinView } from '../../../core/pins.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { TreeNode } from '../../../workbench/tree/treeNode.ts';
import { PagedNode, RecordNode } from './tree/recordNode.ts';

const pagedRowActions = {
  load: async ({ source: { session } }: PagedNode) => await (session.state.status === 'idle' ? session.load() : session.retry()),
  loadMore: async (row: PagedNode) => await row.loadMore(),
  stop: async ({ source: { session } }: PagedNode) => await Promise.resolve(session.stop()),
};

export type PagedRowAction = keyof typeof pagedRowActions;

export async function actOnPagedRow(action: PagedRowAction, row: TreeNode | undefined): Promise<void> {
  await (row instanceof PagedNode
    ? pagedRowActions[action](row)
    : showRefusal(vscode.l10n.t('Select an item in the tree first.')));
}

/** Undefined if no row can be pinned. */
export function serializePinsForDrag(nodes: readonly TreeNode[]): string | undefined {
  const dragged = toPins(nodes);
  return dragged.length === 0 ? undefined : JSON.stringify(dragged);
}

/** Moves items that are already pinned before the drop target. */
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

/** Undefined for the empty area of the view. */
function findPinIdOfDropTarget(target: TreeNode | undefined, kind: PinKind): string | undefined {
  let node = target;
  while (node?.parent !== undefined) {
    node = node.parent;
  }
  return toPins(node === undefined ? [] : [node]).find((pin) => pin.kind === kind)?.id;
}

/** Validates the text, because another extension may use the same MIME type. */
function parseDraggedPins(text: string | undefined): readonly PinInput[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isPinInput) : [];
  } catch {
    return []; // not JSON
  }
}
