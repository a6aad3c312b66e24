import * as vscode from 'vscode';
import { formatConnectionKind } from '../../../workbench/services/connections.ts';
import type { StoredSummary } from '../../../store/store.ts';
import type { NoteContent } from '../../../workbench/tree/treeNode.ts';
import {
  findQuerySubject,
  formatEndpointBesideSubject,
  formatEndpointTitle,
  getStoredResponseSubject,
  type StoredNameLookup,
} from '../../../workbench/storedResponseSubject.ts';
import { describeFreeReopening } from '../../../core/cost/formatPrice.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { formatCharge, formatReceipt } from '../../../core/cost/formatCost.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';

/** Leaves room for the cost and the time. */
const maxSubject = 24;

export interface StoredResponseRowContext extends StoredNameLookup {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The side bar is narrow, so the subject comes first and ids last. */
export function toStoredResponseRow(stored: StoredSummary, { now, ...names }: StoredResponseRowContext): NoteContent {
  const subject = getStoredResponseSubject(stored, names);
  const isGood = stored.status >= 200 && stored.status < 300;
  const parts = [
    isGood ? undefined : String(stored.status),
    formatStoredResponseCharge(stored),
    stored.initiator === 'tool' ? formatAgent(stored) : undefined,
    formatSentTime(stored.sentAt),
    stored.format === 'raw' ? 'raw' : undefined,
    stored.params['cursor'] === undefined ? undefined : vscode.l10n.t('next page'),
    subject?.isId === true ? subject.text : undefined,
  ];
  const text =
    subject === undefined || subject.isId
      ? formatEndpointTitle(stored.endpointId)
      : `${shortenText(subject.text, maxSubject)} · ${formatEndpointBesideSubject(stored.endpointId)}`;
  return {
    text,
    description: parts.filter((part) => part !== undefined).join(' · '),
    icon: stored.isPinned ? 'pinned' : stored.isWithheld ? 'circle-slash' : isGood ? 'json' : 'warning',
    tooltip: formatStoredResponseTooltip(stored, now),
  };
}

export function formatSentTime(ms: number): string {
  return new Date(ms).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
}

/** "User by Handle: ada_writes" */
export function formatQuery(stored: StoredSummary): string {
  const subject = findQuerySubject(stored);
  const title = formatEndpointTitle(stored.endpointId);
  return subject === undefined ? title : `${title}: ${subject}`;
}

export function describeWithheldResponse({ isWithheld }: StoredSummary): string | undefined {
  return isWithheld ? vscode.l10n.t("The response contained the API key and wasn't saved in history.") : undefined;
}

function formatStoredResponseTooltip(stored: StoredSummary, now: number): string {
  const { l10n } = vscode;
  return [
    formatQuery(stored),
    `${new Date(stored.sentAt).toLocaleString(vscode.env.language)} · ${formatAge(stored.sentAt, now)}`,
    l10n.t('Status {0}, {1} bytes, {2} ms', stored.status, stored.bodyBytes, Math.round(stored.durationMs)),
    formatReceipt(stored),
    [formatConnectionKind(stored.connection), ...(stored.initiator === 'tool' ? [formatAgent(stored)] : [])].join(' · '),
    describeWithheldResponse(stored) ?? describeFreeReopening(),
  ].join('\n');
}

function formatStoredResponseCharge(stored: StoredSummary): string {
  const { receipt } = stored;
  if (receipt.refunded) {
    return formatCharge({ ...stored, receipt: { ...receipt, price: undefined } }); // the tooltip has the amount
  }
  return formatCharge(stored);
}

function formatAgent({ agent }: StoredSummary): string {
  return agent === undefined ? vscode.l10n.t('An AI agent') : sanitizeForVsCode(agent);
}
