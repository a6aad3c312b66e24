import * as vscode from 'vscode';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { findSeveralUsersChoices, findLookUpChoices, type LookUpChoice, quoteLookUp } from '../lookUpChoices.ts';
import { isPlainWord } from '../../../core/records/parseLookUpInput.ts';
import { checkParams } from '../../../client/checkParams.ts';
import type { Client, Quote } from '../../../client/client.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import { applySearchFix } from '../../../client/search/fixes.ts';
import { checkQuery } from '../../../client/search/checkQuery.ts';
import {
  type SearchFault,
  type MessageTemplate,
  getSearchFaultSeverity,
  describeSearchFault,
} from '../../../client/search/describeSearchFault.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/cost.ts';
import { formatPriceWithAge, formatExpectedPrice, formatKnownOrAssumedPrice } from '../../../core/cost/formatPrice.ts';
import { formatServiceName } from '../../../workbench/services/connections.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';

export type LookUpSubject = 'anything' | 'user' | 'thread' | 'list' | 'community';

export interface LookUpItem extends vscode.QuickPickItem {
  readonly choice?: LookUpChoice;
  /** `never`: refresh · `only`: offered for free. Omitted: a stored response, otherwise a request. */
  readonly reuse?: Extract<ResponseReuse, string> | undefined;
  readonly replacement?: string;
  readonly stored?: Exchange;
}

export function toLookUpItems(client: Client, subject: LookUpSubject, text: string): readonly LookUpItem[] {
  const rows = [...findSeveralUsersChoices(text), ...findLookUpChoices(text)]
    .filter((choice) => subject === 'anything' || choice.subject === subject)
    .map((choice) => createLookUpChoiceItems(client, choice));
  if (!isPlainWord(text)) {
    return orderByUse(rows.flat());
  }
  const isStored = ([first]: readonly LookUpItem[]) => first?.reuse === 'only';
  return orderByUse([...rows.filter(isStored), ...rows.filter((row) => !isStored(row))].flat()); // a plain word is ambiguous, so free rows come first
}

/**
 * Puts rows with an action before notes, so that Enter works at once, and refreshes last. A row keeps its place when its response
 * gets stored, so that pressing it from memory costs nothing else.
 */
function orderByUse(items: readonly LookUpItem[]): readonly LookUpItem[] {
  const rank = ({ choice, replacement, reuse }: LookUpItem) =>
    choice === undefined && replacement === undefined ? 1 : reuse === 'never' ? 2 : 0;
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** Undefined if the service would reject it. */
export function toSuggestionItem(client: Client, choice: LookUpChoice, label = formatSubject(choice)): LookUpItem | undefined {
  const [item] = createLookUpChoiceItems(client, choice);
  return item?.choice === undefined ? undefined : { ...item, label, detail: '' };
}

export function createNoteItem(text: string): LookUpItem {
  return { label: `$(info) ${sanitizeForVsCode(text)}`, alwaysShow: true };
}

function createLookUpChoiceItems(client: Client, choice: LookUpChoice): readonly LookUpItem[] {
  const text = choice.params['searchItem'];
  const faults = typeof text === 'string' ? checkQuery(text) : [];
  const [error] = faults.filter((fault) => getSearchFaultSeverity(fault) === 'error');
  if (error !== undefined && typeof text === 'string') {
    // the posts row already shows it
    return choice.subject === 'people' ? [] : toFaultItems(text, error);
  }
  const [refusal] = checkParams(choice.endpoint, choice.params);
  if (refusal !== undefined) {
    return [createNoteItem(refusal.message)];
  }
  const quote = quoteLookUp(client, choice);
  const { service, title } = choice.endpoint;
  const label = formatSubject(choice);
  const doubts = faults.map((fault) => formatMessageTemplate(describeSearchFault(fault)));
  return [
    {
      label,
      description: `${sanitizeForVsCode(choice.value)} · ${formatRowPrice(client, choice, quote)}`,
      detail: [...(label.endsWith(title) ? [] : [title]), formatServiceName(service), ...doubts].join(' · '),
      alwaysShow: true,
      choice,
      reuse: getReuseIfOfferedFree(quote),
    },
    ...(quote?.kind === 'stored' ? [createCallAgainItem(client, choice)] : []),
  ];
}

/** If the price is unknown, shows the amount that the budget assumes. */
function formatRowPrice(client: Client, { endpoint }: LookUpChoice, quote: Quote | undefined): string {
  const assumed = quote?.kind === 'unknown' ? client.assumedPrice(endpoint.service) : 0n;
  return assumed === 0n ? formatPriceWithAge(quote, Date.now()) : formatKnownOrAssumedPrice(assumed, false);
}

function createCallAgainItem(client: Client, choice: LookUpChoice): LookUpItem {
  return {
    label: vscode.l10n.t('{0}: Refresh', formatSubject(choice)),
    description: `${sanitizeForVsCode(choice.value)} · ${formatExpectedPrice(client.priceOf(choice.endpoint))}`,
    alwaysShow: true,
    choice,
    reuse: 'never',
  };
}

function toFaultItems(text: string, fault: SearchFault): readonly LookUpItem[] {
  const message = formatMessageTemplate(describeSearchFault(fault));
  if (fault.fixes.length === 0) {
    return [{ label: `$(error) ${message}`, alwaysShow: true }];
  }
  return fault.fixes.map((fix, index) => {
    const replacement = applySearchFix(text, fix);
    return {
      label: `$(lightbulb) ${formatMessageTemplate(fix.title)}`,
      description: sanitizeForVsCode(replacement),
      ...(index === 0 ? { detail: message } : {}),
      alwaysShow: true,
      replacement,
    };
  });
}

function formatMessageTemplate({ message, args }: MessageTemplate): string {
  return sanitizeForVsCode(translateTableText(message, ...args));
}

/**
 * The value is in the description, because VS Code sorts rows by how well their label matches the text, and the likeliest reading
 * must stay first.
 */
function formatSubject(choice: LookUpChoice): string {
  const [icon, word] = getSubjectIconAndWord(choice);
  return `$(${icon}) ${word}`;
}

export function getSubjectIconAndWord({ subject, endpoint }: LookUpChoice): readonly [icon: string, word: string] {
  const { l10n } = vscode;
  const words: Readonly<Record<LookUpChoice['subject'], readonly [string, string]>> = {
    user: ['account', l10n.t('User')],
    thread: ['comment-discussion', l10n.t('Thread')],
    list: ['list-unordered', l10n.t('List')],
    community: ['organization', l10n.t('Community')],
    space: ['unmute', l10n.t('Space')],
    hashtag: ['graph-line', l10n.t('Hashtag Analytics')],
    posts: ['search', l10n.t('Posts')],
    people: ['person', l10n.t('People')],
    several: ['organization', translateTableText(endpoint.title)],
  };
  return words[subject];
}
