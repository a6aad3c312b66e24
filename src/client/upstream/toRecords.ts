import type {
  UndocumentedRecord,
  Community,
  Hashflag,
  Job,
  List,
  LocationSuggestion,
  TrendPlace,
  Trend,
} from '../schemas/primary.ts';
import { platformSiteUrl, type TrendExtra } from './upstreamPage.ts';
import { formatIsoSecondsFromMsText, formatIsoSeconds } from './readEntities.ts';
import {
  readCount,
  type PlatformObject,
  readNonEmptyString,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
} from './platformFields.ts';
import type { ReadUpstreamOptions } from './readContext.ts';

/**
 * Converts a list as in `data.list`, or from the oldest interface, which has the owner in `user`.
 * @returns undefined without an id or a name
 */
export function toListDetails(value: unknown): List | undefined {
  const raw = readObjectOrEmpty(value);
  const id = readNumericId(raw.id_str) ?? readNumericId(raw.rest_id);
  const name = readString(raw.name);
  if (id === undefined || name === undefined) {
    return undefined;
  }
  const owner = readObjectOrEmpty(readObjectOrEmpty(raw.user_results).result ?? raw.user);
  const username =
    readString(readObjectOrEmpty(owner.core).screen_name) ??
    readString(readObjectOrEmpty(owner.legacy ?? owner).screen_name) ??
    '';
  return {
    id,
    name,
    description: readString(raw.description) ?? '',
    createdAt: formatIsoSeconds(toMilliseconds(raw.created_at)) ?? '',
    memberCount: readCount(raw.member_count) ?? 0,
    followerCount: readCount(raw.subscriber_count) ?? 0,
    private: raw.mode === 'Private' || raw.mode === 'private',
    bannerUrl: readBannerUrl(raw),
    owner: { id: readNumericId(owner.rest_id ?? owner.id_str) ?? '', username },
  };
}

/** Smaller numbers are seconds: in milliseconds they would be before 1973. */
const secondsTimestampLimit = 100_000_000_000;

function toMilliseconds(value: unknown): unknown {
  return typeof value === 'number' && value < secondsTimestampLimit ? value * 1000 : value;
}

/** Converts a community as in `data.communityResults.result` (assumption 6.4). @returns undefined without an id */
export function toCommunity(value: unknown): Community | undefined {
  const raw = readObjectOrEmpty(value);
  const id = readNumericId(raw.rest_id) ?? readNumericId(raw.id_str);
  if (id === undefined) {
    return undefined;
  }
  return {
    id,
    name: readString(raw.name) ?? null,
    description: readString(raw.description) ?? null,
    createdAt: formatIsoSeconds(raw.created_at) ?? null,
    memberCount: readCount(raw.member_count) ?? null,
    moderatorCount: readCount(raw.moderator_count) ?? null,
    joinPolicy: readNonEmptyString(raw.join_policy) ?? null,
    bannerUrl: readBannerUrl(raw),
    rules: readArrayOrEmpty(raw.rules).flatMap((rule) => readString(readObjectOrEmpty(rule).name) ?? []),
    isNsfw: typeof raw.is_nsfw === 'boolean' ? raw.is_nsfw : null,
  };
}

/** The custom banner, or the default one. */
function readBannerUrl(raw: PlatformObject): string | null {
  return readPictureUrl(raw.custom_banner_media) ?? readPictureUrl(raw.default_banner_media) ?? null;
}

function readPictureUrl(media: unknown): string | undefined {
  return readNonEmptyString(readObjectOrEmpty(readObjectOrEmpty(media).media_info).original_img_url);
}

