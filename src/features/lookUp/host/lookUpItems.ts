import * as vscode from 'vscode';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import {
  findSeveralUsersChoices,
  findLookUpChoices,
  type LookUpChoice,
  quoteLookUp,
  toLookUpChoices,
  toSavedSearchChoice,
  toStoredNameChoice,
} from '../lookUpChoices.ts';
import { parseRequestLine, type RequestReading } from '../parseRequestLine.ts';
import { isPlainWord, type LookUpReading } from '../../../core/records/parseLookUpInput.ts';
import { checkParams } from '../../../client/checkParams.ts';
import type { Client } from '../../../client/client.ts';
import type { Service } from '../../../client/endpoint.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import { applySearchFix, checkQuery } from '../../../client/search/checkQuery.ts';
import {
  type SearchFault,
  type MessageTemplate,
  getSearchFaultSeverity,
  describeSearchFault,
} from '../../../client/search/describeSearchFault.ts';
import { isPaidService } from '../../../core/cost/cost.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/offers.ts';
import { formatStoredAge, formatPriceWithAge, formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { formatConnectionKind } from '../../../workbench/services/connections.ts';
import { formatServiceName } from '../../../core/connections/connectionSettings.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import type { StoredNames } from '../../../core/records/storedNames.ts';
import { exampleValues } from '../../../client/endpoints/exampleValues.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { findQuerySubject } from '../../../core/requests/findQuerySubject.ts';
import type { StoredSummary, Store } from '../../../store/store.ts';
import type { SavedSearch } from '../../results/index.ts';
import { summarizeRecord } from '../../../workbench/summarizeRecord.ts';
import { formatEndpointBesideSubject, formatEndpointTitle } from '../../../workbench/storedResponseSubject.ts';
import type { StoredNamesForService } from '../../../workbench/storedNames.ts';
import type { Services } from '../../../workbench/services.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

const maxSuggestionsPerKind = 12;
const maxSearchedExchanges = 200;
const maxDescriptionLength = 60;
const maxKnownNameItems = 8;

export type LookUpSubject = 'anything' | 'thread';

export interface LookUpItem extends vscode.QuickPickItem {
  readonly choice?: LookUpChoice;
  /** `never`: refresh · `only`: offered for free. Omitted: a stored response, otherwise a request. */
  readonly reuse?: Extract<ResponseReuse, string> | undefined;
  readonly replacement?: string;
  readonly stored?: Exchange;
  /** Opens its form, filled. */
  readonly form?: RequestReading;
}

export function toLookUpItems(client: Client, subject: LookUpSubject, text: string): readonly LookUpItem[] {
  const request = subject === 'anything' ? parseRequestLine(text) : undefined;
  if (request !== undefined) {
    const unknown = vscode.l10n.t('No endpoint has the path {0}.', shortenText(request.path, maxDescriptionLength));
    return request.readings.length === 0
      ? [createNoteItem(unknown)]
      : request.readings.map((reading) => createFormItem(client, reading));
  }
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
 * Puts rows with an action before notes, so Enter works at once, and refreshes last. A row keeps its position when its response
 * is stored, so a habitual press doesn't run a different row.
 */
function orderByUse(items: readonly LookUpItem[]): readonly LookUpItem[] {
  const rank = ({ choice, replacement, reuse }: LookUpItem) =>
    choice === undefined && replacement === undefined ? 1 : reuse === 'never' ? 2 : 0;
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** Undefined if the service would reject it. */
function toSuggestionItem(client: Client, choice: LookUpChoice, label = formatSubject(choice)): LookUpItem | undefined {
  const [item] = createLookUpChoiceItems(client, choice);
  return item?.choice === undefined ? undefined : { ...item, label, detail: '' };
}

export function createNoteItem(text: string): LookUpItem {
  return { label: `$(info) ${sanitizeForVsCode(text)}`, alwaysShow: true };
}

function createFormItem(client: Client, form: RequestReading): LookUpItem {
  const { title, service, path } = form.endpoint;
  const count = Object.keys(form.texts).length;
  const ignored = sanitizeForVsCode(form.ignored.join(', '), maxDescriptionLength);
  const label =
    count === 0
      ? vscode.l10n.t('Open {0}', title)
      : count === 1
        ? vscode.l10n.t('Open {0} with 1 parameter', title)
        : vscode.l10n.t('Open {0} with {1} parameters', title, count);
  return {
    label: `$(list-selection) ${label}`,
    description: joinParts([formatExpectedPrice(client.priceOf(form.endpoint)), formatSandboxMark(client, service)]),
    detail: joinParts([formatServiceName(service), path, ignored === '' ? '' : vscode.l10n.t('Ignored: {0}', ignored)]),
    alwaysShow: true,
    form,
  };
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
      description: joinParts([
        sanitizeForVsCode(choice.value),
        formatPriceWithAge(quote, Date.now()),
        formatSandboxMark(client, service),
      ]),
      detail: [...(label.endsWith(title) ? [] : [title]), formatServiceName(service), ...doubts].join(' · '),
      alwaysShow: true,
      choice,
      reuse: getReuseIfOfferedFree(quote),
    },
    ...(quote?.kind === 'stored' ? [createCallAgainItem(client, choice)] : []),
  ];
}

/** "Sandbox" if the other service is paid, so the status bar doesn't say it. */
function formatSandboxMark(client: Client, service: Service): string {
  const isOtherPaid = isPaidService(client, service === 'primary' ? 'gateway' : 'primary');
  return isOtherPaid && client.connection(service)?.kind === 'sandbox' ? formatConnectionKind('sandbox') : '';
}

function createCallAgainItem(client: Client, choice: LookUpChoice): LookUpItem {
  return {
    label: vscode.l10n.t('{0}: Refresh', formatSubject(choice)),
    description: joinParts([
      sanitizeForVsCode(choice.value),
      formatExpectedPrice(client.priceOf(choice.endpoint)),
      formatSandboxMark(client, choice.endpoint.service),
    ]),
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
 * The value is in the description, because VS Code sorts rows by how well their label matches the text, and the likeliest row
 * must come first.
 */
function formatSubject(choice: LookUpChoice): string {
  const [icon, word] = getSubjectIconAndWord(choice);
  return `$(${icon}) ${word}`;
}

function getSubjectIconAndWord({ subject, endpoint }: LookUpChoice): readonly [icon: string, word: string] {
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

/** Newest first, each request once. Opening them is free. */
export function listRecentLookUps({ exchanges }: Pick<Store, 'exchanges'>): readonly Exchange[] {
  const recent: Exchange[] = [];
  const listed = new Set<string>();
  for (const summary of exchanges.newest({ limit: maxSearchedExchanges }).items) {
    const query = `${summary.endpointId} ${JSON.stringify(summary.params)}`;
    if (recent.length < maxSuggestionsPerKind && isLookUp(summary) && !listed.has(query)) {
      listed.add(query);
      const exchange = exchanges.exchange(summary.id);
      recent.push(...(exchange === undefined ? [] : [exchange]));
    }
  }
  return recent;
}

export function createPinnedUserItems(client: Client, handles: readonly string[]): readonly LookUpItem[] {
  return handles.flatMap((handle) => {
    const [choice] = toLookUpChoices({ kind: 'handle', handle });
    const about = choice === undefined ? undefined : formatEndpointBesideSubject(choice.endpoint.id);
    return choice === undefined || about === undefined
      ? []
      : (toSuggestionItem(client, { ...choice, value: about }, `$(pinned) ${sanitizeForVsCode(choice.value)}`) ?? []);
  });
}

/** The sandbox has data for all of these. */
const exampleReadings: Readonly<Record<LookUpSubject, readonly LookUpReading[]>> = {
  anything: [
    { kind: 'handle', handle: exampleValues.handle },
    { kind: 'tag', tag: exampleValues.hashtag },
    { kind: 'query', text: exampleValues.searchWord },
    { kind: 'post', id: exampleValues.tweetId },
  ],
  thread: [{ kind: 'post', id: exampleValues.tweetId }],
};

export function createExampleItems(client: Client, subject: LookUpSubject): readonly LookUpItem[] {
  return exampleReadings[subject].flatMap((reading) => {
    const [choice] = toLookUpChoices(reading);
    if (choice === undefined) {
      return [];
    }
    const [icon, word] = getSubjectIconAndWord(choice);
    const item = toSuggestionItem(client, choice, `$(${icon}) ${vscode.l10n.t('Try {0}', choice.value)}`);
    const price = formatPriceWithAge(quoteLookUp(client, choice), Date.now());
    return item === undefined ? [] : [{ ...item, description: joinParts([word, price]) }];
  });
}

export function createSavedSearchItems(client: Client, searches: readonly SavedSearch[]): readonly LookUpItem[] {
  const label = `$(bookmark) ${vscode.l10n.t('Search')}`;
  return searches
    .slice(0, maxSuggestionsPerKind)
    .flatMap((saved) => toSuggestionItem(client, toSavedSearchChoice(saved), label) ?? []);
}

export function createKnownNameItems(
  client: Client,
  { names, isServed }: Pick<StoredNamesForService, 'isServed'> & { readonly names: Pick<StoredNames, 'matching'> },
  typed: string,
): readonly LookUpItem[] {
  return names.matching(typed, isServed, maxKnownNameItems).flatMap((name) => {
    const choice = toStoredNameChoice(name);
    return choice === undefined
      ? []
      : (toSuggestionItem(client, { ...choice, value: shortenText(choice.value, maxDescriptionLength) }) ?? []);
  });
}

/** Rows whose description contains the typed text; none if it is empty. */
export function filterLookUpItems(items: readonly LookUpItem[], typed: string): readonly LookUpItem[] {
  const wanted = typed.trim().replace(/^@/, '').toLowerCase();
  return wanted === '' ? [] : items.filter(({ description = '' }) => description.toLowerCase().includes(wanted));
}

/** Excludes further pages, requests that views sent automatically, and responses that can't be opened. */
function isLookUp({ status, isWithheld, params, initiator }: StoredSummary): boolean {
  const isGood = status >= 200 && status < 300 && !isWithheld;
  return isGood && params['cursor'] === undefined && (initiator === 'command' || initiator === 'panel');
}

/** The label doesn't contain typed words, because VS Code would sort it before the likeliest row. */
export function toRecentLookUpItem(
  exchange: Exchange,
  connections: ResponseMarks,
  handleOf?: StoredNamesForService['handleOf'],
): LookUpItem {
  const { endpointId, params } = exchange.request;
  const { kind, records } = toPage(exchange);
  const requested = Object.values(params).find((value) => typeof value === 'string' && value !== '');
  const ofKind = records.filter((record) => record.kind === kind);
  const meant = ofKind.length === 1 ? ofKind[0] : ofKind.find(({ id }) => id === requested);
  const about = meant === undefined ? undefined : summarizeRecord(meant.record);
  const words = [about?.title, about?.subject === 'thread' ? about.text : undefined].filter((part) => part !== undefined);
  const subject = words.length > 0 ? words.join(': ') : (findQuerySubject(params, handleOf) ?? '');
  return {
    label: `$(history) ${sanitizeForVsCode(formatEndpointTitle(endpointId))}`,
    description: joinParts([
      sanitizeForVsCode(subject, maxDescriptionLength),
      connections.markOf(connections.nameOf(exchange), exchange.request.service),
      formatStoredAge(exchange, Date.now()),
    ]),
    alwaysShow: true,
    stored: exchange,
  };
}

type ResponseMarks = Pick<Services['connections'], 'markOf' | 'nameOf'>;
