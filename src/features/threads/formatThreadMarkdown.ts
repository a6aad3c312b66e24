import * as l10n from '@vscode/l10n';
import { escapeMarkdown } from '../../core/text/escapeText.ts';
import type { BasePost, PostMedium, Post } from '../../core/channel/post.ts';
import type { ThreadRow } from './threadContract.ts';

/** Writes links with their full address. */
export function formatPostPlainText({ segments }: Pick<BasePost, 'segments'>): string {
  return segments.map((segment) => (segment.kind === 'link' ? segment.url : segment.text)).join('');
}

/** Formats levels as nested quotes. Escapes post text, so it isn't markup. */
export function formatThreadMarkdown(rows: readonly ThreadRow[], postOf: (id: string) => Post | undefined): string {
  return rows
    .flatMap((row) => {
      const lines = formatRowLines(row, postOf);
      const quote = '> '.repeat(Math.min(row.depth, 12));
      return lines.length === 0 ? [] : [...lines.map((line) => `${quote}${line}`.trimEnd()), quote.trimEnd()];
    })
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function formatRowLines(row: ThreadRow, postOf: (id: string) => Post | undefined): readonly string[] {
  switch (row.kind) {
    case 'post': {
      const post = postOf(row.id);
      return post === undefined ? [] : formatPostLines(post);
    }
    case 'absent':
      return [`*${escapeInlineText(row.text ?? l10n.t("This post isn't available."))}*`];
    case 'missing':
      return [`*${escapeInlineText(l10n.t("This post wasn't loaded."))}*`];
    case 'more':
      return [`*${escapeInlineText(l10n.t('More replies'))}*`];
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

/** Sensitive media are links, so a preview doesn't load them. */
function formatMediumLine({ alt, url }: PostMedium, isSensitive: boolean): string {
  const words = escapeInlineText(alt ?? '');
  return isSensitive
    ? `[${words === '' ? escapeLinkTarget(url) : words}](${escapeLinkTarget(url)})`
    : `![${words}](${escapeLinkTarget(url)})`;
}

/** Replaces line breaks, which could start a block. */
function escapeInlineText(text: string): string {
  return escapeMarkdown(text).replaceAll(/\s+/g, ' ').trim();
}

function formatTextLines({ segments }: Pick<BasePost, 'segments'>): readonly string[] {
  return segments
    .map((segment) => (segment.kind === 'link' ? `<${escapeLinkTarget(segment.url)}>` : escapeMarkdown(segment.text)))
    .join('')
    .split('\n')
    .map(escapeLineStart);
}

/** Escapes what is markup only at the start of a line: indentation, lists, rules, and underlined headings. */
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
