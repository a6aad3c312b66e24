import * as z from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { integerParam } from '../../params.ts';
import { collectionOf, hashflagSchema, singleOf, trendPlaceSchema, trendSchema } from '../../schemas/primary.ts';
import { inData } from '../../yields.ts';
import { exampleValues } from '../exampleValues.ts';

const service = 'primary';
const group = 'trends';
const method = 'GET';

/** Primary reference, index: trending topics by WOEID. Parameter rule and shape: decision 6.12. */
export const trends = defineEndpoint({
  id: 'primary.trends',
  service,
  group,
  title: 'Trends',
  summary: 'The trending topics of a place.',
  method,
  path: '/trends/{locationId}',
  params: z.strictObject({
    locationId: integerParam(
      { title: 'Place (WOEID)', help: 'The number of the place; 1 is the whole world.', examples: [exampleValues.woeid] },
      1,
      2_147_483_647,
    ),
  }),
  result: collectionOf(trendSchema),
  yields: inData('trend', 'name'),
  errors: [400, 422],
  guesses: ['The reference does not show the fields of a trend.'],
  example: { locationId: exampleValues.woeid },
});

/** Primary reference, index: places with trends and their WOEIDs. Shape: decision 6.13. */
export const miscLocations = defineEndpoint({
  id: 'primary.miscLocations',
  service,
  group,
  title: 'Places with Trends',
  summary: 'The places that have trends, with their WOEIDs.',
  method,
  path: '/misc/locations',
  params: z.strictObject({}),
  result: singleOf(z.array(trendPlaceSchema)),
  yields: inData('place', 'woeid'),
  guesses: ['The reference does not show the fields of a place.'],
  example: {},
});

/** Primary reference, GET /misc/emojis. */
export const miscEmojis = defineEndpoint({
  id: 'primary.miscEmojis',
  service,
  group,
  title: 'Hashflags',
  summary: 'The hashtags that have an emoji of their own.',
  method,
  path: '/misc/emojis',
  params: z.strictObject({}),
  result: singleOf(z.array(hashflagSchema)),
  yields: inData('other', 'hashtag'),
  errors: [400],
  example: {},
});
