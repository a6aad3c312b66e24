import { toShortCode, toGlobalId } from './upstreamText.ts';
import type { Article } from '../world/world.ts';

/** `content` for the call that asks for the whole article, `preview` for all others. */
export type ArticleDepth = 'preview' | 'content';

/** A long-form article beside its post, of which `full_text` holds only the link. */
export function toUpstreamArticle(article: Article, publishedAtMs: number, depth: ArticleDepth): unknown {
  const seconds = Math.floor(publishedAtMs / 1000);
  return {
    article_results: {
      result: {
        rest_id: article.id,
        id: toGlobalId('ArticleEntity', article.id),
        title: article.title,
        preview_text: article.previewText,
        cover_media: {
          id: toGlobalId('ApiMedia', article.id),
          media_id: article.id,
          media_key: `3_${article.id}`,
          media_info: {
            __typename: 'ApiImage',
            original_img_height: 600,
            original_img_url: article.coverUrl,
            original_img_width: 1500,
          },
        },
        lifecycle_state: { modified_at_secs: seconds + 60 },
        metadata: { first_published_at_secs: seconds },
        ...(depth === 'content' ? toArticleContent(article) : {}),
      },
    },
  };
}

/** The paragraphs as blocks; `entityMap` is a list of pairs. */
function toArticleContent(article: Article): Readonly<Record<string, unknown>> {
  const blocks = article.paragraphs.map((text, index) => ({
    data: {},
    entityRanges: [],
    inlineStyleRanges: [],
    key: toShortCode(`${article.id} ${index}`).slice(0, 5).toLowerCase(),
    text,
    type: 'unstyled',
  }));
  const divider = { key: '0', value: { data: {}, mutability: 'Immutable', type: 'DIVIDER' } };
  return { content_state: { blocks, entityMap: [divider] }, media_entities: [], summary_text: article.previewText };
}
