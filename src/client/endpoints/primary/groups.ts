import * as z from 'zod';
import { listSchema, createSingleObjectSchema, tweetSchema, userSchema, communitySchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { definePrimaryPagedResult, listIdParam, primaryPageParams, communityIdParam } from '../shared.ts';
import { pathTextParam, textParamWithGuessedLimit } from '../../params.ts';

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const listPageRowFields = {
  params: z.strictObject({ listId: listIdParam, ...primaryPageParams }),
  errors: [400],
  example: { listId: exampleValues.listId, count: 20 },
};
const defineListEndpoint = createEndpointDefiner('primary', 'lists');
const defineCommunityEndpoint = createEndpointDefiner('primary', 'communities');

export const listDetails = defineListEndpoint({
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

export const listTweets = defineListEndpoint({
  id: 'primary.listTweets',
  title: 'List Posts',
  summary: 'The posts of the members of a list, newest first.',
  path: '/lists/tweets',
  ...listPageRowFields,
  ...definePrimaryPagedResult('post', tweetSchema),
  upstreamQuery: 'ListLatestTweetsTimeline',
});

export const listMembers = defineListEndpoint({
  id: 'primary.listMembers',
  title: 'List Members',
  summary: 'The accounts on a list.',
  path: '/lists/members',
  ...listPageRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'ListMembers',
});

export const listFollowers = defineListEndpoint({
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

const communityPageRowFields = {
  params: z.strictObject({ communityId: communityIdParam, ...primaryPageParams }),
  errors: [400, 422],
  example: { communityId: exampleValues.communityId, count: 20 },
};
const fieldsGuess = 'The reference does not show the fields of a community (assumption 6.4).';

export const communitiesSearch = defineCommunityEndpoint({
  id: 'primary.communitiesSearch',
  title: 'Search Communities',
  summary: 'The communities that match a keyword.',
  path: '/communities/search/{searchTerm}',
  params: z.strictObject({
    searchTerm: pathTextParam(
      { title: 'Keyword', help: 'What the community is about.', examples: [exampleValues.communityWord] },
      512,
    ),
    ...primaryPageParams,
  }),
  ...definePrimaryPagedResult('community', communitySchema),
  upstreamQuery: 'CommunitiesSearch',
  errors: [400],
  guesses: ['The reference shows no parameters beside the keyword; count and cursor are assumed (assumption 6.5).', fieldsGuess],
});

/** Primary reference, index: community details. Shape: assumption 6.4. */
export const community = defineCommunityEndpoint({
  id: 'primary.community',
  title: 'Community',
  summary: 'The name, description and counts of a community.',
  path: '/communities/{communityId}',
  params: z.strictObject({ communityId: communityIdParam }),
  result: createSingleObjectSchema(communitySchema),
  yields: [...createYieldsUnderData('community'), { kind: 'other', at: ['data', 'rules'] }],
  upstreamQuery: 'CommunityByRestId',
  errors: [400, 422],
  guesses: [fieldsGuess],
});

export const communityTweets = defineCommunityEndpoint({
  id: 'primary.communityTweets',
  title: 'Community Posts',
  summary: 'The posts of a community.',
  path: '/communities/{communityId}/tweets',
  ...communityPageRowFields,
  ...definePrimaryPagedResult('post', tweetSchema),
  upstreamQuery: 'CommunityTweetsTimeline',
});

export const communityMembers = defineCommunityEndpoint({
  id: 'primary.communityMembers',
  title: 'Community Members',
  summary: 'The members of a community.',
  path: '/communities/{communityId}/members',
  ...communityPageRowFields,
  ...pagedUsersRowFields,
  guesses: [
    'The reference shows no parameters and no answer for this path; those of the moderators are assumed (assumption 6.6).',
  ],
});

export const communityMembersSearch = defineCommunityEndpoint({
  id: 'primary.communityMembersSearch',
  title: 'Search Community Members',
  summary: 'The members of a community whose handles match a text.',
  path: '/communities/{communityId}/members/search',
  params: z.strictObject({
    communityId: communityIdParam,
    query: textParamWithGuessedLimit({ title: 'Text', help: 'Part of the handle.', examples: [exampleValues.memberText] }),
    ...primaryPageParams,
  }),
  paramAliases: { query: ['searchTerm', 'searchItem', 'q'] },
  ...pagedUsersRowFields,
  errors: [400, 422],
  guesses: [
    'The reference does not name the parameter of the text; query is assumed, count and cursor too (assumption 6.7).',
    'The reference does not show the answer; a collection of users is assumed (assumption 6.7).',
  ],
});

export const communityModerators = defineCommunityEndpoint({
  id: 'primary.communityModerators',
  title: 'Community Moderators',
  summary: 'The moderators and admins of a community.',
  path: '/communities/{communityId}/moderators',
  ...communityPageRowFields,
  ...pagedUsersRowFields,
});
