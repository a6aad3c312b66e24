import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import { PageTrail } from '../../client/pages.ts';
import type { ThreadCursors } from './threadTree.ts';
import { type AnsweredPage, type ThreadRequest, paramsOf } from './threadQuestion.ts';

/**
 * Where the pages of a thread lead: a trail for each post whose conversation was requested, and the branches that were followed.
 * Where a trail ends is for the client to say.
 */
export class ThreadTrails implements ThreadCursors {
  /** By the post that was requested. */
  readonly #trails = new Map<string, PageTrail>();
  /** The cursors of branches whose page is here, or that led nowhere, with the post whose conversation they stand in. */
  readonly #followed = new Map<string, string>();

  next(postId: string): string | undefined {
    return cursorOf(this.#trails.get(postId));
  }

  isFollowed(cursor: string): boolean {
    return this.#followed.has(cursor);
  }

  /** Whether so many pages brought nothing new that the next one is requested only if a person says so. */
  isStalled(postId: string): boolean {
    return this.#trails.get(postId)?.isStalled === true;
  }

  /** Whether the first page of a post's conversation is here. */
  hasBegun(postId: string): boolean {
    return this.#trails.has(postId);
  }

  /** The trail to load a page with. */
  trailTo(request: ThreadRequest): PageTrail {
    const own = this.#trails.get(request.postId);
    const leadsThere = own !== undefined && request.cursor !== undefined && cursorOf(own) === request.cursor;
    return leadsThere ? own : new PageTrail(tweet, paramsOf(request));
  }

  /** Takes in what came of a page that was loaded with a trail. @param exchange undefined where nothing was there */
  settle({ postId, cursor }: ThreadRequest, trail: PageTrail, exchange: Exchange | undefined): void {
    const own = this.#trails.get(postId);
    if (cursor === undefined) {
      this.#trails.set(postId, trail);
    } else if (own !== trail && own !== undefined && cursorOf(own) === cursor) {
      takeInto(own, exchange); // it was requested before this order was left and chosen again
    } else if (own !== trail) {
      this.#followed.set(cursor, postId);
    }
  }

  /** Takes in a page that was there, whichever of the thread it is. @param pages those in front of it */
  take({ page, exchange }: AnsweredPage, pages: readonly AnsweredPage[]): void {
    const { askedId, cursor, next } = page;
    if (cursor !== undefined && isOfBranch(askedId, cursor, pages)) {
      this.#followed.set(cursor, askedId);
      return;
    }
    const trail = this.#trails.get(askedId) ?? new PageTrail(tweet, exchange.request.params);
    this.#trails.set(askedId, trail);
    trail.take(exchange);
    if (next === undefined) {
      trail.end(); // a document may be the page of another question, whose cursor leads nowhere here
    }
  }

  /** Forgets the pages of a conversation: they come in another order. */
  forget(postId: string): void {
    this.#trails.delete(postId);
    for (const [cursor, ofId] of this.#followed) {
      if (ofId === postId) {
        this.#followed.delete(cursor);
      }
    }
  }
}

function cursorOf(trail: PageTrail | undefined): string | undefined {
  const cursor = trail?.next?.['cursor'];
  return typeof cursor === 'string' ? cursor : undefined;
}

function takeInto(trail: PageTrail, exchange: Exchange | undefined): void {
  if (exchange === undefined) {
    trail.end();
  } else {
    trail.take(exchange);
  }
}

function isOfBranch(postId: string, cursor: string, pages: readonly AnsweredPage[]): boolean {
  return pages.some(
    ({ page }) =>
      page.askedId === postId &&
      page.places.some((place) => place.kind === 'more' && place.moduleId !== undefined && place.cursor === cursor),
  );
}
