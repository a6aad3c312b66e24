import type { Tweet } from '../../client/schemas/primary.ts';
import { toBareTimeline, toSearchTimeline, toTweetEntries, toUserEntry } from '../upstream/timeline.ts';
import { throwRefusal } from '../reserved/refusals.ts';
import { type ArticleDepth, toTweetResult } from '../upstream/upstreamTweet.ts';
import { toTweetRecord, addArticleContent } from '../world/toTweetRecord.ts';
import type { Account, WorldPost, SandboxWorld } from '../world/world.ts';
import type { Answerer, SandboxQuestion, EndpointAnswerer } from './answer.ts';
import {
  toAccountCollectionAnswer,
  noCursors,
  toPostCollectionAnswer,
  toSingleAnswer,
  toCollectionEnvelope,
} from './collectionAnswers.ts';
import { requireNumericIdParam } from './params.ts';
import {
  listAncestorPosts,
  wrapThreadBody,
  listRankedReplies,
  toRawRestOfReplyThread,
  toRawThreadPage,
  listRestOfReplyThread,
  flattenReplyThread,
  getThreadPageSize,
} from './thread.ts';

export const tweet = createConversationAnswerer((_, record) => record, 'preview');

export const tweetArticle = createConversationAnswerer(addArticleContent, 'content');

export const simpleTweet: EndpointAnswerer<'simpleTweet'> = (question) => {
  const post = requirePublicPost(question);
  return toSingleAnswer(question, toTweetRecord(question.world, post), () => ({
    data: { tweetResult: { result: toTweetResult(question, post) } },
  }));
};

export const tweetFavorites = createReactorsAnswerer('favoriters_timeline', (world, post) => world.likersOf(post.id));

export const tweetRetweets = createReactorsAnswerer('retweeters_timeline', (world, post) => world.retweetersOf(post.id));

/** Primary reference, GET /tweet/{tweetId}/quotes: newest first by `Recency`, else the most liked; an unknown tweet has none (assumption 4.10). */
export const tweetQuotes: EndpointAnswerer<'tweetQuotes'> = (question) => {
  const { world, params } = question;
  const quotes = world.quotesOf(requireNumericIdParam(question, 'tweetId'));
  const ordered = params.rankingMode === 'Recency' ? quotes : quotes.toSorted((left, right) => right.likes - left.likes);
  return toPostCollectionAnswer(question, ordered, (items, page) => {
    const instructions = toSearchTimeline(question, toTweetEntries(question, items), page);
    return { data: { search_by_raw_query: { search_timeline: { timeline: { instructions, responseObjects: noReactions } } } } };
  });
};

export function findPublicPost(world: SandboxWorld, id: string): WorldPost | undefined {
  const post = world.post(id);
  return post !== undefined && world.account(post.authorId)?.state === 'active' ? post : undefined;
}

/**
 * Ancestors, the tweet, then threads of replies, flattened; later pages hold replies only (assumption 4.6).
 * The pages are cut by threads, so one holds more tweets than threads.
 */
function createConversationAnswerer(
  finish: (world: SandboxWorld, record: Tweet) => Tweet,
  article: ArticleDepth,
): EndpointAnswerer<'tweet'> {
  return (question) => {
    const { world, note } = question;
    if (question.params.includePromotedContent) note('the sandbox has no ads');
    const post = requirePublicPost(question);
    const openers = listRankedReplies(world, post, question.params.rankingMode ?? 'Relevance');
    const sequence = { kind: 'sequence', length: openers.length, pageSize: getThreadPageSize(post.id) } as const;
    if (question.format === 'raw') {
      return {
        ...sequence,
        toBody: (page) => wrapThreadBody(toRawThreadPage(question, post, openers, page, article)),
        toRestBody: (index) => wrapThreadBody(toRawRestOfReplyThread(question, openers[index], article)),
      };
    }
    const records = (posts: readonly WorldPost[]): readonly Tweet[] =>
      posts.map((shown) => finish(world, toTweetRecord(world, shown)));
    return {
      ...sequence,
      toBody: (page) => {
        const above = page.isFirst ? [...listAncestorPosts(world, post), post] : [];
        const replies = openers.slice(page.start, page.end).flatMap((opener) => flattenReplyThread(world, opener));
        return toCollectionEnvelope(records([...above, ...replies]), page);
      },
      toRestBody: (index) => {
        const rest = openers.slice(index, index + 1).flatMap((opener) => listRestOfReplyThread(world, opener));
        return toCollectionEnvelope(records(rest), noCursors);
      },
    };
  };
}

const noReactions = { immediateReactions: [] } as const;

function createReactorsAnswerer(
  root: 'favoriters_timeline' | 'retweeters_timeline',
  find: (world: SandboxWorld, post: WorldPost) => readonly Account[],
): Answerer<'tweetId' | 'count'> {
  return (question) => {
    const post = requirePublicPost(question);
    return toAccountCollectionAnswer(question, find(question.world, post), (items, page) => {
      const lines = items.map((account) => toUserEntry(question, account));
      const instructions = toBareTimeline(question, lines, page);
      return { data: { [root]: { timeline: { instructions, responseObjects: noReactions } } } };
    });
  };
}

function requirePublicPost(question: SandboxQuestion<'tweetId'>): WorldPost {
  const id = requireNumericIdParam(question, 'tweetId');
  return findPublicPost(question.world, id) ?? throwRefusal(404, `Tweet ${id} was not found`);
}
