import type { InnerPost, Post } from '../../protocol/post.ts';
import type { ThreadRow } from '../../protocol/threadContract.ts';

/** The words of a post as plain text, links whole. */
export function postText({ segments }: Pick<InnerPost, 'segments'>): string {
  return segments.map((segment) => (segment.kind === 'link' ? segment.url : segment.text)).join('');
}

/** What a line says that is no post; worded by the caller. */
export interface MarkdownWords {
  readonly absent: (text: string | null) => string;
  readonly missing: string;
}

/**
 * A thread as Markdown: nested quotes for the levels, links to the posts, pictures by their description. What people wrote is
 * escaped, so that it stays their words and does not become markup.
 */
export function threadMarkdown(
  rows: readonly ThreadRow[],
  postOf: (id: string) => Post | undefined,
  words: MarkdownWords,
): string {
  return rows
    .flatMap((row) => {
      const lines = linesOf(row, postOf, words);
      const quote = '> '.repeat(Math.min(row.depth, 12));
      return lines.length === 0 ? [] : [...lines.map((line) => `${quote}${line}`.trimEnd()), quote.trimEnd()];
    })
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function linesOf(row: ThreadRow, postOf: (id: string) => Post | undefined, words: MarkdownWords): readonly string[] {
  switch (row.kind) {
    case 'post': {
      const post = postOf(row.id);
      return post === undefined ? [] : postLines(post);
    }
    case 'absent':
      return [`*${escaped(words.absent(row.text))}*`];
    case 'missing':
      return [`*${escaped(words.missing)}*`];
    case 'more':
      return [];
  }
}

function postLines(post: Post): readonly string[] {
  const when = post.createdAt === '' ? '' : ` · ${escaped(post.createdAt)}`;
  return [
    `**${escaped(post.author.name)}** [@${escaped(post.author.handle)}](${target(post.url)})${when}`,
    '',
    ...postText(post).split(/\r?\n/).map(escaped),
    ...post.media.map(({ alt, url }) => `![${escaped(alt ?? '')}](${target(url)})`),
    ...(post.quoted === null
      ? []
      : [
          '',
          `> **${escaped(post.quoted.author.name)}** @${escaped(post.quoted.author.handle)}`,
          ...postText(post.quoted)
            .split(/\r?\n/)
            .map((line) => `> ${escaped(line)}`),
        ]),
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~!&]/g, String.raw`\$&`).replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, String.raw`$1\$2`);
}

function target(url: string): string {
  return url.replaceAll(/[()<>\s\\]/g, (character) =>
    encodeURIComponent(character).replaceAll(/[()]/g, (one) => (one === '(' ? '%28' : '%29')),
  );
}
