import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { registerPinnedView } from '../shared/tree/pinnedView.ts';

/** The view of pinned accounts, and what is looked for in it. */
export function register(services: Services): vscode.Disposable {
  const users = registerPinnedView(services, 'socialData.users', 'user');
  return vscode.Disposable.from(
    users,
    registerCommand('socialData.users.pin', async (text) => {
      const { pinUser } = await import('./pinUser.ts');
      await pinUser(services, await users.tree(), typeof text === 'string' ? text : undefined);
    }),
    registerCommand('socialData.users.search', async () => {
      const { searchUsers } = await import('./searchUsers.ts');
      await searchUsers(services, await users.tree());
    }),
    registerCommand('socialData.users.refresh', async () => {
      const { refreshUsers } = await import('./refreshUsers.ts');
      await refreshUsers(services);
    }),
  );
}
