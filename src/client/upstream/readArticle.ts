import type { Tweet } from '../schemas/primary.ts';
import type { ArticleExtra } from './extra.ts';
import { filledIn, idIn, isObject, listIn, objectIn, textIn } from './node.ts';
import type { RawWords } from './rawTweet.ts';

interface RawArticle {
  readonly article_results?: unknown;
  readonly result?: unknown;
  readonly rest_id?: unknown;
  readonly title?: unknown;
  readonly preview_text?: unknown;
  readonly cover_media?: unknown;
  readonly media_info?: unknown;
  readonly original_img_url?: unknown;
  readonly content_state?: unknown;
}

interface RawContent {
  readonly blocks?: unknown;
  readonly type?: unknown;
  readonly text?: unknown;
  readonly expanded_url?: unknown;
}

/**
 * The article that a post carries (decision 4.1), with its paragraphs as `content` where they were sent.
 * @returns null when nothing tells which article it is
 */
export function readArticle(value: unknown, words: RawWords, site: string): Tweet['article'] {
  const article = resultOf(value);
  const id = idIn(article.rest_id);
  if (id === undefined) {
    return null;
  }
  const cover: RawArticle = objectIn(article.cover_media);
  const picture: RawArticle = objectIn(cover.media_info);
  const blocks = blocksOf(article);
  return {
    id,
    title: textIn(article.title) ?? '',
    previewText: textIn(article.preview_text) ?? '',
    coverUrl: filledIn(picture.original_img_url) ?? null,
    url: addressOf(id, words) ?? `${site}/i/article/${id}`,
    ...(blocks.length === 0 ? {} : { content: paragraphs(blocks) }),
  };
}

/** The paragraphs of an article one by one; undefined when the body was not sent. */
export function readArticleExtra(value: unknown): ArticleExtra | undefined {
  const article = resultOf(value);
  const id = idIn(article.rest_id);
  return id === undefined ? undefined : { id, blocks: blocksOf(article) };
}

function resultOf(value: unknown): RawArticle {
  const article: RawArticle = objectIn(value);
  const results: RawArticle = objectIn(article.article_results);
  return objectIn(results.result);
}

function blocksOf(article: RawArticle): ArticleExtra['blocks'] {
  if (!isObject(article.content_state)) {
    return [];
  }
  const { blocks }: RawContent = article.content_state;
  return listIn(blocks).flatMap((block) => {
    const { type, text }: RawContent = objectIn(block);
    return typeof text === 'string' ? [{ type: textIn(type) ?? 'unstyled', text }] : [];
  });
}

/** Blocks without text are pictures, dividers and posts. */
function paragraphs(blocks: ArticleExtra['blocks']): string {
  return blocks
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => text)
    .join('\n\n');
}

/** The text of such a post is its link to the article. */
function addressOf(id: string, words: RawWords): string | undefined {
  for (const url of words.shortUrls) {
    const { expanded_url }: RawContent = objectIn(url);
    if (typeof expanded_url === 'string' && expanded_url.endsWith(`/${id}`)) {
      return expanded_url;
    }
  }
  return undefined;
}
