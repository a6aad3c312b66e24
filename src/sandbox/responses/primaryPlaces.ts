import type { Job as JobRecord } from '../../client/schemas/primary.ts';
import { throwRefusal } from '../refusals.ts';
import { toUpstreamJob } from '../upstream/upstreamGroups.ts';
import { syntheticPlatformUrl } from '../world/landmarks.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { WorldPlace, WorldTrend, WorldJob } from '../world/world.ts';
import type { EndpointResponder } from './response.ts';
import {
  toWholeBodyResponse,
  toServiceBuiltResponse,
  toUnpagedCollectionResponse,
  toCollectionResponse,
  toSingleResponse,
} from './collectionResponses.ts';
import { requirePlaceByWoeid, requireNumericIdParam, requireTextParam } from './params.ts';

export function toTrendSearchLink(name: string): { readonly query: string; readonly url: string } {
  const query = encodeURIComponent(name.includes(' ') ? `"${name}"` : name);
  return { query, url: `${syntheticPlatformUrl}/search?q=${query}` };
}

export const trends: EndpointResponder<'trends'> = ({ world, params, format }) => {
  const invalid = { status: 422, message: 'locationId takes a whole number, the WOEID of a place' };
  const place = requirePlaceByWoeid(world, params.locationId ?? '', invalid, 400);
  const found = world.trendsAt(place.woeid);
  const asOf = toIsoSeconds(world.nowMs);
  return format === 'raw'
    ? toWholeBodyResponse([
        {
          trends: found.map(toUpstreamTrend),
          as_of: asOf,
          created_at: asOf,
          locations: [{ name: place.name, woeid: place.woeid }],
        },
      ])
    : toUnpagedCollectionResponse(
        found.map((trend, index) => ({
          name: trend.name,
          ...toTrendSearchLink(trend.name),
          tweetVolume: trend.volume ?? null,
          rank: index + 1,
        })),
      );
};

export const miscLocations: EndpointResponder<'miscLocations'> = (query) =>
  toServiceBuiltResponse(query, query.world.places().map(toTrendPlace));

export const miscEmojis: EndpointResponder<'miscEmojis'> = (query) => toServiceBuiltResponse(query, query.world.hashflags());

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

export const jobsSearch: EndpointResponder<'jobsSearch'> = (query) => {
  const term = requireTextParam(query, 'searchTerm').toLowerCase();
  const { jobLocationId } = query.params;
  const found = query.world
    .jobs()
    .filter(({ title, company }) => `${title}\n${company}`.toLowerCase().includes(term))
    .filter(({ locationId }) => jobLocationId === undefined || locationId === jobLocationId);
  return toCollectionResponse(query, found, toJob, (items, page) => ({
    data: {
      job_search: { items_results: items.map(toUpstreamJob), slice_info: page.isEnd ? {} : { next_cursor: page.bottom } },
    },
  }));
};

export const job: EndpointResponder<'job'> = (query) => {
  const id = requireNumericIdParam(query, 'jobId');
  const found = query.world.job(id) ?? throwRefusal(400, `Job ${id} was not found`);
  return toSingleResponse(query, { ...toJob(found), description: found.description }, undefined);
};

/** Primary reference, GET /jobs/find-location/{term}: up to 10 places (assumption 6.11). */
export const jobsFindLocation: EndpointResponder<'jobsFindLocation'> = (query) => {
  const term = requireTextParam(query, 'term').toLowerCase();
  const found = query.world
    .places()
    .filter((place) => place.locationId !== undefined && formatPlaceName(place).toLowerCase().includes(term))
    .slice(0, 10);
  return query.format === 'raw'
    ? toWholeBodyResponse({
        data: {
          location_type_ahead: found.map((place) => ({ display_name: formatPlaceName(place), location_id: place.locationId })),
        },
      })
    : toUnpagedCollectionResponse(found.map((place) => ({ id: place.locationId, name: formatPlaceName(place) })));
};

function formatPlaceName(place: WorldPlace): string {
  return `${place.name}, ${place.country}`;
}

function toJob(found: WorldJob): JobRecord {
  const { id, title, company, location, url, salary } = found;
  const salaryText = salary === undefined ? null : `${salary.currency} ${salary.min}–${salary.max} a year`;
  return { id, title, company, location, url, createdAt: toIsoSeconds(found.createdAtMs), salaryText };
}
