import { escapeMarkdown } from '../../core/text/escapeText.ts';
import type { BasePost, PostMedium, Post } from '../../core/channel/post.ts';
import type { ThreadRow } from './threadContract.ts';

/** The words of a post as plain text, links whole. */
export function formatPostPlainText({ segments }: Pick<BasePost, 'segments'>): string {
  return segments.map((segment) => (segment.kind === 'link' ? segment.url : segment.text)).join('');
}

/** What a line says that is no post; worded by the caller. */
export interface ThreadMarkdownTexts {
  readonly absent: (text: string | null) => string;
  readonly missing: string;
  /** In the place of replies that were not loaded. */
  readonly more: string;
}

/**
 * A thread as Markdown: nested quotes for the levels, links to the posts, pictures by their description. What people wrote is
 * escaped, so that it stays their words and does not become markup.
 */
export function formatThreadMarkdown(
  rows: readonly ThreadRow[],
  postOf: (id: string) => Post | undefined,
  words: ThreadMarkdownTexts,
): string {
  return rows
    .flatMap((row) => {
      const lines = formatRowLines(row, postOf, words);
      const quote = '> '.repeat(Math.min(row.depth, 12));
      return lines.length === 0 ? [] : [...lines.map((line) => `${quote}${line}`.trimEnd()), quote.trimEnd()];
    })
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function formatRowLines(row: ThreadRow, postOf: (id: string) => Post | undefined, words: ThreadMarkdownTexts): readonly string[] {
  switch (row.kind) {
    case 'post': {
      const post = postOf(row.id);
      return post === undefined ? [] : formatPostLines(post);
    }
    case 'absent':
      return [`*${escapeInlineText(words.absent(row.text))}*`];
    case 'missing':
      return [`*${escapeInlineText(words.missing)}*`];
    case 'more':
      return [`*${escapeInlineText(words.more)}*`];
  }
}

function formatPostLines(post: Post): readonly string[] {
  const { author, quoted } = post;
  const when = post.createdAt === '' ? '' : ` · ${escapeInlineText(post.createdAt)}`;
  return [
    `**${escapeInlineText(author.name)}** [@${escapeInlineText(author.handle)}](${escapeLinkTarget(post.url)})${when}`,
    '',
    ...formatTextLines(post),
    ...post.media.map((medium) => formatMediumLine(medium, post.isSensitive)),
    ...(quoted === null
      ? []
      : [
          '',
          `> **${escapeInlineText(quoted.author.name)}** @${escapeInlineText(quoted.author.handle)}`,
          ...formatTextLines(quoted).map((line) => `> ${line}`),
        ]),
  ];
}

/** A picture; one that is not for everybody is a link, which loads nothing. */
function formatMediumLine({ alt, url }: PostMedium, isSensitive: boolean): string {
  const words = escapeInlineText(alt ?? '');
  return isSensitive
    ? `[${words === '' ? escapeLinkTarget(url) : words}](${escapeLinkTarget(url)})`
    : `![${words}](${escapeLinkTarget(url)})`;
}

/** A foreign text within a line: breaks in it would begin something else. */
function escapeInlineText(text: string): string {
  return escapeMarkdown(text).replaceAll(/\s+/g, ' ').trim();
}

/** The words of a post, as many lines as they have, their links to be followed. */
function formatTextLines({ segments }: Pick<BasePost, 'segments'>): readonly string[] {
  return segments
    .map((segment) => (segment.kind === 'link' ? `<${escapeLinkTarget(segment.url)}>` : escapeMarkdown(segment.text)))
    .join('')
    .split('\n')
    .map(escapeLineStart);
}

/** Indentation, lists, rules and underlines are what they are only where a line begins. */
function escapeLineStart(line: string): string {
  const text = line.replace(/^[ \t]+/, '');
  return text === ''
    ? ''
    : '&nbsp;'.repeat(line.length - text.length) +
        text.replace(/^[-+=:]/, String.raw`\$&`).replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}

function escapeLinkTarget(url: string): string {
  return url.replaceAll(/[()<>\s\\]/g, (character) =>
    encodeURIComponent(character).replaceAll(/[()]/g, (one) => (one === '(' ? '%28' : '%29')),
  );
}
