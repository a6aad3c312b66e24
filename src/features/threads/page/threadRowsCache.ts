import type { ThreadState, ThreadRow } from '../threadContract.ts';
import type { BasePost, Post } from '../../../core/channel/post.ts';
import { memoizeLast } from '../../../page/kit/lightDomElement.ts';
import { arrangeThreadRows, type ShownThreadRow } from '../arrangeThreadRows.ts';
import type { SortOrder, ThreadUiState } from '../threadUiState.ts';

export interface ThreadRowData {
  readonly post: Post | undefined;
  readonly isBusy: boolean;
  readonly price: string;
}

const noRows: readonly ThreadRow[] = [];

/** A thread's posts and the rows as shown. There may be thousands, so results are memoized. */
export class ThreadRowsCache {
  readonly #posts = new Map<string, Post>();

  get posts(): ReadonlyMap<string, Post> {
    return this.#posts;
  }

  /** Doesn't update memoized results: the posts arrive before the state whose rows name them. */
  take(posts: readonly Post[]): void {
    for (const post of posts) {
      this.#posts.set(post.id, post);
    }
  }

  /** Drops posts that no row names, because a page may remain open for days. */
  forget(rows: readonly ThreadRow[]): void {
    const named = new Set(rows.flatMap((row) => (row.kind === 'post' ? [row.id] : [])));
    for (const id of this.#posts.keys()) {
      if (!named.has(id)) {
        this.#posts.delete(id);
      }
    }
  }

  shown(state: ThreadState | undefined, { sort, onlyAuthor, collapsed }: ThreadUiState): readonly ShownThreadRow[] {
    return this.#arranged(state?.rows ?? noRows, sort, onlyAuthor, collapsed);
  }

  matches(shown: readonly ShownThreadRow[], ui: ThreadUiState): ReadonlySet<string> {
    return this.#matched(shown, normalizeFindQuery(ui));
  }

  /** Returns the same function for the same state. */
  readonly factsOf = memoizeLast((state: ThreadState): ((shown: ShownThreadRow) => ThreadRowData) => {
    const [busy, free] = [new Set(state.busy), new Set(state.free)];
    return ({ row }) => ({
      post: row.kind === 'post' ? this.#posts.get(row.id) : undefined,
      isBusy: busy.has(row.key),
      price: free.has(row.key) ? '' : state.price,
    });
  });

  readonly #arranged = memoizeLast(
    (rows: readonly ThreadRow[], sort: SortOrder, onlyAuthor: boolean, collapsed: readonly string[]) =>
      arrangeThreadRows(rows, this.#posts, { sort, onlyAuthor, collapsed }),
  );

  readonly #matched = memoizeLast((shown: readonly ShownThreadRow[], query: string): ReadonlySet<string> => {
    const isMatch = ({ row }: ShownThreadRow) => query !== '' && getRowSearchText(row, this.#posts).includes(query);
    return new Set(shown.filter(isMatch).map(({ row }) => row.key));
  });
}

/** In lower case. */
function getRowSearchText(row: ThreadRow, posts: ReadonlyMap<string, Post>): string {
  const post = row.kind === 'post' ? posts.get(row.id) : undefined;
  if (post === undefined) {
    return row.kind === 'absent' ? (row.text ?? '').toLowerCase() : '';
  }
  return [
    ...listPostSearchTexts(post),
    ...(post.quoted === null ? [] : listPostSearchTexts(post.quoted)),
    (post.note?.segments ?? []).map(({ text }) => text).join(''),
  ]
    .join('\n')
    .toLowerCase();
}

function listPostSearchTexts({ author, segments, media, article, card }: BasePost): readonly string[] {
  return [
    author.name,
    `@${author.handle}`,
    segments.map(({ text }) => text).join(''),
    ...media.map(({ alt }) => alt ?? ''),
    article?.title ?? '',
    ...(article?.paragraphs ?? []),
    card?.title ?? '',
  ];
}

export function findNextMatch(
  shown: readonly { readonly row: ThreadRow }[],
  matches: ReadonlySet<string>,
  activeKey: string | undefined,
  step: 1 | -1,
): string | undefined {
  const found = shown.flatMap(({ row }, at) => (matches.has(row.key) ? [at] : []));
  const here = shown.findIndex(({ row }) => row.key === activeKey);
  const at = step === 1 ? (found.find((one) => one > here) ?? found[0]) : (found.findLast((one) => one < here) ?? found.at(-1));
  return at === undefined ? undefined : shown[at]?.row.key;
}

export function normalizeFindQuery({ query }: { readonly query: string }): string {
  return query.trim().toLowerCase();
}
