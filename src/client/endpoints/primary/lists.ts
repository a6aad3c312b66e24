import * as z from 'zod';
import { listSchema, createSingleObjectSchema, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { definePrimaryPagedResult, listIdParam, primaryPageParams } from '../shared.ts';

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const listPageRowFields = {
  params: z.strictObject({ listId: listIdParam, ...primaryPageParams }),
  errors: [400],
  example: { listId: exampleValues.listId, count: 20 },
};
const defineEndpoint = createEndpointDefiner('primary', 'lists');

export const listDetails = defineEndpoint({
  id: 'primary.listDetails',
  title: 'List',
  summary: 'The name, description, owner and counts of a list.',
  path: '/lists/details',
  params: z.strictObject({ listId: listIdParam }),
  result: createSingleObjectSchema(listSchema),
  yields: createYieldsUnderData('list'),
  upstreamQuery: 'ListByRestId',
  errors: [400],
});

export const listTweets = defineEndpoint({
  id: 'primary.listTweets',
  title: 'List Posts',
  summary: 'The posts of the members of a list, newest first.',
  path: '/lists/tweets',
  ...listPageRowFields,
  ...definePrimaryPagedResult('post', tweetSchema),
  upstreamQuery: 'ListLatestTweetsTimeline',
});

export const listMembers = defineEndpoint({
  id: 'primary.listMembers',
  title: 'List Members',
  summary: 'The accounts on a list.',
  path: '/lists/members',
  ...listPageRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'ListMembers',
});

export const listFollowers = defineEndpoint({
  id: 'primary.listFollowers',
  title: 'List Followers',
  summary: 'The accounts that follow a list.',
  path: '/lists/followers',
  ...listPageRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'ListSubscribers',
  guesses: [
    'The reference shows no parameters and no answer for this path; those of the list members are assumed (assumption 6.1).',
  ],
});
