import { stripTrailingSlashes } from '../../client/address.ts';
import { checkParams } from '../../client/checkParams.ts';
import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import { findEndpointById } from '../../client/endpoints/table.ts';
import { isErrorStatus, toResponseError } from '../../client/toResponseError.ts';
import type { Exchange } from '../../client/exchange.ts';
import { maxEmptyPages } from '../../client/pages.ts';
import { toPage } from '../../client/records/toPage.ts';
import { formatDollars } from '../../core/cost/formatCost.ts';
import { createInputFault } from './agentFault.ts';
import type { AgentServices, StoredResponses } from './agentServices.ts';
import type { ToolResult } from './agentTool.ts';
import { type LiveResponse, type LivePrice, type LiveRequest, quoteLiveRequest } from './sendAgentRequest.ts';
import { formatRecordLines } from './formatRecordLines.ts';

/** About 10,000 tokens: a token is two to three bytes. */
const maxResponseBytes = 24_000;

export interface RecordSelection {
  readonly from: number;
  readonly fields?: readonly string[] | undefined;
}

export function toToolResult(
  services: AgentServices,
  { exchange, cost }: LiveResponse,
  { from, fields }: RecordSelection,
): ToolResult {
  const endpoint = findEndpointById(exchange.request.endpointId);
  const page = toPage(exchange, { endpoint });
  const isThread = endpoint?.id === 'primary.tweet' || endpoint?.id === 'primary.tweetArticle';
  const found = formatRecordLines(page, { from, fields, maxBytes: maxResponseBytes, isThread });
  const last = from - 1 + found.shown;
  const isStored = services.stored.exchange(exchange.id) !== undefined;
  const absent = page.meta.upstream?.slots.filter(({ kind }) => kind === 'absent').length ?? 0;
  const isWhole = from === 1 && last >= found.total;
  const source = getToolResultSource(exchange);
  // saves tokens: the model knows what it just requested
  const origin =
    source === 'stored' ? `${exchange.request.endpointId}, sent ${new Date(exchange.sentAt).toISOString().slice(0, 16)}Z: ` : '';
  const shown = isWhole || found.total === 1 ? '' : `, ${found.shown === 0 ? 'none' : `${from} to ${last}`} shown`;
  const notes = [
    `${origin}${found.total} ${found.total === 1 ? 'record' : 'records'}${shown}.`,
    ...(last < found.total && found.total > 1
      ? [
          isStored
            ? `More records, free: read_stored ${JSON.stringify({ response: exchange.id, from: last + 1 })}.`
            : "The rest isn't in history.",
        ]
      : []),
    ...(found.hidden > 0 && isStored ? [`More fields in read_stored: ${found.hidden}.`] : []),
    ...(found.hasTimesAlone ? ['A time without a date is on the date above it.'] : []),
    ...(found.others > 0 ? [`${found.others} records of other types in this response aren't shown.`] : []),
    ...(absent > 0 ? [`${absent} posts aren't available.`] : []),
  ];
  const next = describeNextPage(services, exchange, isStored, page.next);
  return {
    source,
    notes: [...notes, ...(next?.notes ?? [])],
    untrusted: found.lines,
    cost,
    ...(isStored ? { response: exchange.id } : {}),
    records: { from, shown: found.shown, total: found.total },
    ...(next?.token === undefined ? {} : { next: next.token }),
  };
}

/** @throws AgentFault if the id is unknown or the response can't be read */
export function requireStoredResponse({ stored }: Pick<AgentServices, 'stored'>, id: string): Exchange {
  const exchange = stored.exchange(id);
  const instead = 'the ID of a response that read_stored {} lists.';
  if (exchange === undefined || isErrorStatus(exchange.status)) {
    throw createInputFault('No response with this ID is in history.', instead);
  }
  if (toResponseError(exchange) !== undefined) {
    throw createInputFault("This response isn't valid JSON.", instead);
  }
  return exchange;
}

