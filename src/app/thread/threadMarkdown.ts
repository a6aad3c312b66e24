import { escapeMarkdown } from '../../text/escapeText.ts';
import type { BasePost, PostMedium, Post } from '../../protocol/post.ts';
import type { ThreadRow } from '../../protocol/threadContract.ts';

/** The words of a post as plain text, links whole. */
export function formatPostText({ segments }: Pick<BasePost, 'segments'>): string {
  return segments.map((segment) => (segment.kind === 'link' ? segment.url : segment.text)).join('');
}

/** What a line says that is no post; worded by the caller. */
export interface ThreadMarkdownTexts {
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
  words: ThreadMarkdownTexts,
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

function linesOf(row: ThreadRow, postOf: (id: string) => Post | undefined, words: ThreadMarkdownTexts): readonly string[] {
  switch (row.kind) {
    case 'post': {
      const post = postOf(row.id);
      return post === undefined ? [] : postLines(post);
    }
    case 'absent':
      return [`*${inLine(words.absent(row.text))}*`];
    case 'missing':
      return [`*${inLine(words.missing)}*`];
    case 'more':
      return [];
  }
}

function postLines(post: Post): readonly string[] {
  const { author, quoted } = post;
  const when = post.createdAt === '' ? '' : ` · ${inLine(post.createdAt)}`;
  return [
    `**${inLine(author.name)}** [@${inLine(author.handle)}](${target(post.url)})${when}`,
    '',
    ...textLines(post),
    ...post.media.map((medium) => mediumLine(medium, post.isSensitive)),
    ...(quoted === null
      ? []
      : [
          '',
          `> **${inLine(quoted.author.name)}** @${inLine(quoted.author.handle)}`,
          ...textLines(quoted).map((line) => `> ${line}`),
        ]),
  ];
}

/** A picture; one that is not for everybody is a link, which loads nothing. */
function mediumLine({ alt, url }: PostMedium, isSensitive: boolean): string {
  const words = inLine(alt ?? '');
  return isSensitive ? `[${words === '' ? target(url) : words}](${target(url)})` : `![${words}](${target(url)})`;
}

/** A foreign text within a line: breaks in it would begin something else. */
function inLine(text: string): string {
  return escapeMarkdown(text).replaceAll(/\s+/g, ' ').trim();
}

/** The words of a post, as many lines as they have, their links to be followed. */
function textLines({ segments }: Pick<BasePost, 'segments'>): readonly string[] {
  return segments
    .map((segment) => (segment.kind === 'link' ? `<${target(segment.url)}>` : escapeMarkdown(segment.text)))
    .join('')
    .split('\n')
    .map(harmlessStart);
}

/** Indentation, lists, rules and underlines are what they are only where a line begins. */
function harmlessStart(line: string): string {
  const text = line.replace(/^[ \t]+/, '');
  return text === ''
    ? ''
    : '&nbsp;'.repeat(line.length - text.length) +
        text.replace(/^[-+=:]/, String.raw`\$&`).replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}

function target(url: string): string {
  return url.replaceAll(/[()<>\s\\]/g, (character) =>
    encodeURIComponent(character).replaceAll(/[()]/g, (one) => (one === '(' ? '%28' : '%29')),
  );
}
