import * as vscode from 'vscode';
import { communityMembersSearch } from '../../client/endpoints/table.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import { presentOtherWorld } from '../shared/words/presentWorld.ts';
import type { Services } from '../shared/services.ts';
import { askSearch } from '../shared/tree/askSearch.ts';
import { RecordNode } from '../shared/tree/recordNode.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';

/** Asks for a part of a handle and shows the members of a community that match, in front of its parts, in the tree that it stands in. */
export async function searchMembers(services: Services, node: TreeNode | undefined): Promise<void> {
  if (!(node instanceof RecordNode) || node.record.kind !== 'community') {
    presentRefusal(vscode.l10n.t('Choose a community in the tree first.'));
    return;
  }
  if (!node.canAsk(communityMembersSearch.service)) {
    const { text, story } = presentOtherWorld(node.world);
    presentRefusal(`${text} ${story}`);
    return;
  }
  const communityId = node.record.id;
  const found = await askSearch(services, {
    title: vscode.l10n.t('Search Members'),
    placeHolder: vscode.l10n.t('A part of a member’s handle'),
    toQuestion: (text) => ({
      endpoint: communityMembersSearch,
      params: { communityId, query: text, count: 100 },
    }),
  });
  if (found !== undefined) {
    await (await node.addSearch(found)).show();
  }
}
