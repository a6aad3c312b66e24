import * as vscode from 'vscode';
import { formatConnectionKind } from '../../../workbench/services/connections.ts';
import type { KeptSummary } from '../../../store/store.ts';
import { sanitizeForVsCode } from '../../../core/text/sanitizeForVsCode.ts';
import type { NoteContent } from '../../../workbench/tree/treeNode.ts';
import {
  findQuestionSubject,
  formatEndpointBesideSubject,
  formatEndpointTitle,
  getKeptAnswerSubject,
  type KeptNameLookup,
} from '../../../workbench/keptAnswerSubject.ts';
import { formatAge } from '../../../core/cost/formatAge.ts';
import { describeFreeReopening } from '../../../core/cost/formatPrice.ts';
import { formatCharge, formatReceipt } from '../../../core/cost/formatCost.ts';
import { shortenText } from '../../../core/text/stripHiddenCharacters.ts';

/** Longer words of a question leave no room for when and what it cost. */
const maxSubject = 24;

export interface KeptAnswerRowContext extends KeptNameLookup {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * What was asked, how it ended, what it cost, and when. The side bar is narrow: whom or what it is about comes first, and ids,
 * which nobody reads, last.
 */
export function toKeptAnswerRow(kept: KeptSummary, { now, ...names }: KeptAnswerRowContext): NoteContent {
  const subject = getKeptAnswerSubject(kept, names);
  const isGood = kept.status >= 200 && kept.status < 300;
  const parts = [
    isGood ? undefined : String(kept.status),
    formatKeptAnswerCharge(kept),
    kept.initiator === 'tool' ? formatAgent(kept) : undefined,
    formatSentTime(kept.sentAt),
    kept.format === 'raw' ? 'raw' : undefined,
    kept.params['cursor'] === undefined ? undefined : vscode.l10n.t('next page'),
    subject?.isId === true ? subject.text : undefined,
  ];
  const text =
    subject === undefined || subject.isId
      ? formatEndpointTitle(kept.endpointId)
      : `${shortenText(subject.text, maxSubject)} · ${formatEndpointBesideSubject(kept.endpointId)}`;
  return {
    text,
    description: parts.filter((part) => part !== undefined).join(' · '),
    icon: kept.isPinned ? 'pinned' : kept.isWithheld ? 'circle-slash' : isGood ? 'json' : 'warning',
    tooltip: formatKeptAnswerTooltip(kept, now),
  };
}

export function formatSentTime(ms: number): string {
  return new Date(ms).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
}

/** "User by Handle: ada_writes" */
export function formatQuestion(kept: KeptSummary): string {
  const subject = findQuestionSubject(kept);
  const title = formatEndpointTitle(kept.endpointId);
  return subject === undefined ? title : `${title}: ${subject}`;
}

export function describeWithheldAnswer({ isWithheld }: KeptSummary): string | undefined {
  return isWithheld ? vscode.l10n.t('The response contained the API key and was not saved in history.') : undefined;
}

function formatKeptAnswerTooltip(kept: KeptSummary, now: number): string {
  const { l10n } = vscode;
  return [
    formatQuestion(kept),
    `${new Date(kept.sentAt).toLocaleString(vscode.env.language)} · ${formatAge(kept.sentAt, now)}`,
    l10n.t('Status {0}, {1} bytes, {2} ms', kept.status, kept.bodyBytes, Math.round(kept.durationMs)),
    formatReceipt(kept),
    [formatConnectionKind(kept.connection), ...(kept.initiator === 'tool' ? [formatAgent(kept)] : [])].join(' · '),
    describeWithheldAnswer(kept) ?? describeFreeReopening(),
  ].join('\n');
}

function formatKeptAnswerCharge(kept: KeptSummary): string {
  const { receipt } = kept;
  if (receipt.refunded) {
    return formatCharge({ ...kept, receipt: { ...receipt, price: undefined } }); // how much it was stands in the tooltip
  }
  return formatCharge(kept);
}

function formatAgent({ agent }: KeptSummary): string {
  return agent === undefined ? vscode.l10n.t('An AI agent') : sanitizeForVsCode(agent);
}
