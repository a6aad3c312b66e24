import * as l10n from '@vscode/l10n';
import type { ResponseReuse } from '../../client/policies/send.ts';
import { type PagedState, formatMoreAvailable, getNextPageReuse } from '../../core/session/pagedQuery.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Post } from '../../core/channel/post.ts';
import type { RankingMode, RestorableThread, ThreadRow } from './threadContract.ts';
import { toPost } from '../../core/records/toPost.ts';
import { nextPageLineKey, toThreadLayout, type ThreadLayout } from './threadLines.ts';
import type { PagePost } from './threadPage.ts';
import {
  type ThreadPageWithResponse,
  toBranchQueryName,
  toConversationQueryName,
  repliesQueryName,
  type ThreadRequest,
} from './threadQuery.ts';

/** What of a thread is known to be there and is not fetched. */
export interface UnloadedThreadParts {
  readonly hasNextPage: boolean;
  /** The lines that stand for branches which go on, and for posts in between; in reading order. */
  readonly branches: readonly string[];
}

export type QueryStates = ReadonlyMap<string, PagedState<ThreadPageWithResponse>>;

/** A snapshot of a thread: its pages, where they lead, and the lines made from them. */
export class ThreadPages {
  readonly #focalId: string;
  readonly #queries: QueryStates;
  #lines: ThreadLayout | undefined;
  #newest: ReadonlyMap<string, PagePost> | undefined;
  readonly ranking: RankingMode;
  /** The first page of the replies first, all others as they came. */
  readonly all: readonly ThreadPageWithResponse[];

  constructor(focalId: string, ranking: RankingMode, queries: QueryStates) {
    this.#focalId = focalId;
    this.ranking = ranking;
    this.#queries = queries;
    const pages = [...queries.values()].flatMap((state) => state.pages);
    const first = queries.get(repliesQueryName)?.pages[0];
    this.all = pages
      .toSorted((a, b) => Number(b === first) - Number(a === first) || a.content.at - b.content.at)
      .map(({ content }) => content);
  }

  get reuse(): ResponseReuse {
    return getNextPageReuse(this.all.map(({ exchange }) => exchange));
  }

  get rows(): readonly ThreadRow[] {
    return this.#made.rows;
  }

  /** What is known to be there and is not fetched. A post that was requested in vain is not left. */
  get left(): UnloadedThreadParts {
    const { requests } = this;
    return {
      hasNextPage: requests.has(nextPageLineKey),
      branches: [...requests.keys()].filter((key) => key !== nextPageLineKey),
    };
  }

  /** The line that is fetched next where all are: further replies first. Undefined when the thread is whole, or stalled in all that is left. */
  get nextToFetch(): string | undefined {
    const { hasNextPage, branches } = this.left;
    const isStalled = (key: string) => this.#queryOf(key)?.isStalled === true;
    return [...(hasNextPage ? [nextPageLineKey] : []), ...branches].find((key) => !isStalled(key));
  }

  /** Whether several pages of replies in a row brought nothing, though each said that more follows. */
  get isStalled(): boolean {
    return this.#queries.get(repliesQueryName)?.isStalled === true;
  }

  /** Whether nothing of the thread itself is here: only posts that came with something else. */
  get isExcerpt(): boolean {
    return this.all.length > 0 && this.all.every(({ page }) => page.isExcerpt);
  }

