import * as vscode from 'vscode';
import { recognise } from '../../catalog/recognise.ts';
import { community, gatewayCommunity } from '../../client/endpoints/table.ts';
import { isSandboxLink } from '../shared/connections/siteOf.ts';
import type { Services } from '../shared/services.ts';
import { pinByLookUp } from '../shared/tree/pinByLookUp.ts';
import type { PinnedTree } from '../shared/tree/pinnedTree.ts';
import { pinningService, readStandings } from '../shared/tree/serviceStanding.ts';

/** Asks for a community, looks it up and pins it. */
export async function pinCommunity(services: Services, tree: PinnedTree, text?: string): Promise<void> {
  const standings = await readStandings(services);
  await pinByLookUp(services, tree, {
    title: vscode.l10n.t('Pin Community'),
    placeHolder: vscode.l10n.t('Link to a community, or its numeric id'),
    refusal: vscode.l10n.t('Not a link to a community or a numeric id (digits only, at most 30).'),
    kind: 'community',
    text,
    toQuestion: (typed) => {
      const found = recognise(typed).find((reading) => reading.kind === 'community' || reading.kind === 'id');
      if (found === undefined) {
        return undefined;
      }
      return pinningService('community', standings, isSandboxLink(typed)) === 'gateway'
        ? { endpoint: gatewayCommunity, params: { community_id: found.id } }
        : { endpoint: community, params: { communityId: found.id } };
    },
  });
}
