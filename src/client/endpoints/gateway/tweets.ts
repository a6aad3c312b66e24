import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import { cursorParam, flagParam, limitParam, withGatewayIdGuess, optionalParam } from '../../params.ts';
import { topAndBottomCursorsSchema, gatewayReposterSchema } from '../../schemas/gateway.ts';
import { createEndpointDefiner } from '../../endpoint.ts';
import { tweetIdParam as primaryTweetId } from '../shared.ts';

const tweetId = withGatewayIdGuess(primaryTweetId);
const defineEndpoint = createEndpointDefiner('gateway', 'tweets');

/** The response is raw upstream-style JSON with cursors next to it (assumption 7.9). */
export const gatewayTweet = defineEndpoint({
  id: 'gateway.tweet',
  title: 'Post',
  summary: "A post and its replies, in the platform's own schema.",
  path: '/tweet/{tweetId}',
  params: z.strictObject({
    tweetId,
    count: limitParam(20, 100),
    cursor: cursorParam,
    includeTimestamp: optionalParam(
      flagParam({
        title: 'Timestamp',
        help: 'Whether the response includes the time it was created.',
        examples: [true],
        serviceDefault: false,
      }),
    ),
  }),
  result: () =>
    openObject({
      data: openObject({
        threaded_conversation_with_injections_v2: openObject({ instructions: z.array(z.looseObject({})) }),
      }),
      cursor: topAndBottomCursorsSchema(),
      timestamp: z
        .string()
        .optional()
        .meta({ guess: "The reference doesn't show what includeTimestamp adds; this field is assumed (assumption 7.10)." }),
    }),
  yields: [{ kind: 'post', at: ['data', 'threaded_conversation_with_injections_v2', 'instructions'], isUpstream: true }],
  upstreamQuery: 'TweetDetail',
  paging: { next: ['cursor', 'bottom'] },
  errors: [403, 404],
});

export const gatewayTweetRetweets = defineEndpoint({
  id: 'gateway.tweetRetweets',
  title: 'Post Reposts',
  summary: 'Accounts that reposted a post.',
  path: '/tweet/{tweetId}/retweets',
  params: z.strictObject({ tweetId, count: limitParam(20, 100), cursor: cursorParam }),
  result: () => openObject({ entries: z.array(gatewayReposterSchema()), cursor: topAndBottomCursorsSchema() }),
  yields: [{ kind: 'user', at: ['entries'], id: 'rest_id' }],
  upstreamQuery: 'Retweeters',
  paging: { next: ['cursor', 'bottom'], isCursorMore: true },
  newestFirst: {},
  errors: [403, 404],
});
