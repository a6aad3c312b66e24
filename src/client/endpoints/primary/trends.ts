import * as z from 'zod';
import {
  createCollectionSchema,
  hashflagSchema,
  createSingleObjectSchema,
  trendPlaceSchema,
  trendSchema,
} from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { woeidParam } from '../shared.ts';

const defineEndpoint = createEndpointDefiner('primary', 'trends');

export const trends = defineEndpoint({
  id: 'primary.trends',
  title: 'Trends',
  summary: "A place's trending topics.",
  path: '/trends/{locationId}',
  params: z.strictObject({
    locationId: woeidParam,
  }),
  result: createCollectionSchema(trendSchema),
  yields: createYieldsUnderData('trend', 'name'),
  errors: [400, 422],
  guesses: ["The reference doesn't show a trend's fields (assumption 6.12)."],
});

export const miscLocations = defineEndpoint({
  id: 'primary.miscLocations',
  title: 'Places with Trends',
  summary: 'Places with trends, and their WOEIDs.',
  path: '/misc/locations',
  params: z.strictObject({}),
  result: createSingleObjectSchema(() => z.array(trendPlaceSchema())),
  yields: createYieldsUnderData('place', 'woeid'),
  guesses: ["The reference doesn't show a place's fields (assumption 6.13)."],
});

export const miscEmojis = defineEndpoint({
  id: 'primary.miscEmojis',
  title: 'Hashflags',
  summary: 'Hashtags with their own emoji.',
  path: '/misc/emojis',
  params: z.strictObject({}),
  result: createSingleObjectSchema(() => z.array(hashflagSchema())),
  yields: createYieldsUnderData('other', 'hashtag'),
  errors: [400],
});
