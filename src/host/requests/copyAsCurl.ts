import * as vscode from 'vscode';
import { toCurl } from '../../catalog/curl.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Services } from '../shared/services.ts';

/** Puts the call on the clipboard as a curl command with a placeholder for the key. */
export async function copyAsCurl({ connections }: Services, exchange: Exchange): Promise<void> {
  const { service } = exchange.request;
  await vscode.env.clipboard.writeText(
    toCurl(
      exchange.request,
      connections.kindOf(service) === 'marketplace' && connections.isCurrent(exchange) ? 'marketplace' : 'direct',
    ),
  );
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied as curl; put your key in place of the placeholder.'), 4_000);
}
