import type { Reuse } from '../../client/policies/send.ts';
import { reuseBehind } from '../session/pagedQuestion.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { PageTrail } from '../../client/pages.ts';
import type { Post } from '../../protocol/post.ts';
import type { RankingMode, ThreadSource, ThreadRow } from '../../protocol/threadContract.ts';
import { toPost } from '../post/toPost.ts';
import { nextPageKey, threadLines, type ThreadLines } from './threadLines.ts';
import type { PagePost } from './threadPage.ts';
import { type AnsweredPage, paramsOf, type ThreadRequest } from './threadQuestion.ts';

/** What of a thread is known to be there and is not fetched. */
export interface ThreadLeft {
  readonly hasNextPage: boolean;
  /** The lines that stand for branches which go on, and for posts in between; in reading order. */
  readonly branches: readonly string[];
}

/** The pages of a thread, to be read only. */
export type ThreadPagesView = Omit<ThreadPages, 'settle' | 'take' | 'trailTo'>;

/** What a thread is made of: its pages with the replies in one order, where they lead, and the lines that they make. */
export class ThreadPages {
  readonly #focalId: string;
  /** Where the conversations that were requested lead, by their posts. Where a trail ends is for the client to say. */
  readonly #trails = new Map<string, PageTrail>();
  /** The cursors of branches whose page is here, or that led nowhere, with the post whose conversation they stand in. */
  readonly #followed = new Map<string, string>();
  #ranking: RankingMode;
  #pages: readonly AnsweredPage[] = [];
  #lines: ThreadLines = { rows: [], requests: new Map() };

  constructor(focalId: string, ranking: RankingMode) {
    this.#focalId = focalId;
    this.#ranking = ranking;
  }

  /** Another object whenever another page is there. */
  get all(): readonly AnsweredPage[] {
    return this.#pages;
  }

