import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, Post, World } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { flag, limitHint, refusal } from './hints.ts';
import { ancestorsOf, rankedReplies, threadFrom } from './thread.ts';
import { toUpstreamTweet } from './upstreamTweet.ts';

/** Gateway reference, Tweets: shaped like upstream, the cursors beside the data (decision 7.9). `count` is in threads of replies. */
export const tweet: Answerer = (question) =>
  withPost(question, (post) => {
    const { world } = question;
    const openers = rankedReplies(world, post, 'Relevance');
    return {
      kind: 'sequence',
      length: openers.length,
      pageSize: limitHint(question, 20, 100, 'count'),
      slice: (start, end) => openers.slice(start, end).map((opener) => toThreadEntry(world, threadFrom(world, opener))),
      toBody: (page) => {
        const above = page.isFirst ? [...ancestorsOf(world, post), post].map((one) => toTweetEntry(world, one)) : [];
        const bottom = page.next === null ? [] : [toCursorEntry('Bottom', page.next)];
        const entries = [...above, ...page.items, ...bottom];
        return {
          data: { threaded_conversation_with_injections_v2: { instructions: [{ type: 'TimelineAddEntries', entries }] } },
          cursor: { top: page.previous, bottom: page.next },
          ...(flag(question, 'includeTimestamp') ? { timestamp: toIsoSeconds(world.nowMs) } : {}),
        };
      },
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

function toTweetEntry(world: World, post: Post) {
  const content = { entryType: 'TimelineTimelineItem', __typename: 'TimelineTimelineItem', itemContent: toItem(world, post) };
  return { entryId: `tweet-${post.id}`, sortIndex: post.id, content };
}

function toThreadEntry(world: World, thread: readonly Post[]) {
  const name = `conversationthread-${thread[0]?.id ?? ''}`;
  const items = thread.map((post) => ({ entryId: `${name}-tweet-${post.id}`, item: { itemContent: toItem(world, post) } }));
  return {
    entryId: name,
    sortIndex: thread[0]?.id ?? '',
    content: {
      entryType: 'TimelineTimelineModule',
      __typename: 'TimelineTimelineModule',
      displayType: 'VerticalConversation',
      items,
    },
  };
}

function toItem(world: World, post: Post) {
  return { itemType: 'TimelineTweet', __typename: 'TimelineTweet', tweet_results: { result: toUpstreamTweet(world, post) } };
}

function toCursorEntry(cursorType: 'Bottom', value: string) {
  return {
    entryId: `cursor-${cursorType.toLowerCase()}-0`,
    sortIndex: '0',
    content: { entryType: 'TimelineTimelineCursor', __typename: 'TimelineTimelineCursor', cursorType, value },
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
