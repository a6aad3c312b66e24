import * as vscode from 'vscode';
import { communitiesSearch } from '../../client/endpoints/table.ts';
import type { Services } from '../shared/services.ts';
import { askSearch } from '../shared/tree/askSearch.ts';
import type { PinnedTree } from '../shared/tree/pinnedTree.ts';

/** Asks for a keyword and shows the communities that match at the top of the view. */
export async function searchCommunities(services: Services, tree: PinnedTree): Promise<void> {
  const found = await askSearch(services, {
    title: vscode.l10n.t('Search Communities'),
    placeHolder: vscode.l10n.t('What the community is about'),
    toQuestion: (text) => ({
      endpoint: communitiesSearch,
      params: { searchTerm: text, count: 100 },
    }),
  });
  if (found !== undefined) {
    await tree.addSearch(found);
  }
}
