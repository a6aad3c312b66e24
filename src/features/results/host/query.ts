import { formatTypedValue, listFormFields, type FieldTexts } from '../../../core/requests/form.ts';
import { withHandleAsUserId } from '../../../core/requests/placeholderUserId.ts';
import {
  withWoeid,
  listInputFields,
  findUserHandle,
  findUserIdParam,
  type FindUserId,
  withUserId,
} from '../../../core/requests/formFields.ts';
import { checkParams } from '../../../client/checkParams.ts';
import type { Endpoint, Service } from '../../../client/endpoint.ts';
import { communitiesSearch, gatewayListsSearch } from '../../../client/endpoints/table.ts';
import { defaultSearchTab, search, searchCategories } from '../../../client/endpoints/primary/search.ts';
import { userByUsername } from '../../../client/endpoints/primary/users.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import type { Client, Quote } from '../../../client/client.ts';
import { addQuotes, toQuoteFromPrice } from '../../../core/cost/cost.ts';
import { formatExpectedPrice, formatPriceWithAge } from '../../../core/cost/formatPrice.ts';
import { readFiltersLeniently, composeQuery } from '../../../client/search/composeQuery.ts';
import type { QueryPriceAndFaults, ShownQuery, ShownSearchTab, QueryField } from '../resultsContract.ts';
import { readQueryFields } from '../query/readQueryFields.ts';
import { maxPageSize } from '../../explore/index.ts';
import type { Store } from '../../../store/store.ts';
import type { Params } from '../../../core/session/pagedSession.ts';

export interface ParsedQuery {
  readonly params: Params;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
  /** The handle whose id must be looked up first; then there are no parameters. */
  readonly unknownHandle: string | undefined;
}

/** Paging sets the cursor, and the query builder sets a search's filters. */
function isInForm(endpoint: Endpoint, name: string): boolean {
  return name !== 'cursor' && !(endpoint.id === search.id && name === 'filters');
}

export function listQueryFields(endpoint: Endpoint): readonly QueryField[] {
  return listInputFields(endpoint)
    .filter(({ name }) => isInForm(endpoint, name))
    .map((field) => ({
      name: field.name,
      title: field.title,
      help: field.help ?? '',
      kind: field.kind,
      required: field.required,
      choices: field.choices ?? [],
      example: formatTypedValue(field.examples?.[0]),
      serviceDefault: formatTypedValue(field.serviceDefault),
      suggestions: field.suggestions ?? [],
    }));
}

export interface SearchTab {
  readonly tab: string;
  readonly endpoint: Endpoint;
  /** The parameter for the words. */
  readonly words: string;
  readonly texts: FieldTexts;
}

const toPostsTab = (category: string): SearchTab => ({
  tab: category,
  endpoint: search,
  words: 'searchItem',
  texts: { category },
});

const searchTabs: readonly SearchTab[] = [
  ...searchCategories.map(toPostsTab),
  { tab: 'Lists', endpoint: gatewayListsSearch, words: 'q', texts: { limit: String(maxPageSize) } },
  { tab: 'Communities', endpoint: communitiesSearch, words: 'searchTerm', texts: { count: String(maxPageSize) } },
];

/** Undefined if the endpoint isn't on the *Search* page. */
export function findSearchTab(endpoint: Endpoint, { category = '' }: FieldTexts = {}): SearchTab | undefined {
  return endpoint === search ? toPostsTab(category || defaultSearchTab) : searchTabs.find((tab) => tab.endpoint === endpoint);
}

/** @param name default: posts */
export function toSearchTabQuery(text: string, name = ''): Pick<SearchTab, 'endpoint' | 'texts'> {
  const { endpoint, words, texts } = searchTabs.find(({ tab }) => tab === name) ?? toPostsTab(defaultSearchTab);
  return { endpoint, texts: { [words]: endpoint === search ? text : readQueryFields(text).words, ...texts } };
}

const maxRecentSearches = 5;

/** Newest first. */
export function listRecentSearches({ exchanges }: Pick<Store, 'exchanges'>, { endpoint, words }: SearchTab): readonly string[] {
  const sent = exchanges
    .exchangesByEndpoint(endpoint.id)
    .items.filter(({ initiator, status }) => initiator === 'command' && status === 200);
  const texts = sent.map(({ params }) => toFieldTexts(endpoint, params)[words] ?? '');
  return [...new Set(texts)].filter((text) => text !== '').slice(0, maxRecentSearches);
}