/** @throws AgentFault if there is no next page */
export function toNextPageRequest(services: AgentServices, id: string): LiveRequest {
  const exchange = requireStoredResponse(services, id);
  const { endpointId, format, service, baseUrl } = exchange.request;
  const endpoint = findEndpointById(endpointId);
  const next = toPage(exchange).next;
  if (endpoint === undefined || next === undefined) {
    throw createInputFault('This is the last page.', 'other arguments to the tool that returned it.');
  }
  if (!isCurrentBaseUrl(services, service, baseUrl)) {
    throw createInputFault(
      'This response came from a different connection, which is needed for the next pages.',
      'the first request again, to the tool that returned it.',
    );
  }
  return { endpoint, params: next, formats: [format] };
}

function describeNextPage(
  services: AgentServices,
  exchange: Exchange,
  isStored: boolean,
  next: Readonly<Record<string, unknown>> | undefined,
): { readonly notes: readonly string[]; readonly token?: NonNullable<ToolResult['next']> } | undefined {
  const endpoint = findEndpointById(exchange.request.endpointId);
  if (endpoint?.paging === undefined) {
    return undefined;
  }
  if (next === undefined) {
    return { notes: ['This is the last page.'] };
  }
  if (countEmptyPages(services.stored, exchange) >= maxEmptyPages) {
    return { notes: [`The last ${maxEmptyPages} pages were empty, so no more are offered.`] };
  }
  const { service, baseUrl, format } = exchange.request;
  // a cursor that can't be sent must not make this response fail
  if (!isStored || !isCurrentBaseUrl(services, service, baseUrl) || checkParams(endpoint, next).length > 0) {
    return { notes: ["There are more pages, but they can't be requested from this response."] };
  }
  const formats: readonly [ResponseFormat] = [format];
  const price = formatLivePrice(quoteLiveRequest(services, { endpoint, params: next, formats }));
  const token = { after: exchange.id, price };
  return { notes: [`Next page: next_page after this response, ${price}.`], token };
}

/** Counts this page and the ones before it, up to `max`. */
function countEmptyPages(stored: StoredResponses, exchange: Exchange, max = maxEmptyPages): number {
  if (max === 0 || toPage(exchange).records.length > 0) {
    return 0;
  }
  const previous = findPreviousPage(stored, exchange);
  return 1 + (previous === undefined ? 0 : countEmptyPages(stored, previous, max - 1));
}

/** How many of the endpoint's responses are searched for the previous page. */
const maxSearchedResponses = 50;

function findPreviousPage(stored: StoredResponses, { id, request }: Exchange): Exchange | undefined {
  const { cursor } = request.params;
  if (cursor === undefined) {
    return undefined;
  }
  const toKey = (params: Readonly<Record<string, unknown>>) => JSON.stringify({ ...params, cursor: undefined });
  return stored
    .exchangesByEndpoint(request.endpointId, { limit: maxSearchedResponses, before: id })
    .items.filter((one) => toKey(one.params) === toKey(request.params))
    .flatMap((one) => stored.exchange(one.id) ?? [])
    .find((one) => toPage(one).next?.['cursor'] === cursor);
}

/** "$0.0002", "free, sandbox", "price unknown, counted as $0.01". */
export function formatLivePrice({ kind, amount }: LivePrice): string {
  switch (kind) {
    case 'stored':
      return 'free, from history';
    case 'free':
      return 'free, sandbox';
    case 'known':
      return formatDollars(amount);
    case 'unknown':
      return `price unknown, counted as ${formatDollars(amount)}`;
  }
}

function isCurrentBaseUrl({ client }: AgentServices, service: Endpoint['service'], baseUrl: string): boolean {
  const current = client.connection(service)?.baseUrl;
  return current !== undefined && stripTrailingSlashes(current) === stripTrailingSlashes(baseUrl);
}

/** `isPlayMoney` depends on the connection, not on the response header, which any server can send. */
function getToolResultSource({ from, receipt }: Exchange): ToolResult['source'] {
  return receipt.isPlayMoney === true ? 'sandbox' : from === 'history' ? 'stored' : 'live';
}
