import type { PostRecord } from '../../client/records/readPost.ts';
import type { PageRecord, RecordPage } from '../../client/records/toPage.ts';
import type { TweetExtra } from '../../client/upstream/extra.ts';
import type { Place } from '../../client/upstream/upstreamPage.ts';

/** A post of a page with all that the page knows of it. */
export interface PagePost {
  readonly id: string;
  readonly record: PostRecord;
  /** What only the raw format tells. */
  readonly extra: TweetExtra | undefined;
}

/** What a page of a conversation was asked for as. */
export interface ThreadQuestion {
  readonly exchangeId: string;
  /** The post whose conversation was asked for. */
  readonly askedId: string;
  /** The cursor that led to it; undefined for a first page. */
  readonly cursor: string | undefined;
}

/** One page of a conversation, from either format. */
export interface ThreadPage extends ThreadQuestion {
  readonly posts: ReadonlyMap<string, PagePost>;
  readonly places: readonly Place[];
  /** Leads to the next page of direct answers. */
  readonly next: string | undefined;
}

/**
 * The posts of an answer as a page of a conversation. Upstream JSON says where each stands, with tombstones and the cursors
 * of branches; the simple format has the posts in their order, and nothing about what is absent.
 */
export function threadPage(page: RecordPage, asked: ThreadQuestion): ThreadPage {
  const posts = page.records.flatMap((found) => toPagePost(found) ?? []);
  const { upstream } = page.meta;
  const cursor = page.next?.['cursor'];
  return {
    ...asked,
    posts: new Map(posts.map((post) => [post.id, post])),
    places: upstream?.places ?? posts.map(toPlace),
    next:
      upstream === undefined
        ? typeof cursor === 'string'
          ? cursor
          : undefined
        : (upstream.cursor.bottom ?? upstream.cursor.more),
  };
}

/** Where a post stands in a conversation, as far as it says so itself. */
export function toPlace({ id, record: { replyToId } }: PagePost): Place {
  return { kind: 'tweet', tweetId: id, parentId: replyToId === '' ? undefined : replyToId, moduleId: undefined };
}

/** undefined for what is no post: nobody wrote it, or it says nothing. */
function toPagePost({ id, record, extra }: PageRecord): PagePost | undefined {
  if (record.kind !== 'post' || id === undefined || id === '' || record.text === undefined || record.author === undefined) {
    return undefined;
  }
  return { id, record, extra: extra !== undefined && 'hasViewCount' in extra ? extra : undefined };
}
