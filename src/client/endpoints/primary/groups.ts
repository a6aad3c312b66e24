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
  summary: "A list's name, description, owner, and counts.",
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
  summary: "Posts by a list's members.",
  path: '/lists/tweets',
  ...listPageRowFields,
  ...definePrimaryPagedResult('post', tweetSchema),
  upstreamQuery: 'ListLatestTweetsTimeline',
  newestFirst: {},
});

export const listMembers = defineListEndpoint({
  id: 'primary.listMembers',
  title: 'List Members',
  summary: "A list's members.",
  path: '/lists/members',
  ...listPageRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'ListMembers',
});

export const listFollowers = defineListEndpoint({
  id: 'primary.listFollowers',
  title: 'List Followers',
  summary: "A list's followers.",
  path: '/lists/followers',
  ...listPageRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'ListSubscribers',
  guesses: ['The reference shows no parameters or response for this path; those of List Members are assumed (assumption 6.1).'],
});

const communityPageRowFields = {
  params: z.strictObject({ communityId: communityIdParam, ...primaryPageParams }),
  errors: [400, 422],
  example: { communityId: exampleValues.communityId, count: 20 },
};
const fieldsGuess = "The reference doesn't show a community's fields (assumption 6.4).";

export const communitiesSearch = defineCommunityEndpoint({
  id: 'primary.communitiesSearch',
  title: 'Search Communities',
  summary: 'Communities that match a keyword.',
  path: '/communities/search/{searchTerm}',
  params: z.strictObject({
    searchTerm: pathTextParam({ title: 'Keyword', help: 'The topic.', examples: [exampleValues.communityWord] }, 512),
    ...primaryPageParams,
  }),
  ...definePrimaryPagedResult('community', communitySchema),
  upstreamQuery: 'CommunitiesSearch',
  errors: [400],
  guesses: ['The reference shows no parameters except the keyword; count and cursor are assumed (assumption 6.5).', fieldsGuess],
});

export const community = defineCommunityEndpoint({
  id: 'primary.community',
  title: 'Community',
  summary: "A community's name, description, and counts.",
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
  summary: "A community's posts.",
  path: '/communities/{communityId}/tweets',
  ...communityPageRowFields,
  ...definePrimaryPagedResult('post', tweetSchema),
  upstreamQuery: 'CommunityTweetsTimeline',
});

export const communityMembers = defineCommunityEndpoint({
  id: 'primary.communityMembers',
  title: 'Community Members',
  summary: "A community's members.",
  path: '/communities/{communityId}/members',
  ...communityPageRowFields,
  ...pagedUsersRowFields,
  guesses: [
    'The reference shows no parameters or response for this path; those of Community Moderators are assumed (assumption 6.6).',
  ],
});

export const communityMembersSearch = defineCommunityEndpoint({
  id: 'primary.communityMembersSearch',
  title: 'Search Community Members',
  summary: "A community's members whose handles match the text.",
  path: '/communities/{communityId}/members/search',
  params: z.strictObject({
    communityId: communityIdParam,
    query: textParamWithGuessedLimit({ title: 'Text', help: 'Part of a handle.', examples: [exampleValues.memberText] }),
    ...primaryPageParams,
  }),
  paramAliases: { query: ['searchTerm', 'searchItem', 'q'] },
  ...pagedUsersRowFields,
  errors: [400, 422],
  guesses: [
    "The reference doesn't name the text parameter; query, count, and cursor are assumed (assumption 6.7).",
    "The reference doesn't show the response; a collection of users is assumed (assumption 6.7).",
  ],
});

export const communityModerators = defineCommunityEndpoint({
  id: 'primary.communityModerators',
  title: 'Community Moderators',
  summary: "A community's moderators and admins.",
  path: '/communities/{communityId}/moderators',
  ...communityPageRowFields,
  ...pagedUsersRowFields,
});
