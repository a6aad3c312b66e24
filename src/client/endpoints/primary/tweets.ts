import * as z from 'zod';
import { choiceParam, cursorParam, flagParam, optionalParam } from '../../params.ts';
import { createSingleObjectSchema, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { definePrimaryPagedResult, primaryPageParams, tweetIdParam } from '../shared.ts';

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const pagedTweetsRowFields = definePrimaryPagedResult('post', tweetSchema);
const threadParams = z.strictObject({
  tweetId: tweetIdParam,
  rankingMode: optionalParam(
    choiceParam({ title: 'Order', help: 'The sort order.', examples: ['Recency'], serviceDefault: 'Relevance' }, [
      'Relevance',
      'Recency',
      'Likes',
    ]),
  ),
  includePromotedContent: optionalParam(
    flagParam({
      title: 'Promoted Content',
      help: 'Whether the response includes ads.',
      examples: [false],
      serviceDefault: false,
    }),
  ),
  cursor: cursorParam,
});
const reactionParams = z.strictObject({ tweetId: tweetIdParam, ...primaryPageParams });
const reactionGuesses = [
  'The reference shows no parameters or response for this path; count, cursor, and a collection of users are assumed (assumption 4.9).',
];
const defineEndpoint = createEndpointDefiner('primary', 'tweets');

export const tweet = defineEndpoint({
  id: 'primary.tweet',
  title: 'Thread',
  summary: 'A post and its conversation in display order: ancestors, the post, then replies.',
  path: '/tweet/{tweetId}',
  params: threadParams,
  ...pagedTweetsRowFields,
  upstreamQuery: 'TweetDetail',
  errors: [404, 422],
});

export const simpleTweet = defineEndpoint({
  id: 'primary.simpleTweet',
  title: 'Single Post',
  summary: 'A post without its replies.',
  path: '/simpletweet/{tweetId}',
  params: z.strictObject({ tweetId: tweetIdParam }),
  result: createSingleObjectSchema(tweetSchema),
  yields: createYieldsUnderData('post'),
  upstreamQuery: 'TweetResultByRestId',
  errors: [404, 422],
  guesses: ['The reference shows only that the response is an object; a post is assumed (assumption 4.7).'],
});

export const tweetArticle = defineEndpoint({
  id: 'primary.tweetArticle',
  title: 'Article Thread',
  summary: 'A post, its conversation, and the full text of its article.',
  path: '/tweet/{tweetId}/article',
  params: threadParams,
  ...pagedTweetsRowFields,
  upstreamQuery: 'TweetDetail',
  errors: [404, 422],
  guesses: [
    'The reference shows no parameters for this path; those of Thread are assumed (assumption 4.8).',
    "The reference doesn't show an article's fields (assumption 4.1).",
  ],
  example: { tweetId: exampleValues.articleTweetId },
});

export const tweetFavorites = defineEndpoint({
  id: 'primary.tweetFavorites',
  title: 'Post Likes',
  summary: 'Accounts that liked a post.',
  path: '/tweet/{tweetId}/favorites',
  params: reactionParams,
  ...pagedUsersRowFields,
  upstreamQuery: 'Favoriters',
  errors: [404, 422],
  guesses: reactionGuesses,
});

export const tweetRetweets = defineEndpoint({
  id: 'primary.tweetRetweets',
  title: 'Post Reposts',
  summary: 'Accounts that reposted a post.',
  path: '/tweet/{tweetId}/retweets',
  params: reactionParams,
  ...pagedUsersRowFields,
  upstreamQuery: 'Retweeters',
  errors: [404, 422],
  guesses: reactionGuesses,
});

/** For an unknown tweet, the list is empty, not an error (assumption 4.10). */
export const tweetQuotes = defineEndpoint({
  id: 'primary.tweetQuotes',
  title: 'Post Quotes',
  summary: 'Posts that quote a post.',
  path: '/tweet/{tweetId}/quotes',
  params: z.strictObject({
    tweetId: tweetIdParam,
    ...primaryPageParams,
    // any other value uses the Top tab, so this is the only choice
    rankingMode: optionalParam(
      choiceParam(
        {
          title: 'Order',
          help: 'Recency lists the newest posts first. Any other value, or none, lists the top posts first.',
          examples: ['Recency'],
        },
        ['Recency'],
      ),
    ),
  }),
  ...pagedTweetsRowFields,
  upstreamQuery: 'SearchTimeline',
  newestFirst: { rankingMode: 'Recency' },
  errors: [422],
  example: { tweetId: exampleValues.tweetId, count: 20 },
});
