import { getResponseKind, getResponseView } from '../../core/records/responseView.ts';
import { quotePageAfterResponse } from '../../core/session/pagedQuery.ts';
import type { Client } from '../../client/client.ts';
import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import { toPage } from '../../client/records/toPage.ts';

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

/** What a menu may offer on a JSON file: its raw JSON as records, its posts as a thread. */
export type JsonFileAction = 'records' | 'thread';

/** How much of a file is looked at: posts stand early in every file that holds some. */
export const jsonScanLimits = { lines: 2000, characters: 256 * 1024 };

/** Names that only the platform's own JSON has together. */
const upstreamJsonPatterns = [
  /"(?:legacy|core|result|tweet_results|user_results|entries|screen_name)"\s*:/,
  /"(?:__typename|rest_id|full_text|id_str)"\s*:/,
];
/** Names of a post in the simple format: what it says, and who. */
const simplePostPatterns = [/"text"\s*:/, /"author"\s*:/, /"id"\s*:/];
const upstreamPostPattern = /"(?:full_text|tweet_results|note_tweet)"\s*:/;

/** What can be offered on a text, by the names in it: it is not parsed, so that nobody waits for a menu. */
export function detectJsonFileActions(text: string): readonly JsonFileAction[] {
  const looked = text.slice(0, jsonScanLimits.characters);
  const holds = (names: readonly RegExp[]): boolean => names.every((name) => name.test(looked));
  const isUpstream = holds(upstreamJsonPatterns);
  return [
    ...(isUpstream ? (['records'] as const) : []),
    ...((isUpstream && upstreamPostPattern.test(looked)) || holds(simplePostPatterns) ? (['thread'] as const) : []),
  ];
}
