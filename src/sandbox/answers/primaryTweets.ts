import type { Tweet } from '../../client/records/tweet.ts';
import type { Account, Post, Sequence, World } from '../world/world.ts';
import { eachOf, sequenceOf } from '../world/sequence.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { collection, noteSimpleShape, single, toCollection } from './collection.ts';
import { choice, countHint, isNumericId, refusal } from './hints.ts';
import { ancestorsOf, rankedReplies, threadFrom, threadsPerPage } from './thread.ts';
import { toTweet, withArticleContent } from './tweetRecord.ts';

/** Primary reference, GET /tweet/{tweetId}. */
export const tweet = conversation((_, record) => record);

/** Primary reference, index: as the tweet, with the full content of an article (decision 4.8). */
export const tweetArticle = conversation(withArticleContent);

/** Primary reference, GET /simpletweet/{tweetId} (decision 4.7). */
export const simpleTweet: Answerer = (question) => withPost(question, (post) => single(question, toTweet(question.world, post)));

/** Primary reference, index: accounts that liked a tweet (decision 4.9). */
export const tweetFavorites = reactions((world, post) => world.likersOf(post.id));

/** Primary reference, index: accounts that retweeted (decision 4.9). */
export const tweetRetweets = reactions((world, post) => world.retweetersOf(post.id));

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
  return collection(question, ordered, countHint(question), (post) => toTweet(world, post));
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
function conversation(finish: (world: World, record: Tweet) => Tweet): Answerer {
  return (question) =>
    withPost(question, (post) => {
      const { world } = question;
      noteSimpleShape(question);
      const mode = choice(question, 'rankingMode', ['Relevance', 'Recency', 'Likes'], 'Relevance');
      const openers = rankedReplies(world, post, mode);
      const toRecord = (shown: Post): Tweet => finish(world, toTweet(world, shown));
      return {
        kind: 'sequence',
        length: openers.length,
        pageSize: threadsPerPage(post.id),
        slice: (start, end) => openers.slice(start, end).flatMap((opener) => threadFrom(world, opener).map(toRecord)),
        toBody: (page) =>
          page.isFirst
            ? toCollection({ ...page, items: [...[...ancestorsOf(world, post), post].map(toRecord), ...page.items] })
            : toCollection(page),
      };
    });
}

function reactions(find: (world: World, post: Post) => Sequence<Account>): Answerer {
  return (question) =>
    withPost(question, (post) =>
      collection(question, find(question.world, post), countHint(question), (person) => person.record),
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
