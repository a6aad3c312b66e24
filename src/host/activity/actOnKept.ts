import * as vscode from 'vscode';
import { toCurl } from '../../catalog/curl.ts';
import { endpointById } from '../../client/endpoints/table.ts';
import { bodyText, type Exchange } from '../../client/exchange.ts';
import { runCommand } from '../shared/commands.ts';
import { showExchange, toExchangeUri } from '../shared/exchangeDocuments.ts';
import { presentQuote } from '../shared/presentMoney.ts';
import { presentRefusal } from '../shared/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { withStore } from '../shared/withStore.ts';
import { KeptNode } from './keptNode.ts';

/** Opens what is kept. Free. */
export async function openKept(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    await showExchange(services, exchange);
  });
}

/** Asks the same question at the service again, after saying what that costs. */
export async function callKeptAgain(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    const endpoint = endpointById(exchange.request.endpointId);
    if (endpoint === undefined || !services.connections.isCurrent(exchange)) {
      presentRefusal(
        vscode.l10n.t('This answer came from another connection. Nothing was called; select that connection to call it again.'),
      );
      return;
    }
    const { params, format } = exchange.request;
    const client = await services.client();
    const call = vscode.l10n.t('Call ({0})', presentQuote(client.quote(endpoint, params, { format, reuse: 'never' })));
    const picked = await vscode.window.showInformationMessage(
      vscode.l10n.t('Call {0} again?', endpoint.title),
      { modal: true, detail: vscode.l10n.t('The answer that is kept stays.') },
      call,
    );
    if (picked === call) {
      services.exchanges.put(exchange);
      await runCommand('socialData.requests.callAgain', toExchangeUri(exchange, 'exact'));
    }
  });
}

/** Saves answers as fixtures, asking for each name. */
export async function saveKept(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withStore(services, async ({ exchanges }) => {
    for (const { summary } of keptOf(nodes)) {
      const exchange = exchanges.exchange(summary.id);
      if (exchange === undefined) {
        refuseGone();
        return;
      }
      services.exchanges.put(exchange);
      await runCommand('socialData.fixtures.save', toExchangeUri(exchange, 'exact'));
    }
  });
}

export async function copyKeptAsCurl(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    const isMarketplace = services.connections.kindOf(exchange.request.service) === 'marketplace';
    await vscode.env.clipboard.writeText(toCurl(exchange.request, isMarketplace ? 'marketplace' : 'direct'));
  });
}

/** The body exactly as it came. */
export async function copyKeptAsJson(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    await vscode.env.clipboard.writeText(bodyText(exchange));
  });
}

/** Deletes answers after asking: to see one again it must be paid for again. The ledger stays as it is. */
export async function deleteKept(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const ids = keptOf(nodes).map(({ summary }) => summary.id);
  if (ids.length === 0) {
    return;
  }
  const remove = vscode.l10n.t('Delete');
  const picked = await vscode.window.showWarningMessage(
    ids.length === 1 ? vscode.l10n.t('Delete this answer?') : vscode.l10n.t('Delete {0} answers?', ids.length),
    { modal: true, detail: vscode.l10n.t('To see it again, it must be paid for again. What was spent stays in the ledger.') },
    remove,
  );
  if (picked === remove) {
    await withStore(services, async ({ exchanges }) => {
      exchanges.delete(ids);
      await Promise.resolve();
    });
  }
}

/** Whether answers stay when the oldest go to make room. */
export async function keepAnswers(services: Services, nodes: readonly TreeNode[], isPinned: boolean): Promise<void> {
  await withStore(services, async ({ exchanges }) => {
    for (const { summary } of keptOf(nodes)) {
      exchanges.setPinned(summary.id, isPinned);
    }
    await Promise.resolve();
  });
}

function keptOf(nodes: readonly TreeNode[]): readonly KeptNode[] {
  return nodes.filter((node) => node instanceof KeptNode);
}

async function withExchange(
  services: Services,
  nodes: readonly TreeNode[],
  act: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const [node] = keptOf(nodes);
  if (node === undefined) {
    return;
  }
  await withStore(services, async ({ exchanges }) => {
    const exchange = exchanges.exchange(node.summary.id);
    if (exchange === undefined) {
      refuseGone();
      return;
    }
    await act(exchange);
  });
}

function refuseGone(): void {
  presentRefusal(vscode.l10n.t('This answer is no longer kept, or never was. Call it again to see it; nothing was spent.'));
}
