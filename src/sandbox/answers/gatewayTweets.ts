import { placed } from '../upstream/entries.ts';
import { inWireOrder } from '../upstream/rawUser.ts';
import { threadLines } from '../upstream/threadTimeline.ts';
import { addEntries, type Instructions, threadCursor } from '../upstream/timeline.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, Post } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { flag, limitHint, refusal } from './hints.ts';
import { inThread, rawRest, replyThreads } from './rawThread.ts';
import { ancestorsOf, rankedReplies } from './thread.ts';

/** Gateway reference, Tweets: shaped like upstream, the cursors beside the data (decision 7.9). `count` is in threads of replies. */
export const tweet: Answerer = (question) =>
  withPost(question, (post) => {
    const { world } = question;
    const openers = rankedReplies(world, post, 'Relevance');
    const inBody = (instructions: Instructions, top: string | null, bottom: string | null) =>
      inWireOrder(question, {
        ...inThread(instructions),
        cursor: { top, bottom },
        ...(flag(question, 'includeTimestamp') ? { timestamp: toIsoSeconds(world.nowMs) } : {}),
      });
    return {
      kind: 'sequence',
      length: openers.length,
      pageSize: limitHint(question, 20, 100, 'count'),
      slice: (start, end) => openers.slice(start, end),
      toBody: (page) => {
        const above = page.isFirst ? [...ancestorsOf(world, post), post] : [];
        const threads = replyThreads(question, openers, page);
        const bottom = page.next === null ? [] : [threadCursor(question, 'Bottom', `cursor-bottom-${page.end}`, page.next)];
        const lines = [...threadLines(question, above, threads, 'preview'), ...bottom];
        return inBody([addEntries(placed(question, lines, page.start))], page.previous, page.next);
      },
      restToBody: (index) => inBody(rawRest(question, openers.slice(index, index + 1)[0], 'preview'), null, null),
    };
  });

/** Gateway reference, Tweets: most recent first. */
export const tweetRetweets: Answerer = (question) =>
  withPost(question, (post) => {
    const people = question.world.retweetersOf(post.id);
    return {
      kind: 'sequence',
      length: people.length,
      pageSize: limitHint(question, 20, 100, 'count'),
      slice: (start, end) => people.slice(start, end).map(toUserEntry),
      toBody: (page) => ({ entries: page.items, cursor: { top: page.previous, bottom: page.next } }),
    };
  });

function toUserEntry(account: Account) {
  const { id, username, name, verified, counts, avatarUrl } = account.record;
  return {
    rest_id: id,
    screen_name: username,
    name,
    followers_count: counts.followers,
    verified,
    profile_image_url_https: avatarUrl,
  };
}

/** Unknown gives 404, digits or not (decision 7.8); a tweet of a private account 403. */
function withPost(question: Question, answer: (post: Post) => Answer): Answer {
  const { world, texts } = question;
  const id = texts['tweetId'] ?? '';
  const post = world.post(id);
  if (post === undefined) {
    return refusal(404, `Tweet ${id} was not found`);
  }
  return world.account(post.authorId)?.state === 'active' ? answer(post) : refusal(403, 'The author of the tweet is protected');
}
