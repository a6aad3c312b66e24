import * as z from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { countParam, cursorParam, idParam, pathTextParam, textParam } from '../../params.ts';
import { collectionOf, communitySchema, singleOf, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { inData } from '../../yields.ts';
import { exampleValues } from '../exampleValues.ts';
import { collectionPaging } from './collectionPaging.ts';

const users = collectionOf(userSchema);
const communityId = idParam({
  title: 'Community Id',
  help: 'The numeric id of the community.',
  examples: [exampleValues.communityId],
});
const pageParams = z.strictObject({ communityId, count: countParam(), cursor: cursorParam() });
const fieldsGuess = 'The reference does not show the fields of a community.';
const service = 'primary';
const group = 'communities';
const method = 'GET';

/** Primary reference, index: search communities by keyword. Parameters and shape: decision 6.5. */
export const communitiesSearch = defineEndpoint({
  id: 'primary.communitiesSearch',
  service,
  group,
  title: 'Search Communities',
  summary: 'The communities that match a keyword.',
  method,
  path: '/communities/search/{searchTerm}',
  params: z.strictObject({
    searchTerm: pathTextParam(
      { title: 'Keyword', help: 'What the community is about.', examples: [exampleValues.communityWord] },
      512,
    ),
    count: countParam(),
    cursor: cursorParam(),
  }),
  result: collectionOf(communitySchema),
  yields: inData('community'),
  upstreamQuery: 'CommunitiesSearch',
  paging: collectionPaging,
  errors: [400],
  guesses: ['The reference shows no parameters beside the keyword; count and cursor are assumed.', fieldsGuess],
  example: { searchTerm: exampleValues.communityWord },
});

/** Primary reference, index: community details. Shape: decision 6.4. */
export const community = defineEndpoint({
  id: 'primary.community',
  service,
  group,
  title: 'Community',
  summary: 'The name, description and counts of a community.',
  method,
  path: '/communities/{communityId}',
  params: z.strictObject({ communityId }),
  result: singleOf(communitySchema),
  yields: [...inData('community'), { kind: 'other', at: ['data', 'rules'] }],
  upstreamQuery: 'CommunityByRestId',
  errors: [400, 422],
  guesses: [fieldsGuess],
  example: { communityId: exampleValues.communityId },
});

/** Primary reference, Community endpoints. */
export const communityTweets = defineEndpoint({
  id: 'primary.communityTweets',
  service,
  group,
  title: 'Community Tweets',
  summary: 'The tweets of a community.',
  method,
  path: '/communities/{communityId}/tweets',
  params: pageParams,
  result: collectionOf(tweetSchema),
  yields: inData('post'),
  upstreamQuery: 'CommunityTweetsTimeline',
  paging: collectionPaging,
  errors: [400, 422],
  example: { communityId: exampleValues.communityId, count: 20 },
});

/** Primary reference, index: community members. Parameters and shape: decision 6.6. */
export const communityMembers = defineEndpoint({
  id: 'primary.communityMembers',
  service,
  group,
  title: 'Community Members',
  summary: 'The members of a community.',
  method,
  path: '/communities/{communityId}/members',
  params: pageParams,
  result: users,
  yields: inData('user'),
  paging: collectionPaging,
  errors: [400, 422],
  guesses: ['The reference shows no parameters and no answer for this path; those of the moderators are assumed.'],
  example: { communityId: exampleValues.communityId, count: 20 },
});

/** Primary reference, index: members whose handle matches a text. Parameters: decision 6.7. */
export const communityMembersSearch = defineEndpoint({
  id: 'primary.communityMembersSearch',
  service,
  group,
  title: 'Search Community Members',
  summary: 'The members of a community whose handle matches a text.',
  method,
  path: '/communities/{communityId}/members/search',
  params: z.strictObject({
    communityId,
    query: textParam({ title: 'Text', help: 'A part of the handle.', examples: [exampleValues.memberText] }, 512),
    count: countParam(),
    cursor: cursorParam(),
  }),
  paramAliases: { query: ['searchTerm', 'searchItem', 'q'] },
  result: users,
  yields: inData('user'),
  paging: collectionPaging,
  errors: [400, 422],
  guesses: [
    'The reference does not name the parameter of the text; query is assumed, count and cursor too.',
    'The reference does not show the answer; a collection of users is assumed.',
  ],
  example: { communityId: exampleValues.communityId, query: exampleValues.memberText },
});

/** Primary reference, Community endpoints. */
export const communityModerators = defineEndpoint({
  id: 'primary.communityModerators',
  service,
  group,
  title: 'Community Moderators',
  summary: 'The moderators and admins of a community.',
  method,
  path: '/communities/{communityId}/moderators',
  params: pageParams,
  result: users,
  yields: inData('user'),
  paging: collectionPaging,
  errors: [400, 422],
  example: { communityId: exampleValues.communityId, count: 20 },
});
