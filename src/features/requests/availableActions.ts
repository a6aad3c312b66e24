import { getResponseKind, getResponseView } from '../../core/records/responseView.ts';
import { quotePageAfterResponse } from '../../core/session/pagedSession.ts';
import type { Client } from '../../client/client.ts';
import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import { toPage } from '../../client/records/toPage.ts';
import { isErrorStatus } from '../../client/toResponseError.ts';

/** The actions that lenses, menus, and the palette offer on a response. */
export function getAvailableResponseActions(client: Client, endpoint: Endpoint, exchange: Exchange) {
  const other: ResponseFormat = exchange.request.format === 'raw' ? 'simple' : 'raw';
  const page = toPage(exchange, { endpoint });
  const { records, meta } = page;
  const isGood = !isErrorStatus(exchange.status);
  const hasList = records.length > 1 || typeof records[0]?.path?.at(-1) === 'number';
  return {
    next: quotePageAfterResponse(client, endpoint, exchange),
    other: endpoint.formats.includes(other) ? other : undefined,
    hasPage: isGood && getResponseView(getResponseKind(page)) === 'page',
    hasResults: isGood && (endpoint.paging !== undefined || hasList),
    hasThread: records.some(({ record }) => record.kind === 'post'),
    hasRecords: (meta.upstream?.operation ?? 'unknown') !== 'unknown',
  };
}

/** `records`: the file is raw platform JSON · `thread`: it contains posts. */
export type JsonFileAction = 'records' | 'thread';

/** How much of a file is scanned: posts come early. */
export const jsonScanLimits = { lines: 2000, characters: 256 * 1024 };

/** Raw platform JSON has keys of both kinds. */
const upstreamJsonPatterns = [
  /"(?:legacy|core|result|tweet_results|user_results|entries|screen_name)"\s*:/,
  /"(?:__typename|rest_id|full_text|id_str)"\s*:/,
];
/** A post's keys in the simple format. */
const simplePostPatterns = [/"text"\s*:/, /"author"\s*:/, /"id"\s*:/];
const upstreamPostPattern = /"(?:full_text|tweet_results|note_tweet)"\s*:/;

/** Searches for typical keys, because parsing a large file would delay menus. */
export function detectJsonFileActions(text: string): readonly JsonFileAction[] {
  const looked = text.slice(0, jsonScanLimits.characters);
  const holds = (names: readonly RegExp[]): boolean => names.every((name) => name.test(looked));
  const isUpstream = holds(upstreamJsonPatterns);
  return [
    ...(isUpstream ? (['records'] as const) : []),
    ...((isUpstream && upstreamPostPattern.test(looked)) || holds(simplePostPatterns) ? (['thread'] as const) : []),
  ];
}
