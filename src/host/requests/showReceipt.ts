import * as vscode from 'vscode';
import { endpointById } from '../../client/endpoints/table.ts';
import type { Exchange } from '../../client/exchange.ts';
import { runCommand } from '../shared/commands.ts';
import { presentAge } from '../shared/words/presentAge.ts';
import { formatExpected } from '../../app/cost/formatPrice.ts';
import { formatReceipt } from '../../app/cost/formatCost.ts';
import type { Services } from '../shared/services.ts';

/** Says everything about one exchange that stands in no body: cost, age, status, size, what the sandbox noted. */
export async function showReceipt(services: Services, exchange: Exchange): Promise<void> {
  const client = await services.client();
  const endpoint = endpointById(exchange.request.endpointId);
  const known = endpoint === undefined ? undefined : client.priceOf(endpoint);
  const price = formatExpected(known);
  const { l10n } = vscode;
  const { request, status, body, durationMs, attempts, headers, warnings } = exchange;
  const row = (label: string, description: string): vscode.QuickPickItem => ({ label, description });
  const note = headers['x-sandbox-note'];
  const again = l10n.t('Call Again');
  const items: readonly vscode.QuickPickItem[] = [
    row(l10n.t('Receipt'), formatReceipt(exchange)),
    row(l10n.t('Asked'), `${presentAge(exchange.sentAt, Date.now())} (${new Date(exchange.sentAt).toLocaleString()})`),
    row(l10n.t('Request'), `${request.method} ${request.target}`),
    row(
      l10n.t('Answer'),
      attempts === 1
        ? l10n.t('status {0}, {1} bytes, {2} ms', status, body.length, Math.round(durationMs))
        : l10n.t('status {0}, {1} bytes, {2} ms, {3} attempts', status, body.length, Math.round(durationMs), attempts),
    ),
    ...(headers['x-sandbox'] === undefined ? [] : [row(l10n.t('Sandbox'), headers['x-sandbox'])]),
    ...(note === undefined ? [] : [row(l10n.t('Note'), note)]),
    ...warnings.map((warning) => row(l10n.t('Differs'), `${warning.path}: ${warning.message}`)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: again, description: price, iconPath: new vscode.ThemeIcon('refresh') },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Receipt'),
    placeHolder: l10n.t('What this answer cost and where it came from'),
  });
  if (picked?.label === again) {
    await runCommand('socialData.requests.callAgain');
  }
}
