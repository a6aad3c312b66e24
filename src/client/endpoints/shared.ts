import type * as z from 'zod';
import { pageSizeHintParam, cursorParam, hashtagParam, idParam, integerParam } from '../params.ts';
import type { Lazy } from '../once.ts';
import { createGatewayPageSchema } from '../schemas/gateway.ts';
import { createCollectionSchema } from '../schemas/primary.ts';
import { createYieldsUnderData, type EndpointYield } from '../endpoint.ts';
import { exampleValues } from './exampleValues.ts';

// Shared by several endpoints. The services use different names for the same parameters.

export const userIdParam = idParam({
  title: 'User ID',
  help: 'The numeric ID.',
  examples: [exampleValues.userId],
});

export const tweetIdParam = idParam({ title: 'Post ID', help: 'The numeric ID.', examples: [exampleValues.tweetId] });

export const listIdParam = idParam({ title: 'List ID', help: 'The numeric ID.', examples: [exampleValues.listId] });

export const communityIdParam = idParam({
  title: 'Community ID',
  help: 'The numeric ID.',
  examples: [exampleValues.communityId],
});

export const woeidParam = integerParam(
  {
    ...{ title: 'Place (WOEID)', help: "The place's WOEID. 1 is worldwide.", examples: [exampleValues.woeid] },
    guess: 'The reference states no range for a WOEID; 1 to 2147483647 is assumed (assumption 1.21).',
  },
  1,
  2_147_483_647,
);

export const requiredHashtagParam = hashtagParam({
  title: 'Hashtag',
  help: 'A hashtag, without #.',
  examples: [exampleValues.hashtag],
});

export const primaryPageParams = { count: pageSizeHintParam, cursor: cursorParam };

/** Primary reference, Simple-format envelope. */
export const primaryCollectionPaging = { next: ['nextCursor'] } as const;

/** Gateway reference, Search. */
export const gatewayPaging = { next: ['meta', 'next_cursor'], isCursorMore: true } as const;

export function definePrimaryPagedResult<T extends z.ZodType>(kind: EndpointYield['kind'], item: Lazy<T>) {
  return { result: createCollectionSchema(item), yields: createYieldsUnderData(kind), paging: primaryCollectionPaging } as const;
}

export function defineGatewayPagedResult<T extends z.ZodType>(kind: EndpointYield['kind'], item: Lazy<T>) {
  return { result: createGatewayPageSchema(item), yields: createYieldsUnderData(kind), paging: gatewayPaging } as const;
}
