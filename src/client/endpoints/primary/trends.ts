import * as z from 'zod';
import { collectionOf, hashflagSchema, singleOf, trendPlaceSchema, trendSchema } from '../../schemas/primary.ts';
import { endpointsOf, inData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { woeid } from '../shared.ts';

const defineEndpoint = endpointsOf('primary', 'trends');

/** Primary reference, index: trending topics by WOEID. Parameter rule and shape: assumption 6.12. */
export const trends = defineEndpoint({
  id: 'primary.trends',
  title: 'Trends',
  summary: 'The trending topics of a place.',
  path: '/trends/{locationId}',
  params: z.strictObject({
    locationId: woeid,
  }),
  result: collectionOf(trendSchema),
  yields: inData('trend', 'name'),
  errors: [400, 422],
  guesses: ['The reference does not show the fields of a trend (assumption 6.12).'],
  example: { locationId: exampleValues.woeid },
});

/** Primary reference, index: places with trends and their WOEIDs. Shape: assumption 6.13. */
export const miscLocations = defineEndpoint({
  id: 'primary.miscLocations',
  title: 'Places with Trends',
  summary: 'The places that have trends, with their WOEIDs.',
  path: '/misc/locations',
  params: z.strictObject({}),
  result: singleOf(() => z.array(trendPlaceSchema())),
  yields: inData('place', 'woeid'),
  guesses: ['The reference does not show the fields of a place (assumption 6.13).'],
  example: {},
});

/** Primary reference, GET /misc/emojis. */
export const miscEmojis = defineEndpoint({
  id: 'primary.miscEmojis',
  title: 'Hashflags',
  summary: 'The hashtags that have an emoji of their own.',
  path: '/misc/emojis',
  params: z.strictObject({}),
  result: singleOf(() => z.array(hashflagSchema())),
  yields: inData('other', 'hashtag'),
  errors: [400],
  example: {},
});