  /** Which kept answers serve for the pages that its lines stand for. */
  get reuse(): Reuse {
    return reuseBehind(this.#pages.map(({ exchange }) => exchange));
  }

  get rows(): readonly ThreadRow[] {
    return this.#lines.rows;
  }

  /** The order of the replies that are there. */
  get ranking(): RankingMode {
    return this.#ranking;
  }

  /** What is known to be there and is not fetched. A post that was requested in vain is not left. */
  get left(): ThreadLeft {
    const { requests } = this;
    return { hasNextPage: requests.has(nextPageKey), branches: [...requests.keys()].filter((key) => key !== nextPageKey) };
  }

  /** The line that is fetched next where all are: further replies first. Undefined when the thread is whole. */
  get nextToFetch(): string | undefined {
    const { hasNextPage, branches } = this.left;
    return hasNextPage && !this.isStalled ? nextPageKey : branches[0];
  }

  /** Whether several pages of replies in a row brought nothing, though each said that more follows. */
  get isStalled(): boolean {
    return this.#trails.get(this.#focalId)?.isStalled === true;
  }

  /** What it is made of, to have it again later from what is kept. */
  get source(): ThreadSource {
    const pages = this.#pages.map(({ page: { askedId, cursor = null }, exchange }) => ({
      exchangeId: exchange.id,
      askedId,
      cursor,
      format: exchange.request.format,
    }));
    return { focalId: this.#focalId, ranking: this.#ranking, pages };
  }

  /** The pages that lines stand for, by their keys. */
  get requests(): ThreadLines['requests'] {
    return this.#lines.requests;
  }

  post(id: string): Post | undefined {
    const found = this.newest(id);
    return found === undefined ? undefined : toPost(found.record, found.extra);
  }

  /** A post as it was read; the pages that were fetched later know more. Another object where another answer brought it. */
  newest(id: string): PagePost | undefined {
    return this.#pages.findLast(({ page }) => page.posts.has(id))?.page.posts.get(id);
  }

  exchangeWith(postId: string): Exchange | undefined {
    return this.#pages.find(({ page }) => page.posts.has(postId))?.exchange;
  }

  trailTo(request: ThreadRequest): PageTrail {
    return this.#ownTrail(request) ?? new PageTrail(tweet, paramsOf(request));
  }

  /** Whether a page belongs among those that are there: one further on leads on from those of its own order only. */
  belongs({ postId, ranking }: ThreadRequest): boolean {
    return postId !== this.#focalId || ranking === this.#ranking;
  }

  /** Takes in an answer that was there, whichever of the thread it is. */
  take(answered: AnsweredPage): void {
    const { askedId, cursor, isExcerpt } = answered.page;
    if (cursor !== undefined && this.#isOfBranch(askedId, cursor)) {
      this.#followed.set(cursor, askedId);
    } else {
      const trail = this.#trails.get(askedId) ?? new PageTrail(tweet, answered.exchange.request.params);
      this.#trails.set(askedId, trail);
      if (isExcerpt) {
        trail.end();
      } else {
        trail.take(answered.exchange);
      }
    }
    this.#put([...this.#without(answered), answered]);
  }

  /**
   * Takes in what came of a page that was loaded with a trail. A first page of the replies takes the place of those that are there,
   * in whatever order; what was loaded inside branches stays.
   * @param answered undefined where nothing was there
   */
  settle(request: ThreadRequest, trail: PageTrail, answered: AnsweredPage | undefined): void {
    const { postId, cursor } = request;
    const own = this.#ownTrail(request);
    const isFirst = cursor === undefined && postId === this.#focalId && answered !== undefined;
    if (isFirst) {
      this.#dropReplies(request.ranking);
    }
    if (cursor === undefined) {
      this.#trails.set(postId, trail);
    } else if (own === undefined) {
      if (this.#trails.get(postId) !== trail) {
        this.#followed.set(cursor, postId); // else loading the page has moved its trail on
      }
    } else if (answered === undefined) {
      own.end();
    } else {
      own.take(answered.exchange); // it was requested before this order was left and chosen again
    }
    const others = answered === undefined ? this.#pages : this.#without(answered);
    this.#put(isFirst ? [answered, ...others] : [...others, ...(answered === undefined ? [] : [answered])]);
  }

  #dropReplies(ranking: RankingMode): void {
    this.#ranking = ranking;
    this.#pages = this.#pages.filter(({ page }) => page.askedId !== this.#focalId);
    for (const [cursor, ofId] of this.#followed) {
      if (ofId === this.#focalId) {
        this.#followed.delete(cursor);
      }
    }
  }

  /** The trail of a conversation, where it leads to this page of it. */
  #ownTrail({ postId, cursor }: ThreadRequest): PageTrail | undefined {
    return cursor !== undefined && this.#nextCursor(postId) === cursor ? this.#trails.get(postId) : undefined;
  }

  #nextCursor(postId: string): string | undefined {
    const cursor = this.#trails.get(postId)?.next?.['cursor'];
    return typeof cursor === 'string' ? cursor : undefined;
  }

  #isOfBranch(postId: string, cursor: string): boolean {
    return this.#pages.some(
      ({ page }) =>
        page.askedId === postId &&
        page.places.some((place) => place.kind === 'more' && place.moduleId !== undefined && place.cursor === cursor),
    );
  }

  #without({ exchange }: AnsweredPage): readonly AnsweredPage[] {
    return this.#pages.filter((other) => other.exchange.id !== exchange.id);
  }

  #put(pages: readonly AnsweredPage[]): void {
    this.#pages = pages;
    const cursors = {
      next: (postId: string) => this.#nextCursor(postId),
      isFollowed: (cursor: string) => this.#followed.has(cursor),
      hasBegun: (postId: string) => this.#trails.has(postId),
    };
    this.#lines = threadLines(
      this.#focalId,
      pages.map(({ page }) => page),
      cursors,
      this.#ranking,
    );
  }
}
