import * as vscode from 'vscode';
import { formatConnectionKind } from '../../../workbench/services/connections.ts';
import { isErrorStatus } from '../../../client/toResponseError.ts';
import type { StoredSummary } from '../../../store/store.ts';
import type { NoteContent } from '../../../workbench/tree/treeNode.ts';
import {
  formatEndpointBesideSubject,
  formatEndpointTitle,
  formatQuery,
  getStoredResponseSubject,
  type StoredNameLookup,
} from '../../../workbench/storedResponseSubject.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { addCost, getExchangeCost } from '../../../core/cost/cost.ts';
import { formatCharge, formatCost, formatReceipt } from '../../../core/cost/formatCost.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { countPages, type PagesOf } from '../groupPages.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';

/** Leaves room for the cost beside a row's buttons at 300 px. */
const maxText = 16;

export interface StoredResponseRowContext extends StoredNameLookup {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One row for a query's pages. The side bar is narrow, so what it is about comes first and ids last. */
export function toStoredResponseRow(pages: PagesOf<StoredSummary>, { now, ...names }: StoredResponseRowContext): NoteContent {
  const [first] = pages;
  const newest = pages.at(-1) ?? first;
  const subject = getStoredResponseSubject(newest, names);
  const isNamed = subject !== undefined && !subject.isId;
  const count = countPages(pages);
  const charges = formatCharges(pages);
  const pageCount = vscode.l10n.t('{0} pages', count);
  return {
    ...toPageRow(newest, now),
    ...(count > 1 ? { tooltip: joinParts([formatQuery(newest), charges, pageCount], '\n') } : {}),
    text: shortenText(isNamed ? subject.text : formatEndpointTitle(newest.endpointId), maxText),
    description: joinParts([
      formatFault(newest),
      charges,
      isNamed ? formatEndpointBesideSubject(newest.endpointId) : '',
      count > 1 ? pageCount : first.params['cursor'] === undefined ? '' : vscode.l10n.t('next page'),
      newest.initiator === 'tool' ? formatAgent(newest) : '',
      formatSentTime(newest.sentAt),
      newest.format === 'raw' ? 'raw' : '',
      isNamed ? '' : (subject?.text ?? ''),
    ]),
  };
}

/** @param number undefined if earlier pages aren't known */
export function toPageRow(page: StoredSummary, now: number, number?: number): NoteContent {
  return {
    text: number === undefined ? vscode.l10n.t('Next Page') : vscode.l10n.t('Page {0}', number),
    description: joinParts([formatFault(page), formatCharges([page]), formatSentTime(page.sentAt)]),
    icon: page.isPinned ? 'archive' : page.isWithheld ? 'circle-slash' : isGood(page) ? 'json' : 'warning',
    tooltip: formatStoredResponseTooltip(page, now),
  };
}

/** Also a search without results, the only refunded 502 (primary reference, GET /search, rule 4). */
function isGood({ status, receipt }: StoredSummary): boolean {
  return !isErrorStatus(status) || (status === 502 && receipt.refunded);
}

function formatFault(page: StoredSummary): string {
  return !isErrorStatus(page.status) ? '' : isGood(page) ? vscode.l10n.t('no results') : String(page.status);
}

/** Empty in the sandbox. */
function formatCharges(pages: PagesOf<StoredSummary>): string {
  const [{ connection, receipt }, ...others] = pages;
  if (connection === 'sandbox') {
    return '';
  }
  if (others.length > 0) {
    return formatCost(pages.map((page) => getExchangeCost({ ...page, from: 'network' })).reduce(addCost));
  }
  // the tooltip has a refund's amount
  return formatCharge(receipt.refunded ? { ...pages[0], receipt: { ...receipt, price: undefined } } : pages[0]);
}

export function formatSentTime(ms: number): string {
  return new Date(ms).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
}

export function describeWithheldResponse({ isWithheld }: StoredSummary): string | undefined {
  return isWithheld ? vscode.l10n.t("The response contained the API key and wasn't saved in history.") : undefined;
}

function formatStoredResponseTooltip(stored: StoredSummary, now: number): string {
  const { l10n } = vscode;
  const withheld = describeWithheldResponse(stored);
  return [
    formatQuery(stored),
    `${new Date(stored.sentAt).toLocaleString(vscode.env.language)} · ${formatAge(stored.sentAt, now)}`,
    l10n.t('Status {0}, {1} bytes, {2} ms', stored.status, stored.bodyBytes, Math.round(stored.durationMs)),
    formatReceipt(stored),
    [formatConnectionKind(stored.connection), ...(stored.initiator === 'tool' ? [formatAgent(stored)] : [])].join(' · '),
    ...(withheld === undefined ? [] : [withheld]),
  ].join('\n');
}

function formatAgent({ agent }: StoredSummary): string {
  return agent === undefined ? vscode.l10n.t('An AI agent') : sanitizeForVsCode(agent);
}
