import * as vscode from 'vscode';
import type { PinKind } from '../pin.ts';
import type { Services } from '../services.ts';
import { type LazyTree, registerLazyTree } from './lazyTree.ts';
import type { PinnedTree } from './pinnedTree.ts';

/** What rows are dragged as between the views of this extension. */
const mime = 'application/vnd.social-data.pins';

/** Registers the view of what the person pinned of a kind. Its code is loaded when it is first seen; it makes no call. */
export function registerPinnedView(services: Services, viewId: string, kind: PinKind): LazyTree<PinnedTree> {
  return registerLazyTree(
    viewId,
    async (surroundings) => {
      const { PinnedTree } = await import('./pinnedTree.ts');
      return new PinnedTree(services, kind, surroundings);
    },
    {
      dragMimeTypes: [mime],
      dropMimeTypes: [mime],
      handleDrag: async (nodes, data) => {
        const { dragText } = await import('./dragRecords.ts');
        const text = dragText(nodes);
        if (text !== undefined) {
          data.set(mime, new vscode.DataTransferItem(text));
        }
      },
      handleDrop: async (target, data) => {
        const text = await data.get(mime)?.asString();
        const { dropText } = await import('./dragRecords.ts');
        await dropText(services.pins, kind, target, text);
      },
    },
  );
}
