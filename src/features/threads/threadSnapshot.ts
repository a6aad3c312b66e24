import * as l10n from '@vscode/l10n';
import type { ResponseReuse } from '../../client/policies/send.ts';
import { type PagedState, formatMoreAvailable, getNextPageReuse } from '../../core/session/pagedSession.ts';
import type { Exchange } from '../../client/exchange.ts';
import { joinParts } from '../../core/text/joinParts.ts';
import type { Post } from '../../core/channel/post.ts';
import type { RankingMode, RestorableThread, ThreadRow } from './threadContract.ts';
import { toPost } from '../../core/records/toPost.ts';
import { nextPageRowKey, toThreadLayout, type ThreadLayout } from './threadLayout.ts';
import type { PagePost } from './threadPage.ts';
import {
  type LoadedThreadPage,
  toBranchQueryName,
  toConversationQueryName,
  repliesQueryName,
  type ThreadRequest,
} from './threadQuery.ts';

/** A page has at least this many reply threads (Primary API reference, *Limits*). */
const minRepliesPerPage = 20;

/** Parts of a thread that are known to exist but aren't loaded. */
interface UnloadedParts {
  readonly hasNextPage: boolean;
  /** Row keys for missing posts and further replies inside branches, in reading order. */
  readonly branches: readonly string[];
}

export type QueryStates = ReadonlyMap<string, PagedState<LoadedThreadPage>>;

/** A thread's pages at one moment, and the rows made from them. */
export class ThreadSnapshot {
  readonly #focalId: string;
  readonly ranking: RankingMode;
  readonly #queries: QueryStates;
  #layout: ThreadLayout | undefined;
  #posts: ReadonlyMap<string, PagePost> | undefined;
  /** The replies' first page, then all others in the order in which they arrived. */
  readonly pages: readonly LoadedThreadPage[];

  constructor(focalId: string, ranking: RankingMode, queries: QueryStates) {
    this.#focalId = focalId;
    this.ranking = ranking;
    this.#queries = queries;
    const first = queries.get(repliesQueryName)?.pages[0];
    this.pages = [...queries.values()]
      .flatMap(({ pages }) => pages)
      .toSorted((a, b) => Number(b === first) - Number(a === first) || a.content.at - b.content.at)
      .map(({ content }) => content);
  }

  get reuse(): ResponseReuse {
    return getNextPageReuse(this.pages.map(({ exchange }) => exchange));
  }

  get rows(): readonly ThreadRow[] {
    return this.#getLayout().rows;
  }

  /** Requests for rows that can be loaded, by row key. */
  get requests(): ThreadLayout['requests'] {
    return this.#getLayout().requests;
  }

  /** Excludes posts that were requested but not found. */
  get unloaded(): UnloadedParts {
    const { requests } = this;
    return {
      hasNextPage: requests.has(nextPageRowKey),
      branches: [...requests.keys()].filter((key) => key !== nextPageRowKey),
    };
  }

  /** The next row to load to complete the thread: further replies first. Undefined if it is complete, or everything left is stalled. */
  get nextToFetch(): string | undefined {
    const { hasNextPage, branches } = this.unloaded;
    return [...(hasNextPage ? [nextPageRowKey] : []), ...branches].find((key) => {
      const request = this.requests.get(key);
      return request === undefined || this.#queries.get(this.queryNameOf(request))?.isStalled !== true;
    });
  }

