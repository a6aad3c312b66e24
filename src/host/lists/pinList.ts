import * as vscode from 'vscode';
import { recognise } from '../../catalog/recognise.ts';
import { gatewayList, listDetails } from '../../client/endpoints/table.ts';
import { isSandboxLink } from '../shared/connections/siteOf.ts';
import type { Services } from '../shared/services.ts';
import { pinByLookUp } from '../shared/tree/pinByLookUp.ts';
import type { PinnedTree } from '../shared/tree/pinnedTree.ts';
import { pinningService, readStandings } from '../shared/tree/serviceStanding.ts';

/** Asks for a list, looks it up and pins it. */
export async function pinList(services: Services, tree: PinnedTree, text?: string): Promise<void> {
  const standings = await readStandings(services);
  await pinByLookUp(services, tree, {
    title: vscode.l10n.t('Pin List'),
    placeHolder: vscode.l10n.t('Link to a list, or its numeric id'),
    refusal: vscode.l10n.t('Not a link to a list or a numeric id (digits only, at most 30).'),
    kind: 'list',
    text,
    toQuestion: (typed) => {
      const found = recognise(typed).find((reading) => reading.kind === 'list' || reading.kind === 'id');
      if (found === undefined) {
        return undefined;
      }
      return pinningService('list', standings, isSandboxLink(typed)) === 'gateway'
        ? { endpoint: gatewayList, params: { list_id: found.id } }
        : { endpoint: listDetails, params: { listId: found.id } };
    },
  });
}