function toShownSearchTab(shown: SearchTab | undefined, isServed: (service: Service) => boolean): ShownSearchTab | null {
  if (shown === undefined) {
    return null;
  }
  const { tab, words, endpoint } = shown;
  const served = searchTabs.filter((other) => other.tab === tab || isServed(other.endpoint.service));
  return { tab, tabs: served.map((other) => other.tab), words, hasOperators: endpoint === search };
}

/** @param isServed whether a connected service can serve the other tabs */
export function toShownQuery(
  endpoint: Endpoint,
  texts: FieldTexts,
  isServed: (service: Service) => boolean,
): Omit<ShownQuery, 'view' | 'filter'> {
  return {
    endpointId: endpoint.id,
    title: endpoint.title,
    summary: endpoint.summary,
    isConfirmed: endpoint.confirmed,
    search: toShownSearchTab(findSearchTab(endpoint, texts), isServed),
    fields: listQueryFields(endpoint),
    texts,
  };
}

/** Checks each field and then rules across fields. Doesn't send requests. @param idOf returns a known user's id */
export function parseQueryTexts(endpoint: Endpoint, texts: FieldTexts, idOf: FindUserId = () => undefined): ParsedQuery {
  const faults = listInputFields(endpoint).flatMap((field) => {
    const fault = isInForm(endpoint, field.name) ? field.check(texts[field.name] ?? '') : undefined;
    return fault === undefined ? [] : [{ field: field.name, message: fault }];
  });
  const ready = withUserId(endpoint, withWoeid(endpoint, texts), idOf);
  if (ready === undefined) {
    return { params: {}, faults, unknownHandle: findUserHandle(endpoint, texts) };
  }
  const params = Object.fromEntries(
    listFormFields(endpoint).flatMap((field) => {
      const isLeftOut = !isInForm(endpoint, field.name) || faults.some((fault) => fault.field === field.name);
      const value = isLeftOut ? undefined : field.toValue(ready[field.name] ?? '');
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
  const together = faults.length > 0 ? [] : checkParams(endpoint, params);
  return {
    params,
    faults: [...faults, ...together.map(({ param, message }) => ({ field: param, message }))],
    unknownHandle: undefined,
  };
}

/** Includes a search's filters in the query. */
export function toFieldTexts(endpoint: Endpoint, params: Params): FieldTexts {
  const texts = Object.fromEntries(
    Object.entries(withHandleAsUserId(params))
      .filter(([name]) => isInForm(endpoint, name))
      .map(([name, value]) => [name, formatTypedValue(value)] as const),
  );
  return endpoint.id === search.id && params['filters'] !== undefined
    ? {
        ...texts,
        searchItem: composeQuery(formatTypedValue(params['searchItem']), readFiltersLeniently(params['filters']).filters),
      }
    : texts;
}

export interface CurrentQuery {
  readonly endpoint: Endpoint;
  readonly users: { readonly idOf: FindUserId; refusal(endpoint: Endpoint): string | undefined };
}

/** Parses a new request. Rejects a handle that needs a lookup if the connected services use different user ids. */
export function parseNewQueryTexts({ endpoint, users }: CurrentQuery, texts: FieldTexts): ParsedQuery {
  const read = parseQueryTexts(endpoint, texts, users.idOf);
  const message = read.unknownHandle === undefined ? undefined : users.refusal(endpoint);
  return message === undefined
    ? read
    : { ...read, faults: [...read.faults, { field: findUserIdParam(endpoint) ?? '', message }] };
}

/** Doesn't send requests. The quote is undefined for an invalid query. */
export function readQuery(
  client: Client,
  before: CurrentQuery,
  texts: FieldTexts,
): Pick<ParsedQuery, 'faults'> & { readonly quote: Quote | undefined } {
  const { endpoint } = before;
  const { params, faults, unknownHandle } = parseNewQueryTexts(before, texts);
  const quote =
    faults.length > 0
      ? undefined
      : unknownHandle === undefined
        ? client.quote(endpoint, params, { reuse: reuseAnyAge })
        : addQuotes(
            client.quote(userByUsername, { username: unknownHandle }, { reuse: reuseAnyAge }),
            toQuoteFromPrice(client.priceOf(endpoint)),
          );
  return { quote, faults };
}

export function quoteQuery(client: Client, before: CurrentQuery, texts: FieldTexts): QueryPriceAndFaults {
  const { quote, faults } = readQuery(client, before, texts);
  const freshPrice = quote?.kind === 'stored' ? formatExpectedPrice(client.priceOf(before.endpoint)) : null;
  return { price: formatPriceWithAge(quote, Date.now()), freshPrice, faults: [...faults] };
}
