import type { InnerPost, Post } from '../../protocol/post.ts';
import type { ThreadRow } from '../../protocol/threadRow.ts';

/** All that can be found in a line, in small letters: names, words, descriptions of pictures, what is quoted. */
function wordsOfRow(row: ThreadRow, posts: ReadonlyMap<string, Post>): string {
  const post = row.kind === 'post' ? posts.get(row.id) : undefined;
  if (post === undefined) {
    return row.kind === 'absent' ? (row.text ?? '').toLowerCase() : '';
  }
  return [
    ...wordsOfPost(post),
    ...(post.quoted === null ? [] : wordsOfPost(post.quoted)),
    (post.note?.segments ?? []).map(({ text }) => text).join(''),
  ]
    .join('\n')
    .toLowerCase();
}

function wordsOfPost({ author, segments, media, article, card }: InnerPost): readonly string[] {
  return [
    author.name,
    `@${author.handle}`,
    segments.map(({ text }) => text).join(''),
    ...media.map(({ alt }) => alt ?? ''),
    article?.title ?? '',
    card?.title ?? '',
  ];
}

/** The key of the next line that matches, from the one that has the focus; round at the ends. */
export function nextMatch(
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

/** The keys of the lines in which a text stands; none for no text. */
export function matchesOf(
  shown: readonly { readonly row: ThreadRow }[],
  posts: ReadonlyMap<string, Post>,
  query: string,
): ReadonlySet<string> {
  return new Set(query === '' ? [] : shown.flatMap(({ row }) => (wordsOfRow(row, posts).includes(query) ? [row.key] : [])));
}

/** What is looked for, as it is compared. */
export function wantedText({ query }: { readonly query: string }): string {
  return query.trim().toLowerCase();
}
