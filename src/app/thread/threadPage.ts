import type { NestedTweet, Tweet } from '../../client/schemas/tweet.ts';
import type { TweetExtra } from '../../client/upstream/extra.ts';
import { readUpstream } from '../../client/upstream/readUpstream.ts';
import type { Place } from '../../client/upstream/upstreamPage.ts';

/** A post of a page with all that the page knows of it. */
export interface PagePost {
  readonly record: Tweet;
  /** What only the raw format tells. */
  readonly extra: TweetExtra | undefined;
}

/** One page of a conversation, from either format. */
export interface ThreadPage {
  readonly exchangeId: string;
  /** The post whose conversation was asked for. */
  readonly askedId: string;
  /** The cursor that led to it; undefined for a first page. */
  readonly cursor: string | undefined;
  readonly posts: ReadonlyMap<string, PagePost>;
  readonly places: readonly Place[];
  /** Leads to the next page of direct answers. */
  readonly next: string | undefined;
}

/** The post that a record answers; undefined where it answers none. */
function parentIdOf({ replyTo }: Pick<NestedTweet, 'replyTo'>): string | undefined {
  // the reference shows no field of it: these are the names that the service and its peers use
  const id = replyTo?.['tweetId'] ?? replyTo?.['id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** A page of the simple format: the posts in their order, and nothing about what is absent. */
export function simplePage(
  page: { readonly data: readonly Tweet[]; readonly nextCursor: string | null; readonly hasNextPage: boolean },
  asked: Pick<ThreadPage, 'exchangeId' | 'askedId' | 'cursor'>,
): ThreadPage {
  return {
    ...asked,
    posts: new Map(page.data.map((record) => [record.id, { record, extra: undefined }])),
    places: page.data.map((record) => ({
      kind: 'tweet',
      tweetId: record.id,
      parentId: parentIdOf(record),
      moduleId: undefined,
    })),
    next: page.hasNextPage ? (page.nextCursor ?? undefined) : undefined,
  };
}

/** A page of upstream JSON: with tombstones, branch cursors, polls and whatever else only the raw format tells. */
export function rawPage(
  body: string,
  asked: Pick<ThreadPage, 'exchangeId' | 'askedId' | 'cursor'>,
  site: string | undefined,
): ThreadPage {
  const { records, places, cursor } = readUpstream(body, site === undefined ? {} : { site });
  const posts = records.flatMap((one): readonly (readonly [string, PagePost])[] =>
    one.kind === 'tweet' ? [[one.record.id, { record: one.record, extra: one.extra }]] : [],
  );
  return { ...asked, posts: new Map(posts), places, next: cursor.bottom ?? cursor.more };
}
