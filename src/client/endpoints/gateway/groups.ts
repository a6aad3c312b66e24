import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import {
  choiceParam,
  cursorParam,
  limitParam,
  withGatewayIdGuess,
  optionalParam,
  textParamWithGuessedLimit,
} from '../../params.ts';
import {
  gatewayListMemberSchema,
  gatewayListSchema,
  createGatewayResultsSchema,
  gatewayTweetSchema,
  gatewayCommunityMemberSchema,
  gatewayCommunitySchema,
  gatewayCommunityTweetSchema,
} from '../../schemas/gateway.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import {
  defineGatewayPagedResult,
  listIdParam as primaryListId,
  userIdParam as primaryUserId,
  communityIdParam as primaryCommunityId,
} from '../shared.ts';
import { undocumentedRecordSchema } from '../../schemas/primary.ts';

const listId = withGatewayIdGuess(primaryListId);
const userId = withGatewayIdGuess(primaryUserId);
const createUserListsSchema = () =>
  z
    .array(gatewayListSchema())
    .meta({ guess: "The reference doesn't show the items in these lists; a list is assumed (assumption 7.27)." });
const defineListEndpoint = createEndpointDefiner('gateway', 'lists');
const defineCommunityEndpoint = createEndpointDefiner('gateway', 'communities');

export const gatewayList = defineListEndpoint({
  id: 'gateway.list',
  title: 'List',
  summary: "A list's name, description, owner, and counts.",
  path: '/list/{list_id}',
  params: z.strictObject({ list_id: listId }),
  result: gatewayListSchema,
  yields: [{ kind: 'list', at: [], id: 'id' }],
  errors: [403, 404],
});

export const gatewayListMembers = defineListEndpoint({
  id: 'gateway.listMembers',
  title: 'List Members',
  summary: "A list's members.",
  path: '/list/{list_id}/members',
  params: z.strictObject({ list_id: listId, limit: limitParam(100, 1000), cursor: cursorParam }),
  ...defineGatewayPagedResult('user', gatewayListMemberSchema),
  errors: [403, 404],
});

export const gatewayListTweets = defineListEndpoint({
  id: 'gateway.listTweets',
  title: 'List Posts',
  summary: "Posts by a list's members.",
  path: '/list/{list_id}/tweets',
  params: z.strictObject({ list_id: listId, limit: limitParam(20, 100), cursor: cursorParam }),
  ...defineGatewayPagedResult('post', gatewayTweetSchema),
  errors: [403, 404],
});

export const gatewayUserLists = defineListEndpoint({
  id: 'gateway.userLists',
  title: 'User Lists',
  summary: 'Lists that a user owns or follows.',
  path: '/user/{user_id}/lists',
  params: z.strictObject({
    user_id: userId,
    type: optionalParam(
      choiceParam({ title: 'Type', help: 'Which lists to include.', examples: ['owned'], serviceDefault: 'all' }, [
        'owned',
        'subscribed',
        'all',
      ]),
    ),
    limit: limitParam(20, 100),
  }),
  result: () => openObject({ owned_lists: createUserListsSchema(), subscribed_lists: createUserListsSchema() }),
  yields: [
    { kind: 'list', at: ['owned_lists'], id: 'id' },
    { kind: 'list', at: ['subscribed_lists'], id: 'id' },
  ],
  errors: [404],
});

export const gatewayListsSearch = defineListEndpoint({
  id: 'gateway.listsSearch',
  title: 'Search Lists',
  summary: 'Lists that match a query.',
  path: '/lists/search',
  params: z.strictObject({
    q: textParamWithGuessedLimit({ title: 'Query', help: 'Words in the title or name.', examples: [exampleValues.listWord] }),
    limit: limitParam(20, 100),
  }),
  result: createGatewayResultsSchema(gatewayListSchema),
  yields: createYieldsUnderData('list'),
  errors: [400],
});

const roles = ['admin', 'moderator', 'member'] as const;
const communityId = withGatewayIdGuess(primaryCommunityId);

export const gatewayCommunity = defineCommunityEndpoint({
  id: 'gateway.community',
  title: 'Community',
  summary: "A community's name, description, and counts.",
  path: '/community/{community_id}',
  params: z.strictObject({ community_id: communityId }),
  result: gatewayCommunitySchema,
  yields: [
    { kind: 'community', at: [], id: 'id' },
    { kind: 'other', at: ['rules'] },
  ],
  errors: [403, 404],
});

export const gatewayCommunityMembers = defineCommunityEndpoint({
  id: 'gateway.communityMembers',
  title: 'Community Members',
  summary: "A community's members.",
  path: '/community/{community_id}/members',
  params: z.strictObject({
    community_id: communityId,
    role: optionalParam(choiceParam({ title: 'Role', help: 'Only people with this role.', examples: ['moderator'] }, roles)),
    limit: limitParam(100, 1000),
  }),
  result: () =>
    openObject({
      data: z.array(gatewayCommunityMemberSchema()),
      meta: openObject({ total_members: z.int(), admins: z.int(), moderators: z.int(), members: z.int() }),
    }),
  yields: createYieldsUnderData('user'),
  errors: [403, 404],
});

export const gatewayCommunityTweets = defineCommunityEndpoint({
  id: 'gateway.communityTweets',
  title: 'Community Posts',
  summary: "A community's posts.",
  path: '/community/{community_id}/tweets',
  params: z.strictObject({
    community_id: communityId,
    limit: limitParam(20, 100),
    sort: optionalParam(
      choiceParam({ title: 'Order', help: 'The sort order.', examples: ['top'], serviceDefault: 'recent' }, ['recent', 'top']),
    ),
  }),
  result: () => openObject({ data: z.array(gatewayCommunityTweetSchema()) }),
  yields: createYieldsUnderData('post'),
  errors: [403, 404],
});

/** Gateway reference, Communities: only a role filter that starts with `admin` is stated (assumption 7.17). */
export const gatewayUserCommunities = defineCommunityEndpoint({
  id: 'gateway.userCommunities',
  title: 'User Communities',
  summary: 'Communities that a user belongs to.',
  path: '/user/{user_id}/communities',
  params: z.strictObject({
    user_id: userId,
    role: optionalParam(
      choiceParam({ title: 'Role', help: 'Communities where the user has this role.', examples: ['admin'] }, roles),
    ),
  }),
  result: undocumentedRecordSchema,
  yields: [{ kind: 'community', at: ['data'], id: 'id', hasOpenFields: true }],
  errors: [404],
  guesses: [
    'The reference shows only the role admin and no other parameters; moderator and member are assumed (assumption 7.17).',
    "The reference doesn't show the response; any object is accepted (assumption 7.17).",
  ],
});
