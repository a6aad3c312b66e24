import type { Tweet } from '../schemas/primary.ts';
import type { ArticleExtra } from './extra.ts';
import {
  type PlatformObject,
  readNonEmptyString,
  readNumericId,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
} from './platformFields.ts';
import type { RawTweetText } from './toTweetText.ts';

/**
 * The article that a post carries (assumption 4.1), with its paragraphs as `content` where they were sent.
 * @returns null where the article has no id
 */
export function readArticle(value: unknown, words: RawTweetText, site: string): Tweet['article'] {
  const article = readArticleResult(value);
  const id = readNumericId(article.rest_id);
  if (id === undefined) {
    return null;
  }
  const picture = readObjectOrEmpty(readObjectOrEmpty(article.cover_media).media_info);
  const blocks = readArticleBlocks(article);
  return {
    id,
    title: readString(article.title) ?? '',
    previewText: readString(article.preview_text) ?? '',
    coverUrl: readNonEmptyString(picture.original_img_url) ?? null,
    url: findArticleUrl(id, words) ?? `${site}/i/article/${id}`,
    ...(blocks.length === 0 ? {} : { content: joinParagraphs(blocks) }),
  };
}

/** undefined when the body was not sent. */
export function readArticleExtra(value: unknown): ArticleExtra | undefined {
  const article = readArticleResult(value);
  const id = readNumericId(article.rest_id);
  return id === undefined ? undefined : { id, blocks: readArticleBlocks(article) };
}

/** Embedded posts have no wrapper around it. */
function readArticleResult(value: unknown): PlatformObject {
  const article = readObjectOrEmpty(value);
  return article.article_results === undefined ? article : readObjectOrEmpty(readObjectOrEmpty(article.article_results).result);
}

function readArticleBlocks(article: PlatformObject): ArticleExtra['blocks'] {
  return readArrayOrEmpty(readObjectOrEmpty(article.content_state).blocks).flatMap((block) => {
    const { type, text } = readObjectOrEmpty(block);
    return typeof text === 'string' ? [{ type: readString(type) ?? 'unstyled', text }] : [];
  });
}

/** Blocks without text are pictures, dividers and posts. */
function joinParagraphs(blocks: ArticleExtra['blocks']): string {
  return blocks
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => text)
    .join('\n\n');
}

/** The text of such a post is its link to the article. */
function findArticleUrl(id: string, words: RawTweetText): string | undefined {
  for (const url of words.shortUrls) {
    const { expanded_url } = readObjectOrEmpty(url);
    if (typeof expanded_url === 'string' && expanded_url.endsWith(`/${id}`)) {
      return expanded_url;
    }
  }
  return undefined;
}
