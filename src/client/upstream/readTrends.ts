import type { Hashflag, LocationSuggestion, Trend, TrendPlace } from '../schemas/primary.ts';
import { countIn, filledIn, isObject, objectIn, textIn } from './node.ts';

interface RawTrend {
  readonly name?: unknown;
  readonly query?: unknown;
  readonly url?: unknown;
  readonly tweet_volume?: unknown;
  readonly rank?: unknown;
  readonly trend_url?: unknown;
  readonly trend_metadata?: unknown;
}

interface RawPlace {
  readonly name?: unknown;
  readonly woeid?: unknown;
  readonly country?: unknown;
  readonly countryCode?: unknown;
  readonly parentid?: unknown;
  readonly placeType?: unknown;
  readonly code?: unknown;
  readonly url?: unknown;
}

interface RawLocation {
  readonly location_id?: unknown;
  readonly display_name?: unknown;
}

interface RawHashflag {
  readonly hashtag?: unknown;
  readonly starting_timestamp_ms?: unknown;
  readonly ending_timestamp_ms?: unknown;
  readonly asset_url?: unknown;
  readonly is_hashfetti_enabled?: unknown;
}

/**
 * A trend of trends/place (upstream shapes, section 1; decision 6.12); undefined without a name.
 * @param index its place in the list, from which the rank follows
 */
export function toTrend(value: unknown, index?: number): Trend | undefined {
  const raw: RawTrend = objectIn(value);
  return typeof raw.name === 'string'
    ? {
        name: raw.name,
        query: textIn(raw.query) ?? null,
        url: textIn(raw.url) ?? null,
        tweetVolume: countIn(raw.tweet_volume) ?? null,
        rank: index === undefined ? null : index + 1,
      }
    : undefined;
}

/**
 * A trend of a timeline, in the names of 2023 or of today. It has an address of the app, from which the query follows, and
 * its volume only in words, which differ with the viewer's language.
 */
export function toTimelineTrend(value: unknown): Trend | undefined {
  const raw: RawTrend = objectIn(value);
  if (typeof raw.name !== 'string') {
    return undefined;
  }
  const metadata: RawTrend = objectIn(raw.trend_metadata);
  const url = addressOf(raw.trend_url) ?? addressOf(raw.url) ?? addressOf(metadata.url) ?? null;
  return { name: raw.name, query: queryOf(url), url, tweetVolume: null, rank: countIn(raw.rank) ?? null };
}

function addressOf(link: unknown): string | undefined {
  const { url }: RawTrend = objectIn(link);
  return filledIn(url);
}

function queryOf(url: string | null): string | null {
  const start = url === null ? -1 : url.indexOf('?query=');
  if (url === null || start < 0) {
    return null;
  }
  const end = url.indexOf('&', start);
  return url.slice(start + '?query='.length, end < 0 ? undefined : end);
}

/** A place with trends (decision 6.13); undefined without its number. */
export function toPlace(value: unknown): TrendPlace | undefined {
  const raw: RawPlace = objectIn(value);
  const woeid = countIn(raw.woeid);
  if (woeid === undefined || typeof raw.name !== 'string') {
    return undefined;
  }
  const kind: RawPlace = objectIn(raw.placeType);
  return {
    name: raw.name,
    woeid,
    country: textIn(raw.country) ?? null,
    countryCode: textIn(raw.countryCode) ?? null,
    parentid: countIn(raw.parentid) ?? null,
    placeType: isObject(raw.placeType) ? { code: countIn(kind.code) ?? null, name: textIn(kind.name) ?? null } : null,
    url: textIn(raw.url) ?? null,
  };
}

/** Primary reference, Location suggestion. */
export function toLocation(value: unknown): LocationSuggestion | undefined {
  const { location_id, display_name }: RawLocation = objectIn(value);
  return typeof location_id === 'string' && typeof display_name === 'string'
    ? { id: location_id, name: display_name }
    : undefined;
}

/** Primary reference, Hashflag: raw and simple are one; times that are texts become numbers. */
export function toHashflag(value: unknown): Hashflag | undefined {
  const raw: RawHashflag = objectIn(value);
  const start = countIn(raw.starting_timestamp_ms);
  const end = countIn(raw.ending_timestamp_ms);
  return typeof raw.hashtag === 'string' && start !== undefined && end !== undefined
    ? {
        hashtag: raw.hashtag,
        starting_timestamp_ms: start,
        ending_timestamp_ms: end,
        asset_url: textIn(raw.asset_url) ?? '',
        is_hashfetti_enabled: raw.is_hashfetti_enabled === true,
      }
    : undefined;
}
