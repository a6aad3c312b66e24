import * as vscode from 'vscode';
import { search } from '../../client/endpoints/table.ts';
import type { Services } from '../shared/services.ts';
import { askSearch } from '../shared/tree/askSearch.ts';
import type { PinnedTree } from '../shared/tree/pinnedTree.ts';

/** Asks for words and lists the accounts that match at the top of the view. */
export async function searchUsers(services: Services, tree: PinnedTree): Promise<void> {
  const toQuestion = (text: string) => ({
    endpoint: search,
    params: { searchItem: text, category: 'People' },
  });
  const found = await askSearch(services, {
    title: vscode.l10n.t('Search People'),
    placeHolder: vscode.l10n.t('Words of a name, handle or profile'),
    toQuestion,
  });
  if (found !== undefined) {
    await tree.addSearch(found);
  }
}
