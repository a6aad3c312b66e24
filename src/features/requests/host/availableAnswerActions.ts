import { getAnswerKind, getAnswerView } from '../../../core/records/answerView.ts';
import { quotePageAfterAnswer } from '../../../core/session/pagedQuestion.ts';
import type { Client } from '../../../client/client.ts';
import type { Endpoint, AnswerFormat } from '../../../client/endpoint.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { toPage } from '../../../client/records/toPage.ts';

/** What can be done with an answer: what could only fail is not offered, by lenses, menus and the palette alike. */
export interface AvailableAnswerActions {
  readonly next: ReturnType<typeof quotePageAfterAnswer>;
  readonly other: AnswerFormat | undefined;
  readonly hasPage: boolean;
  readonly hasResults: boolean;
  readonly hasThread: boolean;
  readonly hasRecords: boolean;
}

/** Makes no call. */
export function getAvailableAnswerActions(client: Client, endpoint: Endpoint, exchange: Exchange): AvailableAnswerActions {
  const other = exchange.request.format === 'raw' ? 'simple' : 'raw';
  const page = toPage(exchange, { endpoint });
  const { records, meta } = page;
  const hasList = records.length > 1 || typeof records[0]?.path?.at(-1) === 'number';
  return {
    next: quotePageAfterAnswer(client, endpoint, exchange),
    other: endpoint.formats.includes(other) ? other : undefined,
    hasPage: getAnswerView(getAnswerKind(page)) === 'page',
    hasResults: endpoint.paging !== undefined || hasList,
    hasThread: records.some(({ record }) => record.kind === 'post'),
    hasRecords: (meta.upstream?.operation ?? 'unknown') !== 'unknown',
  };
}
