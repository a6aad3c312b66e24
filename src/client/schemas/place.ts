import * as z from 'zod';

/** Primary reference, Location suggestion (job location search, simple format). */
export const locationSuggestionSchema = z.looseObject({ id: z.string(), name: z.string() }).meta({ id: 'LocationSuggestion' });

/** A place with trends. The primary reference shows no field of it; these are the guess of decision 6.13. */
export const trendPlaceSchema = z
  .looseObject({
    name: z.string(),
    woeid: z.int(),
    country: z.string().nullish(),
    countryCode: z.string().nullish(),
    parentid: z.int().nullish(),
    placeType: z.looseObject({ code: z.int().nullish(), name: z.string().nullish() }).nullish(),
    url: z.string().nullish(),
  })
  .meta({ id: 'TrendPlace' });

export type LocationSuggestion = z.output<typeof locationSuggestionSchema>;
export type TrendPlace = z.output<typeof trendPlaceSchema>;
