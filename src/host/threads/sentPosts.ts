import type { ThreadState } from '../../protocol/threadContract.ts';
import type { PagePost } from '../../app/thread/threadPage.ts';
import type { ThreadPageWithAnswer } from '../../app/thread/threadQuestion.ts';

/** What a page has of the posts of its thread, and the answers that they were made from: each is sent once. */
export class PostsSentToPage {
  #sent: Map<string, PagePost | undefined>;
  #focalId: string | null;
  #pages: readonly ThreadPageWithAnswer[] = [];

  /** @param sent what the page has from the start, of the thread of this post */
  constructor(sent: ReadonlyMap<string, PagePost | undefined>, focalId: string | null) {
    this.#sent = new Map(sent);
    this.#focalId = focalId;
  }

  /**
   * The posts that the lines name and the page does not have as they are now; from here on it has them. With a state of another
   * thread the page forgets what its lines do not name, and so does this.
   */
  take(
    { focalId, rows }: Pick<ThreadState, 'focalId' | 'rows'>,
    pages: readonly ThreadPageWithAnswer[],
    newest: (id: string) => PagePost | undefined,
  ): readonly string[] {
    if (focalId !== this.#focalId) {
      this.#focalId = focalId;
      this.#sent = new Map();
    }
    const isSame = pages === this.#pages; // only another page brings a post again
    this.#pages = pages;
    const isKnown = (id: string) => this.#sent.has(id) && (isSame || this.#sent.get(id) === newest(id));
    const fresh = rows.flatMap((row) => (row.kind === 'post' && !isKnown(row.id) ? [row.id] : []));
    for (const id of fresh) {
      this.#sent.set(id, newest(id));
    }
    return fresh;
  }
}
