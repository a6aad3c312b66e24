import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import {
  choiceParam,
  countParamWithGuessedMax,
  flagParam,
  limitParam,
  withGatewayIdGuess,
  optionalParam,
  timeParam,
  textParamWithGuessedLimit,
} from '../../params.ts';
import {
  createGatewayResultsSchema,
  gatewaySpaceTweetSchema,
  spaceParticipantsSchema,
  spaceSchema,
  spaceSummarySchema,
} from '../../schemas/gateway.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { userIdParam as primaryUserId } from '../shared.ts';

const boundsGuess =
  "The reference doesn't say whether the bounds are included; the first is assumed to be, the last not (assumption 7.29).";
const states = ['live', 'scheduled', 'ended'] as const;
const spaceSummariesRowFields = {
  result: createGatewayResultsSchema(spaceSummarySchema),
  yields: createYieldsUnderData('space'),
};
const userId = withGatewayIdGuess(primaryUserId);
const space_id = z
  .string()
  .regex(/^[A-Za-z0-9]{1,30}$/, 'must be a string of at most 30 letters and digits')
  .meta({
    title: 'Space ID',
    help: "The Space's ID: letters and digits.",
    examples: [exampleValues.spaceId],
    isName: true,
    guess: "The reference doesn't state this ID's format; 1 to 30 letters and digits are assumed (assumption 7.24).",
  });
const topic = optionalParam(
  textParamWithGuessedLimit({ title: 'Topic', help: 'Only Spaces about this topic.', examples: [exampleValues.spaceTopic] }),
);
const defineEndpoint = createEndpointDefiner('gateway', 'spaces');

export const gatewaySpace = defineEndpoint({
  id: 'gateway.space',
  title: 'Space',
  summary: "A Space's state, hosts, speakers, and counts.",
  path: '/space/{space_id}',
  params: z.strictObject({ space_id }),
  result: spaceSchema,
  yields: [{ kind: 'space', at: [], id: 'id' }],
  errors: [404],
});

export const gatewaySpacesSearch = defineEndpoint({
  id: 'gateway.spacesSearch',
  title: 'Search Spaces',
  summary: 'Spaces that match a query.',
  path: '/spaces/search',
  params: z.strictObject({
    q: textParamWithGuessedLimit({ title: 'Query', help: 'Words in the title or name.', examples: [exampleValues.spaceWord] }),
    state: optionalParam(
      choiceParam({ title: 'State', help: 'Spaces in this state.', examples: ['live'], serviceDefault: 'live' }, states),
    ),
    limit: limitParam(20, 100),
  }),
  ...spaceSummariesRowFields,
  errors: [400],
});

/** Totals aren't filtered by the role (assumption 7.14). */
export const gatewaySpaceParticipants = defineEndpoint({
  id: 'gateway.spaceParticipants',
  title: 'Space Participants',
  summary: "A Space's hosts, speakers, and listeners.",
  path: '/space/{space_id}/participants',
  params: z.strictObject({
    space_id,
    limit: limitParam(100, 1000),
    role: optionalParam(
      choiceParam({ title: 'Role', help: 'Only people with this role.', examples: ['speaker'] }, ['host', 'speaker', 'listener']),
    ),
  }),
  result: spaceParticipantsSchema,
  yields: [
    { kind: 'user', at: ['hosts'], id: 'id', role: 'host' },
    { kind: 'user', at: ['speakers'], id: 'id', role: 'speaker' },
    { kind: 'user', at: ['listeners'], id: 'id', role: 'listener' },
  ],
  errors: [404],
});

export const gatewayUserSpaces = defineEndpoint({
  id: 'gateway.userSpaces',
  title: 'User Spaces',
  summary: 'Spaces that a user hosted, spoke in, or joined.',
  path: '/user/{user_id}/spaces',
  params: z.strictObject({
    user_id: userId,
    state: optionalParam(
      choiceParam(
        {
          ...{ title: 'State', help: 'Spaces in this state.', examples: ['live'] },
          guess: 'The reference states no default; all states are assumed (assumption 7.15).',
        },
        states,
      ),
    ),
    role: optionalParam(
      choiceParam({ title: 'Role', help: 'Spaces where the user has this role.', examples: ['host'] }, [
        'host',
        'speaker',
        'participant',
      ]),
    ),
    limit: limitParam(20, 100),
  }),
  ...spaceSummariesRowFields,
  errors: [404],
});

export const gatewaySpaceTweets = defineEndpoint({
  id: 'gateway.spaceTweets',
  title: 'Space Posts',
  summary: 'Posts that share a Space.',
  path: '/space/{space_id}/tweets',
  params: z.strictObject({ space_id, limit: limitParam(20, 100) }),
  result: () => openObject({ data: z.array(gatewaySpaceTweetSchema()) }),
  yields: createYieldsUnderData('post'),
  errors: [404],
});

export const gatewaySpacesScheduled = defineEndpoint({
  id: 'gateway.spacesScheduled',
  title: 'Scheduled Spaces',
  summary: 'Upcoming Spaces.',
  path: '/spaces/scheduled',
  params: z.strictObject({
    from: optionalParam(
      timeParam({
        title: 'From',
        help: 'Spaces that start at or after this time.',
        examples: ['2026-01-31T10:00:00Z'],
        guess: boundsGuess,
      }),
    ),
    to: optionalParam(
      timeParam({
        title: 'To',
        help: 'Spaces that start before this time.',
        examples: ['2026-02-28T10:00:00Z'],
        guess: boundsGuess,
      }),
    ),
    topic,
    limit: limitParam(20, 100),
  }),
  ...spaceSummariesRowFields,
  example: { topic: exampleValues.spaceTopic },
});

export const gatewaySpacesLive = defineEndpoint({
  id: 'gateway.spacesLive',
  title: 'Live Spaces',
  summary: 'Spaces that are live now.',
  path: '/spaces/live',
  params: z.strictObject({
    topic,
    min_participants: optionalParam(
      countParamWithGuessedMax({
        title: 'Minimum Participants',
        help: 'Only Spaces with at least this many participants.',
        examples: [10],
      }),
    ),
    verified_hosts_only: optionalParam(
      flagParam({ title: 'Verified Hosts Only', help: 'Only Spaces with verified hosts.', examples: [true] }),
    ),
    limit: limitParam(20, 100),
  }),
  result: () => openObject({ data: z.array(spaceSummarySchema()) }),
  yields: createYieldsUnderData('space'),
  example: { topic: exampleValues.spaceTopic },
});
