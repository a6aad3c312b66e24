import * as z from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { countParam, cursorParam, idParam } from '../../params.ts';
import { collectionOf, listSchema, singleOf, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { inData } from '../../yields.ts';
import { exampleValues } from '../exampleValues.ts';
import { collectionPaging } from './collectionPaging.ts';

const users = collectionOf(userSchema);
const listId = idParam({ title: 'List Id', help: 'The numeric id of the list.', examples: [exampleValues.listId] });
const pageParams = z.strictObject({ listId, count: countParam(), cursor: cursorParam() });
const service = 'primary';
const group = 'lists';
const method = 'GET';

/** Primary reference, List endpoints. */
export const listDetails = defineEndpoint({
  id: 'primary.listDetails',
  service,
  group,
  title: 'List',
  summary: 'The name, description, owner and counts of a list.',
  method,
  path: '/lists/details',
  params: z.strictObject({ listId }),
  result: singleOf(listSchema),
  yields: inData('list'),
  upstreamQuery: 'ListByRestId',
  errors: [400],
  example: { listId: exampleValues.listId },
});

/** Primary reference, List endpoints. */
export const listTweets = defineEndpoint({
  id: 'primary.listTweets',
  service,
  group,
  title: 'List Tweets',
  summary: 'The tweets of the members of a list, newest first.',
  method,
  path: '/lists/tweets',
  params: pageParams,
  result: collectionOf(tweetSchema),
  yields: inData('post'),
  upstreamQuery: 'ListLatestTweetsTimeline',
  paging: collectionPaging,
  errors: [400],
  example: { listId: exampleValues.listId, count: 20 },
});

/** Primary reference, List endpoints. */
export const listMembers = defineEndpoint({
  id: 'primary.listMembers',
  service,
  group,
  title: 'List Members',
  summary: 'The accounts on a list.',
  method,
  path: '/lists/members',
  params: pageParams,
  result: users,
  yields: inData('user'),
  upstreamQuery: 'ListMembers',
  paging: collectionPaging,
  errors: [400],
  example: { listId: exampleValues.listId, count: 20 },
});

/** Primary reference, index: list subscribers. Parameters and shape: decision 6.1. */
export const listFollowers = defineEndpoint({
  id: 'primary.listFollowers',
  service,
  group,
  title: 'List Followers',
  summary: 'The accounts that follow a list.',
  method,
  path: '/lists/followers',
  params: pageParams,
  result: users,
  yields: inData('user'),
  upstreamQuery: 'ListSubscribers',
  paging: collectionPaging,
  errors: [400],
  guesses: ['The reference shows no parameters and no answer for this path; those of the list members are assumed.'],
  example: { listId: exampleValues.listId, count: 20 },
});
