import * as vscode from 'vscode';
import { endpointById } from '../../client/endpoints/table.ts';
import type { Asker } from '../../client/policies/send.ts';
import type { KeptSummary } from '../../store/store.ts';
import { foreignText } from '../shared/foreignText.ts';
import { presentAge } from '../shared/presentAge.ts';
import { presentKind } from '../shared/presentKind.ts';
import { presentMoney, presentReceipt } from '../shared/presentMoney.ts';

/** The words of a row. */
interface RowWords {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
}

/** The title of an endpoint; its id where the table no longer has it. */
export function presentEndpoint(endpointId: string): string {
  return endpointById(endpointId)?.title ?? endpointId;
}

/** What was asked, when, how it ended and what it cost. */
export function presentKept(kept: KeptSummary): RowWords {
  const subject = Object.values(kept.params).find((value) => typeof value === 'string' && value !== '');
  const title = presentEndpoint(kept.endpointId);
  const isGood = kept.status >= 200 && kept.status < 300;
  const time = new Date(kept.sentAt).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
  return {
    label: typeof subject === 'string' ? `${title}: ${foreignText(subject)}` : title,
    description: [time, ...(isGood ? [] : [String(kept.status)]), priceOf(kept), ...(kept.format === 'raw' ? ['raw'] : [])].join(
      ' · ',
    ),
    icon: kept.isPinned ? 'pinned' : kept.withheld === undefined ? (isGood ? 'json' : 'warning') : 'circle-slash',
  };
}

/** Everything that is known of an exchange without opening it. */
export function keptTooltip(kept: KeptSummary): string {
  const { l10n } = vscode;
  const { receipt } = kept;
  return [
    l10n.t('{0}, {1}', new Date(kept.sentAt).toLocaleString(vscode.env.language), presentAge(kept.sentAt, Date.now())),
    l10n.t('Status {0} after {1} ms; {2} bytes', kept.status, Math.round(kept.durationMs), kept.bodyBytes),
    presentReceipt(receipt),
    l10n.t('{0} · asked by {1}', presentKind(kept.connection), presentAsker(kept.asker)),
    kept.withheld === undefined
      ? l10n.t('Opening it again is free.')
      : kept.withheld === 'repeatsKey'
        ? l10n.t('The answer repeated the key and was not kept.')
        : l10n.t('There was no room to keep the answer.'),
  ].join('\n');
}

function priceOf({ receipt, connection }: KeptSummary): string {
  const { l10n } = vscode;
  if (receipt.refunded) {
    return l10n.t('refunded');
  }
  if (receipt.price === undefined) {
    return l10n.t('cost not reported');
  }
  return connection === 'sandbox' ? l10n.t('{0} play money', presentMoney(receipt.price)) : presentMoney(receipt.price);
}

function presentAsker(asker: Asker): string {
  const { l10n } = vscode;
  switch (asker) {
    case 'command':
      return l10n.t('a command');
    case 'tree':
      return l10n.t('a tree view');
    case 'panel':
      return l10n.t('a panel');
    case 'fixture':
      return l10n.t('a fixture');
    case 'tool':
      return l10n.t('a tool');
    case 'program':
      return l10n.t('a program');
  }
}
