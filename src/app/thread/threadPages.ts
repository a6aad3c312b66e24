import type { Exchange } from '../../client/exchange.ts';
import type { PageTrail } from '../../client/pages.ts';
import type { RankingMode, ThreadSource } from '../../protocol/threadContract.ts';
import type { Post } from '../../protocol/post.ts';
import type { ThreadRow } from '../../protocol/threadRow.ts';
import { noLines, type ThreadLeft, threadLeft, type ThreadLines, threadLines } from './threadLines.ts';
import type { PagePost } from './threadPage.ts';
import type { AnsweredPage, ThreadRequest } from './threadQuestion.ts';
import { nextPageKey } from './threadRows.ts';
import { ThreadTrails } from './threadTrails.ts';
import { toPost } from '../post/toPost.ts';

/** What a thread is made of: its pages with the replies in one order, where they lead, and the lines that they make. */
export class ThreadPages {
  readonly #focalId: string;
  readonly #trails = new ThreadTrails();
  #ranking: RankingMode;
  #pages: readonly AnsweredPage[] = [];
  #lines: ThreadLines = noLines;

  constructor(focalId: string, ranking: RankingMode) {
    this.#focalId = focalId;
    this.#ranking = ranking;
  }

  /** Another object whenever another page is there. */
  get all(): readonly AnsweredPage[] {
    return this.#pages;
  }

  get rows(): readonly ThreadRow[] {
    return this.#lines.rows;
  }

  /** The order of the replies that are there. */
  get ranking(): RankingMode {
    return this.#ranking;
  }

  /** What is known to be there and is not fetched. */
  get left(): ThreadLeft {
    return threadLeft(this.#lines);
  }

  /** The line that is fetched next where all are: further replies first. Undefined when the thread is whole. */
  get nextToFetch(): string | undefined {
    const { hasNextPage, branches } = this.left;
    return hasNextPage && !this.#trails.isStalled(this.#focalId) ? nextPageKey : branches[0];
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

  /** The page that a line stands for; undefined for a line that stands for none. */
  requestOf(key: string): ThreadRequest | undefined {
    return this.#lines.requestOf(key);
  }

  /** A post as it is shown. */
  post(id: string): Post | undefined {
    const found = this.newest(id);
    return found === undefined ? undefined : toPost(found.record, found.extra);
  }

  /** A post as it was read; the pages that were fetched later know more. Another object where another answer brought it. */
  newest(id: string): PagePost | undefined {
    return this.#pages.findLast(({ page }) => page.posts.has(id))?.page.posts.get(id);
  }

  /** The answer that brought a post. */
  exchangeWith(postId: string): Exchange | undefined {
    return this.#pages.find(({ page }) => page.posts.has(postId))?.exchange;
  }

  /** The trail to load a page with. */
  trailTo(request: ThreadRequest): PageTrail {
    return this.#trails.trailTo(request);
  }

  /** Whether a page belongs among those that are there: one further on leads on from those of its own order only. */
  belongs({ postId, ranking }: ThreadRequest): boolean {
    return postId !== this.#focalId || ranking === this.#ranking;
  }

  /** Takes in an answer that was there, whichever of the thread it is. */
  take(answered: AnsweredPage): void {
    this.#trails.take(answered, this.#pages);
    this.#put([...this.#without(answered), answered]);
  }

  /** Takes in what came of a page that was loaded with a trail. @param answered undefined where nothing was there */
  settle(request: ThreadRequest, trail: PageTrail, answered: AnsweredPage | undefined): void {
    this.#trails.settle(request, trail, answered?.exchange);
    this.#put(answered === undefined ? this.#pages : [...this.#without(answered), answered]);
  }

  /** Puts the replies in another order in the place of those that are there; what was loaded inside branches stays. */
  reorder(request: ThreadRequest, trail: PageTrail, first: AnsweredPage): void {
    this.#ranking = request.ranking;
    this.#trails.forget(this.#focalId);
    this.#trails.settle(request, trail, first.exchange);
    this.#put([first, ...this.#without(first).filter(({ page }) => page.askedId !== this.#focalId)]);
  }

  #without({ exchange }: AnsweredPage): readonly AnsweredPage[] {
    return this.#pages.filter((other) => other.exchange.id !== exchange.id);
  }

  #put(pages: readonly AnsweredPage[]): void {
    this.#pages = pages;
    this.#lines = threadLines(this.#focalId, pages, this.#trails, this.#ranking);
  }
}
