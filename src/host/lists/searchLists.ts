import * as vscode from 'vscode';
import { gatewayListsSearch } from '../../client/endpoints/table.ts';
import type { Services } from '../shared/services.ts';
import { askSearch } from '../shared/tree/askSearch.ts';
import type { PinnedTree } from '../shared/tree/pinnedTree.ts';

/** Asks for words and shows the lists that match at the top of the view. */
export async function searchLists(services: Services, tree: PinnedTree): Promise<void> {
  const found = await askSearch(services, {
    title: vscode.l10n.t('Search Lists'),
    placeHolder: vscode.l10n.t('Words of a list’s name'),
    toQuestion: (text) => ({
      endpoint: gatewayListsSearch,
      params: { q: text, limit: 100 },
    }),
  });
  if (found !== undefined) {
    await tree.addSearch(found);
  }
}
