import * as vscode from 'vscode';
import { endpointById } from '../../client/endpoints/table.ts';
import { bodyText, type Exchange } from '../../client/exchange.ts';
import type { KeptSummary } from '../../store/store.ts';
import { callAndShow } from '../shared/callAndShow.ts';
import { runCommand } from '../shared/commands.ts';
import { showExchange, toExchangeUri } from '../shared/kept/exchangeDocuments.ts';
import { formatPrice } from '../../app/cost/formatPrice.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { withStore } from '../shared/kept/withStore.ts';
import { KeptNode } from './keptNode.ts';
import { presentQuestion, presentWithheld } from './presentKept.ts';

/** Opens what is kept. Free. */
export async function openKept(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    await showExchange(services, exchange);
  });
}

/** Asks the same question at the service again, after saying what that costs. */
export async function callKeptAgain(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const [node] = keptOf(nodes);
  if (node === undefined) {
    return;
  }
  const { summary } = node;
  const endpoint = endpointById(summary.endpointId);
  if (endpoint === undefined || (await isElsewhere(services, summary))) {
    presentRefusal(
      vscode.l10n.t('This answer came from another connection. Nothing was called; select that connection to call it again.'),
    );
    return;
  }
  const { params, format } = summary;
  const client = await services.client();
  const call = vscode.l10n.t('Call ({0})', formatPrice(client.quote(endpoint, params, { format, reuse: 'never' })));
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('Call again: {0}?', presentQuestion(summary)),
    { modal: true, detail: vscode.l10n.t('The answer that is kept stays.') },
    call,
  );
  if (picked === call) {
    await callAndShow(services, endpoint, params, { format, reuse: 'never' });
  }
}

/** Saves answers as fixtures, asking for each name. */
export async function saveKept(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withStore(services, async ({ exchanges }) => {
    for (const { summary } of keptOf(nodes)) {
      const exchange = exchanges.exchange(summary.id);
      if (exchange === undefined) {
        refuseGone(summary);
        continue; // the others that were chosen may still be there
      }
      services.exchanges.put(exchange);
      await runCommand('socialData.fixtures.save', toExchangeUri(exchange, 'exact'));
    }
  });
}

/** The call as a curl command with a placeholder for the key. */
export async function copyKeptAsCurl(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    services.exchanges.put(exchange);
    await runCommand('socialData.requests.copyAsCurl', toExchangeUri(exchange, 'exact'));
  });
}

/** The call as curl, fetch or TypeScript: the person chooses. */
export async function copyKeptAs(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    services.exchanges.put(exchange);
    await runCommand('socialData.requests.copyAs', toExchangeUri(exchange, 'exact'));
  });
}

/** The body exactly as it came. */
export async function copyKeptAsJson(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  await withExchange(services, nodes, async (exchange) => {
    await vscode.env.clipboard.writeText(bodyText(exchange));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the answer as it came.'), 4_000);
  });
}

/** Deletes answers after asking: to see one again it must be paid for again. The ledger stays as it is. */
export async function deleteKept(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const kept = keptOf(nodes);
  const [first] = kept;
  if (first === undefined) {
    return;
  }
  const remove = vscode.l10n.t('Delete');
  const picked = await vscode.window.showWarningMessage(
    kept.length === 1
      ? vscode.l10n.t('Delete the answer to {0}?', presentQuestion(first.summary))
      : vscode.l10n.t('Delete {0} answers?', kept.length),
    {
      modal: true,
      detail: vscode.l10n.t('To see a deleted answer again, it must be paid for again. What was spent stays in the ledger.'),
    },
    remove,
  );
  if (picked === remove) {
    await withStore(services, async ({ exchanges }) => {
      exchanges.delete(kept.map(({ summary }) => summary.id));
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
      refuseGone(node.summary);
      return;
    }
    await act(exchange);
  });
}

function refuseGone(summary: KeptSummary): void {
  const why = presentWithheld(summary) ?? vscode.l10n.t('This answer is no longer kept.');
  presentRefusal(vscode.l10n.t('{0} Call it again to see it; nothing was spent now.', why));
}

/**
 * Whether an answer came from elsewhere than its service is reached now. The sandbox has another address after each start and
 * is the same sandbox.
 */
async function isElsewhere(services: Services, { id, service, connection }: KeptSummary): Promise<boolean> {
  if (services.connections.kindOf(service) !== connection) {
    return true;
  }
  if (connection === 'sandbox') {
    return false;
  }
  const exchange = (await services.store()).exchanges.exchange(id);
  return exchange !== undefined && !services.connections.isCurrent(exchange);
}
