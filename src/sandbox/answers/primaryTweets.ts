import type { Tweet } from '../../client/schemas/primary.ts';
import { inWireOrder } from '../upstream/rawUser.ts';
import { plainTimeline, searchTimeline, tweetLines } from '../upstream/timeline.ts';
import type { ArticleDepth } from '../upstream/upstreamArticle.ts';
import { toTweetResult } from '../upstream/upstreamTweet.ts';
import type { Account, Post, Sequence, World } from '../world/world.ts';
import { eachOf, sequenceOf } from '../world/sequence.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { collection, single, toCollection } from './collection.ts';
import { choice, countHint, isNumericId, refusal } from './hints.ts';
import { reactorLines } from './reactors.ts';
import { ancestorsOf, rankedReplies, restOfThread, threadFrom, threadsPerPage } from './thread.ts';
import { inThread, rawRest, rawThread } from './rawThread.ts';
import { toTweet, withArticleContent } from '../world/tweetRecord.ts';

/** Primary reference, GET /tweet/{tweetId}. */
export const tweet = conversation((_, record) => record, 'preview');

/** Primary reference, index: as the tweet, with the full content of an article (decision 4.8). */
export const tweetArticle = conversation(withArticleContent, 'content');

/** Primary reference, GET /simpletweet/{tweetId} (decision 4.7). */
export const simpleTweet: Answerer = (question) =>
  withPost(question, (post) =>
    single(question, toTweet(question.world, post), () => ({ data: { tweetResult: { result: toTweetResult(question, post) } } })),
  );

/** Primary reference, index: accounts that liked a tweet (decision 4.9). */
export const tweetFavorites = reactions('favoriters_timeline', (world, post) => world.likersOf(post.id));

/** Primary reference, index: accounts that retweeted (decision 4.9). */
export const tweetRetweets = reactions('retweeters_timeline', (world, post) => world.retweetersOf(post.id));

/** Primary reference, GET /tweet/{tweetId}/quotes: newest first by `Recency`, else the most liked; an unknown tweet has none (decision 4.10). */
export const tweetQuotes: Answerer = (question) => {
  const { world, texts } = question;
  const id = texts['tweetId'];
  if (!isNumericId(id)) {
    return refusal(422, 'tweetId takes digits only, at most 30');
  }
  const quotes = world.quotesOf(id);
  const ordered =
    texts['rankingMode'] === 'Recency' ? quotes : sequenceOf([...eachOf(quotes)].sort((left, right) => right.likes - left.likes));
  const toRecord = (post: Post) => toTweet(world, post);
  return collection(question, ordered, countHint(question), toRecord, (items, page) => {
    const instructions = searchTimeline(question, tweetLines(question, items), page);
    return { data: { search_by_raw_query: { search_timeline: { timeline: { instructions, responseObjects: noReactions } } } } };
  });
};

/** The post of an id, if the public may see it. */
export function publicPost(world: World, id: string): Post | undefined {
  const post = world.post(id);
  return post !== undefined && world.account(post.authorId)?.state === 'active' ? post : undefined;
}

/**
 * Ancestors, the tweet, then threads of replies, flattened; later pages hold replies only (decision 4.6).
 * The pages are cut by threads, so one holds more tweets than threads.
 */
function conversation(finish: (world: World, record: Tweet) => Tweet, article: ArticleDepth): Answerer {
  return (question) =>
    withPost(question, (post) => {
      const { world } = question;
      const mode = choice(question, 'rankingMode', ['Relevance', 'Recency', 'Likes'], 'Relevance');
      const openers = rankedReplies(world, post, mode);
      const toRecord = (shown: Post): Tweet => finish(world, toTweet(world, shown));
      return {
        kind: 'sequence',
        length: openers.length,
        pageSize: threadsPerPage(post.id),
        ...(question.format === 'raw'
          ? {
              slice: (start, end) => openers.slice(start, end),
              toBody: (page) => inWireOrder(question, inThread(rawThread(question, post, openers, page, article))),
              restToBody: (index) =>
                inWireOrder(question, inThread(rawRest(question, openers.slice(index, index + 1)[0], article))),
            }
          : {
              slice: (start, end) => openers.slice(start, end).flatMap((opener) => threadFrom(world, opener).map(toRecord)),
              toBody: (page) =>
                page.isFirst
                  ? toCollection({ ...page, items: [...[...ancestorsOf(world, post), post].map(toRecord), ...page.items] })
                  : toCollection(page),
              restToBody: (index) =>
                toCollection({
                  items: openers.slice(index, index + 1).flatMap((opener) => restOfThread(world, opener).map(toRecord)),
                  next: null,
                  previous: null,
                }),
            }),
      };
    });
}

const noReactions = { immediateReactions: [] } as const;

function reactions(
  root: 'favoriters_timeline' | 'retweeters_timeline',
  find: (world: World, post: Post) => Sequence<Account>,
): Answerer {
  return (question) =>
    withPost(question, (post) =>
      collection(
        question,
        find(question.world, post),
        countHint(question),
        (person) => person.record,
        (items, page) => {
          const instructions = plainTimeline(question, reactorLines(question, post, items, page), page);
          return { data: { [root]: { timeline: { instructions, responseObjects: noReactions } } } };
        },
      ),
    );
}

function withPost(question: Question, answer: (post: Post) => Answer): Answer {
  const id = question.texts['tweetId'];
  if (!isNumericId(id)) {
    return refusal(422, 'tweetId takes digits only, at most 30');
  }
  const post = publicPost(question.world, id);
  return post === undefined ? refusal(404, `Tweet ${id} was not found`) : answer(post);
}
