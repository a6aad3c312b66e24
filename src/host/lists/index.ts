import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { registerPinnedView } from '../shared/tree/pinnedView.ts';

/** The view of pinned lists, and what is looked for in it. */
export function register(services: Services): vscode.Disposable {
  const lists = registerPinnedView(services, 'socialData.lists', 'list');
  return vscode.Disposable.from(
    lists,
    registerCommand('socialData.lists.pin', async (text) => {
      const { pinList } = await import('./pinList.ts');
      await pinList(services, await lists.tree(), typeof text === 'string' ? text : undefined);
    }),
    registerCommand('socialData.lists.search', async () => {
      const { searchLists } = await import('./searchLists.ts');
      await searchLists(services, await lists.tree());
    }),
  );
}