/** Converts a job, with or without `result` around it (assumption 6.9). @returns undefined without an id */
export function toJobListing(value: unknown): Job | undefined {
  const outer = readObjectOrEmpty(value);
  const raw = outer.result === undefined ? outer : readObjectOrEmpty(outer.result);
  const id = readNumericId(outer.rest_id) ?? readNumericId(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const core = readObjectOrEmpty(raw.core);
  const company = readObjectOrEmpty(readObjectOrEmpty(readObjectOrEmpty(raw.company_profile_results).result).core);
  return {
    id,
    title: readString(core.title) ?? null,
    company: readString(company.name) ?? null,
    location: readString(core.location) ?? null,
    url:
      readNonEmptyString(core.job_page_url) ??
      readNonEmptyString(core.redirect_url) ??
      readNonEmptyString(core.external_url) ??
      null,
    createdAt: formatIsoSeconds(core.created_at) ?? null,
    salaryText: readNonEmptyString(core.formatted_salary) ?? null,
  };
}

/** Converts the about-this-account panel (assumption 3.9). Its numbers are strings. @returns undefined without an id */
export function toAboutAccountRecord(
  value: unknown,
  { site = platformSiteUrl }: ReadUpstreamOptions = {},
): UndocumentedRecord | undefined {
  const raw = readObjectOrEmpty(value);
  const id = readNumericId(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const core = readObjectOrEmpty(raw.core);
  const panel = readObjectOrEmpty(raw.about_profile);
  const changes = readObjectOrEmpty(panel.username_changes);
  const verification = readObjectOrEmpty(raw.verification_info);
  const reason = readObjectOrEmpty(verification.reason);
  const identity = verification.is_identity_verified ?? panel.is_identity_verified;
  const username = readString(core.screen_name) ?? '';
  return {
    id,
    username,
    name: readString(core.name) ?? '',
    createdAt: formatIsoSeconds(core.created_at) ?? null,
    verified: raw.is_blue_verified === true || readObjectOrEmpty(raw.verification).verified === true,
    profileUrl: `${site}/${username}`,
    accountBasedIn: readNonEmptyString(panel.account_based_in) ?? null,
    source: readNonEmptyString(panel.source) ?? null,
    locationAccurate: typeof panel.location_accurate === 'boolean' ? panel.location_accurate : null,
    usernameChanges: {
      count: readString(changes.count) ?? null,
      lastChangedAt: formatIsoSecondsFromMsText(changes.last_changed_at_msec) ?? null,
    },
    verifiedSince: formatIsoSecondsFromMsText(reason.verified_since_msec) ?? null,
    affiliateUsername: readNonEmptyString(panel.affiliate_username) ?? null,
    isIdentityVerified: typeof identity === 'boolean' ? identity : null,
  };
}

/**
 * Converts a trend from the oldest interface (assumption 6.12).
 * @param index gives the rank
 * @returns undefined without a name
 */
export function toTrend(value: unknown, index?: number): Trend | undefined {
  const raw = readObjectOrEmpty(value);
  return typeof raw.name === 'string'
    ? {
        name: raw.name,
        query: readString(raw.query) ?? null,
        url: readString(raw.url) ?? null,
        tweetVolume: readCount(raw.tweet_volume) ?? null,
        rank: index === undefined ? null : index + 1,
      }
    : undefined;
}

/**
 * Converts a timeline's trend, with the names of 2023 or current ones. Its query comes from its address; its volume is only a
 * string in the viewer's language.
 */
export function toTimelineTrend(value: unknown): { readonly record: Trend; readonly extra: TrendExtra } | undefined {
  const raw = readObjectOrEmpty(value);
  if (typeof raw.name !== 'string') {
    return undefined;
  }
  const metadata = readObjectOrEmpty(raw.trend_metadata);
  const url = readLinkUrl(raw.trend_url) ?? readLinkUrl(raw.url) ?? readLinkUrl(metadata.url) ?? null;
  const about = [readNonEmptyString(metadata.domain_context), readNonEmptyString(metadata.meta_description)].filter(
    (words) => words !== undefined,
  );
  const context = readNonEmptyString(readObjectOrEmpty(raw.social_context).text) ?? readNonEmptyString(about.join(' · '));
  return {
    record: { name: raw.name, query: readQueryFromUrl(url), url, tweetVolume: null, rank: readCount(raw.rank) ?? null },
    extra: context === undefined ? {} : { context },
  };
}

function readLinkUrl(link: unknown): string | undefined {
  return readNonEmptyString(readObjectOrEmpty(link).url);
}

function readQueryFromUrl(url: string | null): string | null {
  const start = url === null ? -1 : url.indexOf('?query=');
  if (url === null || start < 0) {
    return null;
  }
  const end = url.indexOf('&', start);
  return url.slice(start + '?query='.length, end < 0 ? undefined : end);
}

/** Converts a place with trends (assumption 6.13). @returns undefined without a WOEID */
export function toTrendPlaceRecord(value: unknown): TrendPlace | undefined {
  const raw = readObjectOrEmpty(value);
  const woeid = readCount(raw.woeid);
  if (woeid === undefined || typeof raw.name !== 'string') {
    return undefined;
  }
  const kind = readObjectOrEmpty(raw.placeType);
  return {
    name: raw.name,
    woeid,
    country: readString(raw.country) ?? null,
    countryCode: readString(raw.countryCode) ?? null,
    parentid: readCount(raw.parentid) ?? null,
    placeType: isPlatformObject(raw.placeType)
      ? { code: readCount(kind.code) ?? null, name: readString(kind.name) ?? null }
      : null,
    url: readString(raw.url) ?? null,
  };
}

/** Primary reference, Location suggestion. */
export function toLocationSuggestion(value: unknown): LocationSuggestion | undefined {
  const { location_id, display_name } = readObjectOrEmpty(value);
  return typeof location_id === 'string' && typeof display_name === 'string'
    ? { id: location_id, name: display_name }
    : undefined;
}

/** Primary reference, Hashflag: raw and simple are the same, except that times may be strings. */
export function toHashflag(value: unknown): Hashflag | undefined {
  const raw = readObjectOrEmpty(value);
  const start = readCount(raw.starting_timestamp_ms);
  const end = readCount(raw.ending_timestamp_ms);
  return typeof raw.hashtag === 'string' && start !== undefined && end !== undefined
    ? {
        hashtag: raw.hashtag,
        starting_timestamp_ms: start,
        ending_timestamp_ms: end,
        asset_url: readString(raw.asset_url) ?? '',
        is_hashfetti_enabled: raw.is_hashfetti_enabled === true,
      }
    : undefined;
}
