import * as vscode from 'vscode';
import { toCurl } from '../../catalog/curl.ts';
import { toFetch, toTypeScript } from '../../catalog/snippets.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Services } from '../shared/services.ts';

type Form = 'curl' | 'fetch' | 'TypeScript';

/** How long a word of success stands in the status bar, in milliseconds. */
const statusMs = 4_000;

/** Puts the call on the clipboard as a curl command with a placeholder for the key. */
export async function copyAsCurl(services: Services, exchange: Exchange): Promise<void> {
  await copyAs(services, exchange, 'curl');
}

/** Asks in which form, and puts the call on the clipboard. A key is never written: a variable stands in its place. */
export async function chooseCopy(services: Services, exchange: Exchange): Promise<void> {
  const items: readonly (vscode.QuickPickItem & { readonly form: Form })[] = [
    { label: 'curl', form: 'curl', detail: vscode.l10n.t('A command for a shell; the key is $API_KEY.') },
    { label: 'fetch', form: 'fetch', detail: vscode.l10n.t('JavaScript; the key comes from the environment.') },
    {
      label: 'TypeScript',
      form: 'TypeScript',
      detail: vscode.l10n.t('Through the client of this project: checked, metered, never bought twice.'),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Copy as'), matchOnDetail: true });
  if (picked !== undefined) {
    await copyAs(services, exchange, picked.form);
  }
}

async function copyAs({ connections }: Services, exchange: Exchange, form: Form): Promise<void> {
  const { request } = exchange;
  const isMarketplace = connections.kindOf(request.service) === 'marketplace' && connections.isCurrent(exchange);
  await vscode.env.clipboard.writeText(textAs(form, request, isMarketplace ? 'marketplace' : 'direct'));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied as {0}; put your key in place of the placeholder.', form), statusMs);
}

function textAs(form: Form, request: Exchange['request'], kind: 'direct' | 'marketplace'): string {
  switch (form) {
    case 'curl':
      return toCurl(request, kind);
    case 'fetch':
      return toFetch(request, kind);
    case 'TypeScript':
      return toTypeScript(request);
  }
}