  /** The most requests that loading the rest takes: reply pages by the post's reply count, and one per branch. 0 if nothing is left. */
  get requestsToComplete(): number {
    const { hasNextPage, branches } = this.unloaded;
    if (this.nextToFetch === undefined) {
      return 0;
    }
    const direct = this.rows.filter(({ kind, depth }) => kind === 'post' && depth === 1).length;
    const rest = Math.max(1, (this.pagePost(this.#focalId)?.record.replies ?? 0) - direct);
    return (hasNextPage && !this.isStalled ? Math.ceil(rest / minRepliesPerPage) : 0) + branches.length;
  }

  /** Whether several pages of replies in a row had no new posts, although each had a cursor. */
  get isStalled(): boolean {
    return this.#queries.get(repliesQueryName)?.isStalled === true;
  }

  /** Whether all posts come from a document or a different query's response. */
  get isExcerpt(): boolean {
    return this.pages.length > 0 && this.pages.every(({ page }) => page.isExcerpt);
  }

  get source(): RestorableThread {
    const pages = this.pages.map(({ page: { postId, cursor = null }, exchange }) => ({
      exchangeId: exchange.id,
      postId,
      cursor,
    }));
    return { focalId: this.#focalId, ranking: this.ranking, pages };
  }

  post(id: string): Post | undefined {
    const found = this.pagePost(id);
    return found === undefined ? undefined : toPost(found.record, found.extra);
  }

  /** The post from the latest page that has it. A different object if a different response contains it. */
  pagePost(id: string): PagePost | undefined {
    return this.#getPosts().get(id);
  }

  get postCount(): number {
    return this.#getPosts().size;
  }

  exchangeWith(postId: string): Exchange | undefined {
    return this.pages.find(({ page }) => page.posts.has(postId))?.exchange;
  }

  /** The request for the next page of a post's conversation. */
  requestAfter({ postId, ranking }: ThreadRequest): ThreadRequest | undefined {
    const cursor = this.#nextCursor(this.#conversation(postId));
    return cursor === undefined ? undefined : { postId, cursor, ranking };
  }

  queryNameOf({ postId, cursor }: ThreadRequest): string {
    const conversation = this.#conversation(postId);
    return cursor === undefined || this.#nextCursor(conversation) === cursor
      ? conversation
      : toBranchQueryName(conversation, cursor);
  }

  /**
   * Returns the name of the query that a stored page belongs to; undefined if no loaded page links to it.
   * @param mayBegin whether the page may be its conversation's first although it has a cursor
   */
  queryNameOfStored({ postId, cursor }: ThreadRequest, mayBegin: boolean): string | undefined {
    const conversation = this.#conversation(postId);
    const isInBranch = this.pages.some(
      ({ page }) =>
        page.postId === postId &&
        page.places.some((place) => place.kind === 'more' && place.moduleId !== undefined && place.cursor === cursor),
    );
    if (cursor !== undefined && isInBranch) {
      return toBranchQueryName(conversation, cursor);
    }
    const begins = mayBegin && (this.#queries.get(conversation)?.pages.length ?? 0) === 0;
    return cursor === undefined || begins || this.#nextCursor(conversation) === cursor ? conversation : undefined;
  }

  /** Returns the keys of rows that are loading. Doesn't create a layout if nothing is running. @param names the running queries */
  busyKeys(names: readonly string[]): readonly string[] {
    return names.length === 0
      ? []
      : [...this.requests].flatMap(([key, request]) => (names.includes(this.queryNameOf(request)) ? [key] : []));
  }

  #getPosts(): ReadonlyMap<string, PagePost> {
    return (this.#posts ??= new Map(this.pages.flatMap(({ page }) => [...page.posts])));
  }

  #getLayout(): ThreadLayout {
    return (this.#layout ??= toThreadLayout(
      this.#focalId,
      this.pages.map(({ page }) => page),
      {
        next: (postId) => this.#nextCursor(this.#conversation(postId)),
        isFollowed: (cursor, postId) => this.#hasBegun(toBranchQueryName(this.#conversation(postId), cursor)),
        hasBegun: (postId) => this.#hasBegun(this.#conversation(postId)),
      },
      this.ranking,
    ));
  }

  #conversation(postId: string): string {
    return toConversationQueryName(this.#focalId, postId);
  }

  /** Whether a query's first page is loaded, or the service didn't have one. */
  #hasBegun(name: string): boolean {
    const state = this.#queries.get(name);
    return state !== undefined && (state.pages.length > 0 || (state.status === 'loaded' && state.next === undefined));
  }

  #nextCursor(name: string): string | undefined {
    const cursor = this.#queries.get(name)?.next?.['cursor'];
    return typeof cursor === 'string' ? cursor : undefined;
  }
}

/** "more available, 2 branches not loaded"; empty for a complete thread. */
export function formatUnloadedParts({ unloaded, isStalled }: Pick<ThreadSnapshot, 'isStalled' | 'unloaded'>): string {
  return joinParts([unloaded.hasNextPage ? formatMoreAvailable(isStalled) : '', formatUnloadedBranches(unloaded)], ', ');
}

export function formatUnloadedBranches({ branches: { length } }: UnloadedParts): string {
  return length === 0 ? '' : length === 1 ? l10n.t('1 branch not loaded') : l10n.t('{0} branches not loaded', length);
}
