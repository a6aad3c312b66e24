import { getResponseKind, getResponseView } from '../../../core/records/responseView.ts';
import { quotePageAfterResponse } from '../../../core/session/pagedQuery.ts';
import type { Client } from '../../../client/client.ts';
import type { Endpoint, ResponseFormat } from '../../../client/endpoint.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { toPage } from '../../../client/records/toPage.ts';

/** What can be done with a response: what could only fail is not offered, by lenses, menus and the palette alike. */
export interface AvailableResponseActions {
  readonly next: ReturnType<typeof quotePageAfterResponse>;
  readonly other: ResponseFormat | undefined;
  readonly hasPage: boolean;
  readonly hasResults: boolean;
  readonly hasThread: boolean;
  readonly hasRecords: boolean;
}

/** Makes no call. */
export function getAvailableResponseActions(client: Client, endpoint: Endpoint, exchange: Exchange): AvailableResponseActions {
  const other = exchange.request.format === 'raw' ? 'simple' : 'raw';
  const page = toPage(exchange, { endpoint });
  const { records, meta } = page;
  const hasList = records.length > 1 || typeof records[0]?.path?.at(-1) === 'number';
  return {
    next: quotePageAfterResponse(client, endpoint, exchange),
    other: endpoint.formats.includes(other) ? other : undefined,
    hasPage: getResponseView(getResponseKind(page)) === 'page',
    hasResults: endpoint.paging !== undefined || hasList,
    hasThread: records.some(({ record }) => record.kind === 'post'),
    hasRecords: (meta.upstream?.operation ?? 'unknown') !== 'unknown',
  };
}
