import { requirePlaceByWoeid } from './params.ts';
import { syntheticPlatformUrl } from '../world/landmarks.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { WorldPlace, WorldTrend } from '../world/world.ts';
import { toWholeBodyAnswer, toServiceBuiltAnswer, toUnpagedCollectionAnswer } from './collectionAnswers.ts';
import type { EndpointAnswerer } from './answer.ts';

export function toTrendSearchLink(name: string): { readonly query: string; readonly url: string } {
  const query = encodeURIComponent(name.includes(' ') ? `"${name}"` : name);
  return { query, url: `${syntheticPlatformUrl}/search?q=${query}` };
}

export const trends: EndpointAnswerer<'trends'> = ({ world, params, format }) => {
  const odd = { status: 422, message: 'locationId takes a whole number, the WOEID of a place' };
  const place = requirePlaceByWoeid(world, params.locationId ?? '', odd, 400);
  const found = world.trendsAt(place.woeid);
  const asOf = toIsoSeconds(world.nowMs);
  return format === 'raw'
    ? toWholeBodyAnswer([
        {
          trends: found.map(toUpstreamTrend),
          as_of: asOf,
          created_at: asOf,
          locations: [{ name: place.name, woeid: place.woeid }],
        },
      ])
    : toUnpagedCollectionAnswer(
        found.map((trend, index) => ({
          name: trend.name,
          ...toTrendSearchLink(trend.name),
          tweetVolume: trend.volume ?? null,
          rank: index + 1,
        })),
      );
};

export const miscLocations: EndpointAnswerer<'miscLocations'> = (question) =>
  toServiceBuiltAnswer(question, question.world.places().map(toTrendPlace));

export const miscEmojis: EndpointAnswerer<'miscEmojis'> = (question) =>
  toServiceBuiltAnswer(question, question.world.hashflags());

export const placeTypeCodes: Readonly<Record<WorldPlace['kind'], number>> = { Supername: 19, Country: 12, Town: 7 };

function toTrendPlace(place: WorldPlace): unknown {
  return {
    name: place.name,
    woeid: place.woeid,
    country: place.country,
    countryCode: place.countryCode ?? null,
    parentid: place.parentWoeid,
    placeType: { code: placeTypeCodes[place.kind], name: place.kind },
    url: `https://places.example/v1/place/${place.woeid}`,
  };
}

function toUpstreamTrend(trend: WorldTrend): unknown {
  return { name: trend.name, ...toTrendSearchLink(trend.name), promoted_content: null, tweet_volume: trend.volume ?? null };
}
