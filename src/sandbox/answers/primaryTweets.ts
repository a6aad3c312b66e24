import type { Tweet } from '../../client/schemas/primary.ts';
import { inWireOrder, type UpstreamContext } from '../upstream/rawUser.ts';
import { plainTimeline, searchTimeline, tweetLines, type Instructions, type PageEdges } from '../upstream/timeline.ts';
import { refuse } from '../reserved/refusals.ts';
import { ghostLine, type Line, userLine } from '../upstream/entries.ts';
import type { ArticleDepth } from '../upstream/upstreamArticle.ts';
import { toTweetResult } from '../upstream/upstreamTweet.ts';
import { landmarks } from '../world/landmarks.ts';
import { eachOf } from '../world/lazy.ts';
import { hashText } from '../world/random.ts';
import { tweetRecord, withArticleContent } from '../world/tweetRecord.ts';
import type { Account, WorldPost, Sequence, World } from '../world/world.ts';
import type { Answerer, SandboxQuestion } from './answer.ts';
import { accountCollection, noCursors, postCollection, single, toCollection } from './collection.ts';
import { numericId } from './params.ts';
import type { AnswererOf } from './rows.ts';
import {
  ancestorsOf,
  inThread,
  rankedReplies,
  rawThreadRest,
  rawThread,
  restOfThread,
  threadFrom,
  threadsPerPage,
} from './thread.ts';

export const tweet = conversation((_, record) => record, 'preview');

export const tweetArticle = conversation(withArticleContent, 'content');

export const simpleTweet: AnswererOf<'simpleTweet'> = (question) => {
  const post = existingPost(question);
  return single(question, tweetRecord(question.world, post), () => ({
    data: { tweetResult: { result: toTweetResult(question, post) } },
  }));
};

export const tweetFavorites = reactions('favoriters_timeline', (world, post) => world.likersOf(post.id));

export const tweetRetweets = reactions('retweeters_timeline', (world, post) => world.retweetersOf(post.id));

/** Primary reference, GET /tweet/{tweetId}/quotes: newest first by `Recency`, else the most liked; an unknown tweet has none (assumption 4.10). */
export const tweetQuotes: AnswererOf<'tweetQuotes'> = (question) => {
  const { world, params } = question;
  const quotes = world.quotesOf(numericId(question, 'tweetId'));
  const ordered = params.rankingMode === 'Recency' ? quotes : [...eachOf(quotes)].sort((left, right) => right.likes - left.likes);
  return postCollection(question, ordered, (items, page) => {
    const instructions = searchTimeline(question, tweetLines(question, items), page);
    return { data: { search_by_raw_query: { search_timeline: { timeline: { instructions, responseObjects: noReactions } } } } };
  });
};

/** The post of an id, if the public may see it. */
export function publicPost(world: World, id: string): WorldPost | undefined {
  const post = world.post(id);
  return post !== undefined && world.account(post.authorId)?.state === 'active' ? post : undefined;
}

/**
 * Ancestors, the tweet, then threads of replies, flattened; later pages hold replies only (assumption 4.6).
 * The pages are cut by threads, so one holds more tweets than threads.
 */
function conversation(finish: (world: World, record: Tweet) => Tweet, article: ArticleDepth): AnswererOf<'tweet'> {
  return (question) => {
    const { world, note } = question;
    if (question.params.includePromotedContent) note('the sandbox has no advertisements');
    const post = existingPost(question);
    const openers = rankedReplies(world, post, question.params.rankingMode ?? 'Relevance');
    const sequence = { kind: 'sequence', length: openers.length, pageSize: threadsPerPage(post.id) } as const;
    if (question.format === 'raw') {
      const inBody = (instructions: Instructions) => inWireOrder(question, inThread(instructions));
      return {
        ...sequence,
        toBody: (page) => inBody(rawThread(question, post, openers, page, article)),
        restToBody: (index) => inBody(rawThreadRest(question, openers.slice(index, index + 1)[0], article)),
      };
    }
    const records = (posts: readonly WorldPost[]): readonly Tweet[] =>
      posts.map((shown) => finish(world, tweetRecord(world, shown)));
    return {
      ...sequence,
      toBody: (page) => {
        const above = page.isFirst ? [...ancestorsOf(world, post), post] : [];
        const replies = openers.slice(page.start, page.end).flatMap((opener) => threadFrom(world, opener));
        return toCollection(records([...above, ...replies]), page);
      },
      restToBody: (index) => {
        const rest = openers.slice(index, index + 1).flatMap((opener) => restOfThread(world, opener));
        return toCollection(records(rest), noCursors);
      },
    };
  };
}

const noReactions = { immediateReactions: [] } as const;

function reactions(
  root: 'favoriters_timeline' | 'retweeters_timeline',
  find: (world: World, post: WorldPost) => Sequence<Account>,
): Answerer<'tweetId' | 'count'> {
  return (question) => {
    const post = existingPost(question);
    return accountCollection(question, find(question.world, post), (items, page) => {
      const instructions = plainTimeline(question, reactorLines(question, post, items, page), page);
      return { data: { [root]: { timeline: { instructions, responseObjects: noReactions } } } };
    });
  };
}

/**
 * The accounts that reacted, a line each. Behind the first ones of some posts stand two that upstream no longer shows:
 * a suspended account, and one of which nothing is left. The simple format leaves both out.
 */
function reactorLines(
  question: UpstreamContext,
  post: WorldPost,
  accounts: readonly Account[],
  page: PageEdges,
): readonly Line[] {
  const lines = accounts.map((account) => userLine(question, account));
  const gone = question.world.accountByHandle(landmarks.suspendedHandle);
  const hasGhosts = page.start === 0 && accounts.length > 0 && hashText(`ghosts ${post.id}`) % 3 === 0;
  if (!hasGhosts) {
    return lines;
  }
  const ghosts = [...(gone?.state === 'suspended' ? [userLine(question, gone)] : []), ghostLine(post.id, {})];
  return [...lines.slice(0, 2), ...ghosts, ...lines.slice(2)];
}

function existingPost(question: SandboxQuestion<'tweetId'>): WorldPost {
  const id = numericId(question, 'tweetId');
  return publicPost(question.world, id) ?? refuse(404, `Tweet ${id} was not found`);
}
