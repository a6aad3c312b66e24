import * as vscode from 'vscode';
import { decodeBodyText, type Exchange } from '../../client/exchange.ts';
import { runCommand } from '../shared/commands.ts';

/** What of a thing can be put on the clipboard. */
export interface CopyableContent {
  readonly link?: string | undefined;
  readonly handle?: string | undefined;
  readonly id?: string | undefined;
  readonly exchange: Exchange;
  /** The document of its answer. */
  readonly uri: vscode.Uri;
}

/** Asks what to copy, and copies it. Makes no call. */
export async function pickAndCopy({ link, handle, id, exchange, uri }: CopyableContent): Promise<void> {
  const { l10n } = vscode;
  const texts: readonly (readonly [label: string, text: string | undefined])[] = [
    [l10n.t('Link'), link],
    [l10n.t('Handle'), handle],
    [l10n.t('Id'), id],
  ];
  const items = [
    ...texts.flatMap(([label, text]) =>
      text === undefined ? [] : [{ label, description: text, copy: () => copyToClipboard(text) }],
    ),
    { label: l10n.t('JSON'), description: '', copy: () => copyToClipboard(decodeBodyText(exchange)) },
    {
      label: l10n.t('Code…'),
      description: l10n.t('curl, fetch, undici, Python or TypeScript'),
      copy: () => runCommand('socialData.requests.copyAs', uri),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Copy'), ignoreFocusOut: true });
  await picked?.copy();
}

async function copyToClipboard(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}
