import * as vscode from 'vscode';
import { describeResponseDeletion, addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { addPrice, formatPrice } from '../../../core/cost/formatPrice.ts';
import { isFreeQuote } from '../../../core/cost/cost.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { toResponseError } from '../../../client/toResponseError.ts';
import { callAndShow, showResponse } from '../../../workbench/callAndShow.ts';
import { confirm, copyText, showRefusal } from '../../../workbench/dialogs.ts';
import { showExchange } from '../../../workbench/exchangeDocuments.ts';
import { withStoreErrorNotification } from './activityCommands.ts';
import { type FixturePurpose, pinResponseConnection, pinConnections, type Services } from '../../../workbench/services.ts';
import type { TreeNode } from '../../../workbench/tree/treeNode.ts';
import { StoredResponseNode } from './activityTree.ts';
import { describeWithheldResponse, formatQuery } from './formatStoredResponse.ts';

export const storedResponseActions = {
  /** Opens an error as JSON. */
  open: async (services, nodes) =>
    await actOnFirstExchange(services, nodes, async (exchange) => {
      await (toResponseError(exchange) === undefined ? showResponse : showExchange)(services, exchange);
    }),
  openAsJson: async (services, nodes) =>
    await actOnFirstExchange(services, nodes, async (exchange) => await showExchange(services, exchange)),
  callAgain: confirmAndCallAgain,
  saveAsFixture: async (services, nodes) => await saveRowsAsFixtures(services, nodes, 'asReceived'),
  savePseudonymized: async (services, nodes) => await saveRowsAsFixtures(services, nodes, 'pseudonymized'),
  copyAs: async (services, nodes) =>
    await actOnFirstExchange(services, nodes, async (exchange) => {
      await services.open.copyRequest(exchange);
    }),
  copyJson: async (services, nodes) =>
    await actOnFirstExchange(services, nodes, async (exchange) => {
      await copyText(decodeBodyText(exchange));
    }),
  delete: confirmAndDeleteResponses,
  pin: async (services, nodes) => await setPinned(services, nodes, true),
  unpin: async (services, nodes) => await setPinned(services, nodes, false),
} satisfies Readonly<Record<string, (services: Services, nodes: readonly TreeNode[]) => Promise<void>>>;

async function saveRowsAsFixtures(services: Services, nodes: readonly TreeNode[], purpose: FixturePurpose): Promise<void> {
  const found: Exchange[] = [];
  await actOnStoredExchanges(services, filterStoredResponseNodes(nodes), (exchange) => void found.push(exchange));
  if (found.length > 0) {
    const sources = found.map((exchange) => ({ kind: 'response', exchanges: [exchange] }) as const);
    await services.saveResponsesAsFixtures(sources, purpose);
  }
}

async function confirmAndCallAgain(given: Services, nodes: readonly TreeNode[]): Promise<void> {
  const [node] = filterStoredResponseNodes(nodes);
  if (node === undefined) {
    return;
  }
  const { summary } = node;
  const endpoint = findEndpointById(summary.endpointId);
  const exchange = (await given.store()).exchanges.exchange(summary.id);
  if (endpoint === undefined) {
    return;
  }
  const services =
    exchange === undefined
      ? pinConnections(given, summary.connection === 'sandbox' ? sandboxName : undefined)
      : pinResponseConnection(given, exchange);
  const { params, format } = summary;
  const quote = (await services.client()).quote(endpoint, params, { format, reuse: 'never' });
  const call = addPrice(vscode.l10n.t('Refresh'), formatPrice(quote));
  const ask = async () =>
    await vscode.window.showInformationMessage(vscode.l10n.t('Refresh {0}?', formatQuery(summary)), { modal: true }, call);
  if (isFreeQuote(quote) || (await ask()) === call) {
    await callAndShow(services, endpoint, params, { format, reuse: 'never' });
  }
}

/** Confirms first, because requesting a deleted response again costs money. Keeps the recorded spending. */
async function confirmAndDeleteResponses(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const stored = filterStoredResponseNodes(nodes);
  const [first] = stored;
  if (first === undefined) {
    return;
  }
  const isWanted = await confirm(
    stored.length === 1
      ? vscode.l10n.t('Delete the response for {0}?', formatQuery(first.summary))
      : vscode.l10n.t('Delete {0} responses?', stored.length),
    describeResponseDeletion(),
    vscode.l10n.t('Delete'),
  );
  if (isWanted) {
    await withStoreErrorNotification(services, ({ exchanges }) => exchanges.delete(stored.map(({ summary }) => summary.id)));
  }
}

async function setPinned(services: Services, nodes: readonly TreeNode[], isPinned: boolean): Promise<void> {
  await withStoreErrorNotification(services, ({ exchanges }) => {
    for (const { summary } of filterStoredResponseNodes(nodes)) {
      exchanges.setPinned(summary.id, isPinned);
    }
  });
}

function filterStoredResponseNodes(nodes: readonly TreeNode[]): readonly StoredResponseNode[] {
  return nodes.filter((node) => node instanceof StoredResponseNode);
}

async function actOnFirstExchange(
  services: Services,
  nodes: readonly TreeNode[],
  act: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  await actOnStoredExchanges(services, filterStoredResponseNodes(nodes).slice(0, 1), act);
}

async function actOnStoredExchanges(
  services: Services,
  stored: readonly StoredResponseNode[],
  act: (exchange: Exchange) => Promise<void> | void,
): Promise<void> {
  await withStoreErrorNotification(services, async ({ exchanges }) => {
    for (const { summary } of stored) {
      const exchange = exchanges.exchange(summary.id);
      if (exchange === undefined) {
        const why = describeWithheldResponse(summary) ?? vscode.l10n.t('This response is no longer in history.');
        showRefusal(addNoChargeSentence(why, vscode.l10n.t('Refresh to load it.')));
      } else {
        await act(exchange);
      }
    }
  });
}
