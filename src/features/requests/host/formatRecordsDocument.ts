import { tryParseJson } from '../../../client/json/tryParseJson.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { type PageResponse, toPage } from '../../../client/records/toPage.ts';
import { readRawPagingInfo } from '../../../client/upstream/readRawPagingInfo.ts';
import { readUpstream, readParsedUpstream } from '../../../client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../../client/upstream/upstreamPage.ts';

export interface UpstreamPageWithNext {
  readonly page: UpstreamPage;
  /** Undefined at the end. */
  readonly next: unknown;
}

/** Reads any response as platform JSON. If the response is in a different format, it is read by its content. */
export function readUpstreamResponse(response: PageResponse & Pick<Exchange, 'body'>, site: string): UpstreamPageWithNext {
  const read = toPage(response, { site });
  const upstream = response.value === undefined ? undefined : read.meta.upstream;
  return { page: upstream ?? readUpstream(decodeBodyText(response), { site }), next: read.next?.['cursor'] };
}

/** Detects the endpoint from the JSON's structure. */
export function readUpstreamText(text: string): UpstreamPageWithNext {
  const value = tryParseJson(text);
  return { page: value === undefined ? readUpstream(text) : readParsedUpstream(value), next: readRawPagingInfo(value).next };
}

/** Formats records as in the simple format, with fields that the format lacks, the detected layout, and the warnings. */
export function formatRecordsDocument({ page, next }: UpstreamPageWithNext): string {
  const { operation, era, records, cursor, slots, warnings } = page;
  const extra = Object.fromEntries(
    records.flatMap((entry, index) => ('extra' in entry && isExtraWorthShowing(entry.extra) ? [[`${index}`, entry.extra]] : [])),
  );
  const others = slots.filter(({ kind }) => kind !== 'tweet');
  return `${JSON.stringify(
    {
      data: records.map(({ record }) => record),
      nextCursor: next ?? null,
      previousCursor: cursor.top ?? null,
      hasNextPage: next !== undefined,
      readFrom: { operation, ...(era === undefined ? {} : { layout: era }) },
      ...(cursor.more === undefined ? {} : { showMoreCursor: cursor.more }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
      ...(others.length === 0 ? {} : { otherPlaces: others }),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
    undefined,
    2,
  )}\n`;
}

/** A flag that is true for every record isn't worth a line. */
function isExtraWorthShowing(extra: object): boolean {
  return Object.values(extra).some((value) => value !== undefined && value !== true);
}
