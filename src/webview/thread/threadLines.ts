import type { ThreadState } from '../../protocol/threadContract.ts';
import type { Post } from '../../protocol/post.ts';
import type { ThreadRow } from '../../protocol/threadRow.ts';
import { remembered } from '../shared/remembered.ts';
import { arrange, type ShownRow, type SortOrder } from './arrange.ts';
import type { ThreadUi } from './keptThread.ts';
import { matchesOf, wantedText } from './wordsOfRow.ts';

/** What a line knows beside itself. */
export interface RowFacts {
  readonly post: Post | undefined;
  readonly isBusy: boolean;
  /** What fetching it costs, as it stands on buttons. */
  readonly price: string;
}

const noRows: readonly ThreadRow[] = [];

/**
 * The posts of a thread and its lines as they are shown. There may be thousands, so each answer is made again only when what it
 * is made of has changed: a walk with the arrow keys changes none of it.
 */
export class ThreadLines {
  readonly #posts = new Map<string, Post>();
  readonly #words: { readonly free: string };

  constructor(words: { readonly free: string }) {
    this.#words = words;
  }

  get posts(): ReadonlyMap<string, Post> {
    return this.#posts;
  }

  /** Takes posts. The state whose lines name them comes after them, and with it everything is made again. */
  take(posts: readonly Post[]): void {
    for (const post of posts) {
      this.#posts.set(post.id, post);
    }
  }

  /** Forgets the posts of another thread: a page may stay open for days. */
  forget(rows: readonly ThreadRow[]): void {
    const named = new Set(rows.flatMap((row) => (row.kind === 'post' ? [row.id] : [])));
    for (const id of this.#posts.keys()) {
      if (!named.has(id)) {
        this.#posts.delete(id);
      }
    }
  }

  /** The lines to show, in order. */
  shown(state: ThreadState | undefined, { sort, onlyAuthor, collapsed }: ThreadUi): readonly ShownRow[] {
    return this.#arranged(state?.rows ?? noRows, sort, onlyAuthor, collapsed);
  }

  /** The keys of the lines in which stands what is looked for. */
  matches(shown: readonly ShownRow[], ui: ThreadUi): ReadonlySet<string> {
    return this.#matched(shown, wantedText(ui));
  }

  /** What a line knows beside itself; the same function for the same state. */
  readonly factsOf = remembered((state: ThreadState): ((shown: ShownRow) => RowFacts) => {
    const [busy, free] = [new Set(state.busy), new Set(state.free)];
    return ({ row }) => ({
      post: row.kind === 'post' ? this.#posts.get(row.id) : undefined,
      isBusy: busy.has(row.key),
      price: free.has(row.key) ? this.#words.free : state.price,
    });
  });

  readonly #arranged = remembered(
    (rows: readonly ThreadRow[], sort: SortOrder, onlyAuthor: boolean, collapsed: ReadonlySet<string>) =>
      arrange(rows, this.#posts, { sort, onlyAuthor, collapsed }),
  );

  readonly #matched = remembered((shown: readonly ShownRow[], query: string) => matchesOf(shown, this.#posts, query));
}
