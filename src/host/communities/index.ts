import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { registerPinnedView } from '../shared/tree/pinnedView.ts';

/** The view of pinned communities, and what is looked for in it. */
export function register(services: Services): vscode.Disposable {
  const communities = registerPinnedView(services, 'socialData.communities', 'community');
  return vscode.Disposable.from(
    communities,
    registerCommand('socialData.communities.pin', async (text) => {
      const { pinCommunity } = await import('./pinCommunity.ts');
      await pinCommunity(services, await communities.tree(), typeof text === 'string' ? text : undefined);
    }),
    registerCommand('socialData.communities.search', async () => {
      const { searchCommunities } = await import('./searchCommunities.ts');
      await searchCommunities(services, await communities.tree());
    }),
    registerCommand('socialData.communities.searchMembers', async (node) => {
      const { searchMembers } = await import('./searchMembers.ts');
      await searchMembers(services, node);
    }),
  );
}
