import { bodyText, type Exchange } from '../../client/exchange.ts';
import { nextCursor } from '../../client/pages.ts';
import { type PageAnswer, toPage } from '../../client/records/toPage.ts';
import { readUpstream } from '../../client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../client/upstream/upstreamPage.ts';

/** An answer as upstream JSON, as every view reads it; one that is of another format, or no JSON, by what stands in it. */
export function readAnswer(answer: PageAnswer & Pick<Exchange, 'body'>, site: string): UpstreamPage {
  const read = answer.value === undefined ? undefined : toPage(answer, { site }).meta.upstream;
  return read ?? readUpstream(bodyText(answer), { site });
}

/**
 * The records of a page of upstream JSON as a document: the simple format's collection, and beside it what that format has
 * no field for, how the page was recognised, and what could not be read.
 * @returns JSON, laid out for people
 */
export function recordsText(page: UpstreamPage): string {
  const { operation, era, records, cursor, places, warnings } = page;
  const extra = Object.fromEntries(
    records.flatMap((entry, index) => ('extra' in entry && isTelling(entry.extra) ? [[`${index}`, entry.extra]] : [])),
  );
  const next = nextCursor(page);
  const others = places.filter(({ kind }) => kind !== 'tweet');
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

/** Facts that every record has (`hasViewCount: true`) are not worth a line. */
function isTelling(extra: object): boolean {
  return Object.values(extra).some((value) => value !== undefined && value !== true);
}
