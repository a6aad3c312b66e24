import * as z from 'zod';
import { pathTextParam, textParamWithGuessedLimit } from '../../params.ts';
import { communitySchema, createSingleObjectSchema, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { definePrimaryPagedResult, communityIdParam, primaryPageParams } from '../shared.ts';

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const communityPageRowFields = {
  params: z.strictObject({ communityId: communityIdParam, ...primaryPageParams }),
  errors: [400, 422],
  example: { communityId: exampleValues.communityId, count: 20 },
};
const fieldsGuess = 'The reference does not show the fields of a community (assumption 6.4).';
const defineEndpoint = createEndpointDefiner('primary', 'communities');

export const communitiesSearch = defineEndpoint({
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
export const community = defineEndpoint({
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

export const communityTweets = defineEndpoint({
  id: 'primary.communityTweets',
  title: 'Community Posts',
  summary: 'The posts of a community.',
  path: '/communities/{communityId}/tweets',
  ...communityPageRowFields,
  ...definePrimaryPagedResult('post', tweetSchema),
  upstreamQuery: 'CommunityTweetsTimeline',
});

export const communityMembers = defineEndpoint({
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

export const communityMembersSearch = defineEndpoint({
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

export const communityModerators = defineEndpoint({
  id: 'primary.communityModerators',
  title: 'Community Moderators',
  summary: 'The moderators and admins of a community.',
  path: '/communities/{communityId}/moderators',
  ...communityPageRowFields,
  ...pagedUsersRowFields,
});