  /** What it is made of, to have it again later from what is kept. */
  get source(): RestorableThread {
    const pages = this.all.map(({ page: { askedId, cursor = null }, exchange }) => ({
      exchangeId: exchange.id,
      askedId,
      cursor,
    }));
    return { focalId: this.#focalId, ranking: this.ranking, pages };
  }

  get requests(): ThreadLayout['requests'] {
    return this.#made.requests;
  }

  post(id: string): Post | undefined {
    const found = this.newest(id);
    return found === undefined ? undefined : toPost(found.record, found.extra);
  }

  /** A post as it was read; the pages that were fetched later know more. Another object where another response brought it. */
  newest(id: string): PagePost | undefined {
    return this.#posts.get(id);
  }

  get postCount(): number {
    return this.#posts.size;
  }

  exchangeWith(postId: string): Exchange | undefined {
    return this.all.find(({ page }) => page.posts.has(postId))?.exchange;
  }

  behind({ postId, ranking }: ThreadRequest): ThreadRequest | undefined {
    const cursor = this.#nextCursor(this.#conversation(postId));
    return cursor === undefined ? undefined : { postId, cursor, ranking };
  }

  /** Names the question of a page that a line stands for: that of its conversation, where that leads to it, else a branch. */
  nameOf({ postId, cursor }: ThreadRequest): string {
    const conversation = this.#conversation(postId);
    return cursor === undefined || this.#nextCursor(conversation) === cursor
      ? conversation
      : toBranchQueryName(conversation, cursor);
  }

  /**
   * Names the question of a page that is kept: that of its conversation, unless a branch goes on with it. Undefined where nothing
   * that is here leads to it.
   * @param mayBegin whether its conversation may begin with it
   */
  nameOfStored({ postId, cursor }: ThreadRequest, mayBegin: boolean): string | undefined {
    const conversation = this.#conversation(postId);
    const isOfBranch = this.all.some(
      ({ page }) =>
        page.askedId === postId &&
        page.places.some((place) => place.kind === 'more' && place.moduleId !== undefined && place.cursor === cursor),
    );
    if (cursor !== undefined && isOfBranch) {
      return toBranchQueryName(conversation, cursor);
    }
    const begins = mayBegin && (this.#queries.get(conversation)?.pages.length ?? 0) === 0;
    return cursor === undefined || begins || this.#nextCursor(conversation) === cursor ? conversation : undefined;
  }

  busy(names: readonly string[]): readonly string[] {
    return names.length === 0
      ? []
      : [...this.requests].flatMap(([key, request]) => (names.includes(this.nameOf(request)) ? [key] : []));
  }

  get #posts(): ReadonlyMap<string, PagePost> {
    this.#newest ??= new Map(this.all.flatMap(({ page }) => [...page.posts]));
    return this.#newest;
  }

  get #made(): ThreadLayout {
    this.#lines ??= toThreadLayout(
      this.#focalId,
      this.all.map(({ page }) => page),
      {
        next: (postId) => this.#nextCursor(this.#conversation(postId)),
        isFollowed: (cursor, postId) => this.#hasCome(toBranchQueryName(this.#conversation(postId), cursor)),
        hasBegun: (postId) => this.#hasCome(this.#conversation(postId)),
      },
      this.ranking,
    );
    return this.#lines;
  }

  #queryOf(key: string): PagedState<ThreadPageWithResponse> | undefined {
    const request = this.requests.get(key);
    return request === undefined ? undefined : this.#queries.get(this.nameOf(request));
  }

  #conversation(postId: string): string {
    return toConversationQueryName(this.#focalId, postId);
  }

  /** Whether the first page of a query is here, or there was none. */
  #hasCome(name: string): boolean {
    const state = this.#queries.get(name);
    return state !== undefined && (state.pages.length > 0 || (state.status === 'loaded' && state.next === undefined));
  }

  #nextCursor(name: string): string | undefined {
    const cursor = this.#queries.get(name)?.next?.['cursor'];
    return typeof cursor === 'string' ? cursor : undefined;
  }
}

/** "more available, 2 branches left": what of a thread is not fetched; empty where it is whole. */
export function formatUnloadedParts({
  left: { hasNextPage, branches },
  isStalled,
}: Pick<ThreadPages, 'isStalled' | 'left'>): string {
  const count = branches.length;
  return [
    ...(hasNextPage ? [formatMoreAvailable(isStalled)] : []),
    ...(count === 0 ? [] : [count === 1 ? l10n.t('1 branch not loaded') : l10n.t('{0} branches not loaded', count)]),
  ].join(', ');
}
