import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import { choiceParam, limitParam, withGatewayIdGuess, optionalParam } from '../../params.ts';
import { gatewayCommunityMemberSchema, gatewayCommunitySchema, gatewayCommunityTweetSchema } from '../../schemas/gateway.ts';
import { undocumentedRecordSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { communityIdParam as primaryCommunityId, userIdParam as primaryUserId } from '../shared.ts';

const roles = ['admin', 'moderator', 'member'] as const;
const communityId = withGatewayIdGuess(primaryCommunityId);
const userId = withGatewayIdGuess(primaryUserId);
const defineEndpoint = createEndpointDefiner('gateway', 'communities');

export const gatewayCommunity = defineEndpoint({
  id: 'gateway.community',
  title: 'Community',
  summary: 'The name, rules, admin and counts of a community.',
  path: '/community/{community_id}',
  params: z.strictObject({ community_id: communityId }),
  result: gatewayCommunitySchema,
  yields: [
    { kind: 'community', at: [], id: 'id' },
    { kind: 'other', at: ['rules'] },
  ],
  errors: [403, 404],
});

export const gatewayCommunityMembers = defineEndpoint({
  id: 'gateway.communityMembers',
  title: 'Community Members',
  summary: 'The members of a community with their roles.',
  path: '/community/{community_id}/members',
  params: z.strictObject({
    community_id: communityId,
    role: optionalParam(choiceParam({ title: 'Role', help: 'Only members with this role.', examples: ['moderator'] }, roles)),
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

export const gatewayCommunityTweets = defineEndpoint({
  id: 'gateway.communityTweets',
  title: 'Community Posts',
  summary: 'The posts of a community.',
  path: '/community/{community_id}/tweets',
  params: z.strictObject({
    community_id: communityId,
    limit: limitParam(20, 100),
    sort: optionalParam(
      choiceParam({ title: 'Order', help: 'The order of the posts.', examples: ['top'], serviceDefault: 'recent' }, [
        'recent',
        'top',
      ]),
    ),
  }),
  result: () => openObject({ data: z.array(gatewayCommunityTweetSchema()) }),
  yields: createYieldsUnderData('post'),
  errors: [403, 404],
});

/** Gateway reference, Communities: only a role filter that starts with `admin` is stated. Assumption 7.17. */
export const gatewayUserCommunities = defineEndpoint({
  id: 'gateway.userCommunities',
  title: 'User Communities',
  summary: 'The communities that a user belongs to.',
  path: '/user/{user_id}/communities',
  params: z.strictObject({
    user_id: userId,
    role: optionalParam(
      choiceParam({ title: 'Role', help: 'Communities in which the user has this role.', examples: ['admin'] }, roles),
    ),
  }),
  result: undocumentedRecordSchema,
  yields: [{ kind: 'community', at: ['data'], id: 'id', hasOpenFields: true }],
  errors: [404],
  guesses: [
    'The reference shows the role admin only and no further parameters; moderator and member are assumed (assumption 7.17).',
    'The reference does not show the answer; any object is taken (assumption 7.17).',
  ],
});
