import * as vscode from 'vscode';
import { formatPriceWithAge } from '../../../core/cost/formatPrice.ts';
import type { StoredNames } from '../../../core/records/storedNames.ts';
import { quoteLookUp, toStoredNameChoice, toLookUpChoices, toSavedSearchChoice } from '../lookUpChoices.ts';
import type { LookUpReading } from '../../../core/records/parseLookUpInput.ts';
import type { Client } from '../../../client/client.ts';
import { exampleValues } from '../../../client/endpoints/exampleValues.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { toPage } from '../../../client/records/toPage.ts';
import type { StoredSummary, Store } from '../../../store/store.ts';
import type { SavedSearch } from '../../results/index.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import { summarizeRecord } from '../../../workbench/summarizeRecord.ts';
import { formatEndpointBesideSubject, formatEndpointTitle } from '../../../workbench/storedResponseSubject.ts';
import type { StoredNamesForService } from '../../../workbench/storedNames.ts';
import type { Services } from '../../../workbench/services.ts';
import { getSubjectIconAndWord, type LookUpItem, type LookUpSubject, toSuggestionItem } from './lookUpItems.ts';

const maxSuggestionsPerKind = 12;
const maxSearchedExchanges = 200;
const maxDescriptionLength = 60;
const maxKnownNameItems = 8;

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
  user: [{ kind: 'handle', handle: exampleValues.handle }],
  thread: [{ kind: 'post', id: exampleValues.tweetId }],
  list: [{ kind: 'list', id: exampleValues.listId }],
  community: [{ kind: 'community', id: exampleValues.communityId }],
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
    return item === undefined ? [] : [{ ...item, description: `${word} · ${price}` }];
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

/** Rows whose description contains the typed text; none for an empty text. */
export function filterLookUpItems(items: readonly LookUpItem[], typed: string): readonly LookUpItem[] {
  const wanted = typed.trim().replace(/^@/, '').toLowerCase();
  return wanted === '' ? [] : items.filter(({ description = '' }) => description.toLowerCase().includes(wanted));
}

/** Excludes further pages, requests that views sent on their own, and responses that cannot be opened. */
function isLookUp({ status, isWithheld, params, initiator }: StoredSummary): boolean {
  const isGood = status >= 200 && status < 300 && !isWithheld;
  return isGood && params['cursor'] === undefined && (initiator === 'command' || initiator === 'panel');
}

/** The label contains no typed words, because VS Code would sort it before the likeliest reading. */
export function toRecentLookUpItem(exchange: Exchange, connections: ResponseMarks): LookUpItem {
  const { endpointId, params } = exchange.request;
  const { kind, records } = toPage(exchange);
  const requested = Object.values(params).find((value) => typeof value === 'string' && value !== '');
  const ofKind = records.filter((record) => record.kind === kind);
  const meant = ofKind.length === 1 ? ofKind[0] : ofKind.find(({ id }) => id === requested);
  const about = meant === undefined ? undefined : summarizeRecord(meant.record);
  const words = [about?.title, about?.subject === 'thread' ? about.text : undefined].filter((part) => part !== undefined);
  const subject = words.length > 0 ? words.join(': ') : typeof requested === 'string' ? requested : '';
  return {
    label: `$(history) ${sanitizeForVsCode(formatEndpointTitle(endpointId))}`,
    description: [sanitizeForVsCode(subject, maxDescriptionLength), formatStoredPrice(exchange, connections)]
      .filter((part) => part !== '')
      .join(' · '),
    alwaysShow: true,
    stored: exchange,
  };
}

type ResponseMarks = Pick<Services['connections'], 'markOf' | 'nameOf'>;

/** "free, from history, 3 min ago", after the connection's name if that is not the selected one. */
function formatStoredPrice(exchange: Exchange, connections: ResponseMarks): string {
  const price = formatPriceWithAge({ kind: 'stored', exchange }, Date.now());
  return [connections.markOf(connections.nameOf(exchange), exchange.request.service), price]
    .filter((part) => part !== '')
    .join(' · ');
}
