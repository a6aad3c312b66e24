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
import type { TrendExtra } from './extra.ts';
import { isoOfMsText, isoSeconds } from './isoSeconds.ts';
import { countIn, type PlatformFields, filledIn, idIn, isNode, listIn, objectIn, textIn } from './node.ts';
import { platformSite, type UpstreamOptions } from './reading.ts';

/** A list as under `data.list` (upstream shapes, section 1, ListByRestId); undefined without an id. */
export function toList(value: unknown): List | undefined {
  const raw = objectIn(value);
  const id = idIn(raw.id_str) ?? idIn(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const owner = objectIn(objectIn(raw.user_results).result);
  const username = textIn(objectIn(owner.core).screen_name) ?? textIn(objectIn(owner.legacy).screen_name) ?? '';
  return {
    id,
    name: textIn(raw.name) ?? '',
    description: textIn(raw.description) ?? '',
    createdAt: isoSeconds(msOf(raw.created_at)) ?? '',
    memberCount: countIn(raw.member_count) ?? 0,
    followerCount: countIn(raw.subscriber_count) ?? 0,
    private: raw.mode === 'Private',
    bannerUrl: bannerOf(raw),
    owner: { id: idIn(owner.rest_id) ?? '', username },
  };
}

/** Before this many milliseconds, in 1973, there was no list: the number is of seconds. */
const firstMs = 100_000_000_000;

function msOf(value: unknown): unknown {
  return typeof value === 'number' && value < firstMs ? value * 1000 : value;
}

/** A community as under `data.communityResults.result` (section 1, CommunityByRestId; assumption 6.4); undefined without an id. */
export function toCommunity(value: unknown): Community | undefined {
  const raw = objectIn(value);
  const id = idIn(raw.rest_id) ?? idIn(raw.id_str);
  if (id === undefined) {
    return undefined;
  }
  return {
    id,
    name: textIn(raw.name) ?? null,
    description: textIn(raw.description) ?? null,
    createdAt: isoSeconds(raw.created_at) ?? null,
    memberCount: countIn(raw.member_count) ?? null,
    moderatorCount: countIn(raw.moderator_count) ?? null,
    joinPolicy: filledIn(raw.join_policy) ?? null,
    bannerUrl: bannerOf(raw),
    rules: listIn(raw.rules).flatMap((rule) => textIn(objectIn(rule).name) ?? []),
    isNsfw: typeof raw.is_nsfw === 'boolean' ? raw.is_nsfw : null,
  };
}

/** The group's own picture, else the one that the platform gave it. */
function bannerOf(raw: PlatformFields): string | null {
  return pictureOf(raw.custom_banner_media) ?? pictureOf(raw.default_banner_media) ?? null;
}

function pictureOf(media: unknown): string | undefined {
  return filledIn(objectIn(objectIn(media).media_info).original_img_url);
}

/** A job listing, in its `result` or without (upstream shapes, section 1, job search; assumption 6.9); undefined without an id. */
export function toJob(value: unknown): Job | undefined {
  const outer = objectIn(value);
  const raw = outer.result === undefined ? outer : objectIn(outer.result);
  const id = idIn(outer.rest_id) ?? idIn(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const core = objectIn(raw.core);
  const company = objectIn(objectIn(objectIn(raw.company_profile_results).result).core);
  return {
    id,
    title: textIn(core.title) ?? null,
    company: textIn(company.name) ?? null,
    location: textIn(core.location) ?? null,
    url: filledIn(core.job_page_url) ?? filledIn(core.redirect_url) ?? filledIn(core.external_url) ?? null,
    createdAt: isoSeconds(core.created_at) ?? null,
    salaryText: filledIn(core.formatted_salary) ?? null,
  };
}

/**
 * The panel about an account (upstream shapes, section 1, AboutAccountQuery; assumption 3.9), whose numbers are texts.
 * @returns undefined without an id
 */
export function toAbout(value: unknown, { site = platformSite }: UpstreamOptions = {}): UndocumentedRecord | undefined {
  const raw = objectIn(value);
  const id = idIn(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const core = objectIn(raw.core);
  const panel = objectIn(raw.about_profile);
  const changes = objectIn(panel.username_changes);
  const verification = objectIn(raw.verification_info);
  const reason = objectIn(verification.reason);
  const identity = verification.is_identity_verified ?? panel.is_identity_verified;
  const username = textIn(core.screen_name) ?? '';
  return {
    id,
    username,
    name: textIn(core.name) ?? '',
    createdAt: isoSeconds(core.created_at) ?? null,
    verified: raw.is_blue_verified === true || objectIn(raw.verification).verified === true,
    profileUrl: `${site}/${username}`,
    accountBasedIn: filledIn(panel.account_based_in) ?? null,
    source: filledIn(panel.source) ?? null,
    locationAccurate: typeof panel.location_accurate === 'boolean' ? panel.location_accurate : null,
    usernameChanges: { count: textIn(changes.count) ?? null, lastChangedAt: isoOfMsText(changes.last_changed_at_msec) ?? null },
    verifiedSince: isoOfMsText(reason.verified_since_msec) ?? null,
    affiliateUsername: filledIn(panel.affiliate_username) ?? null,
    isIdentityVerified: typeof identity === 'boolean' ? identity : null,
  };
}

/**
 * A trend of trends/place (upstream shapes, section 1; assumption 6.12); undefined without a name.
 * @param index its place in the list, from which the rank follows
 */
export function toTrend(value: unknown, index?: number): Trend | undefined {
  const raw = objectIn(value);
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
export function toTimelineTrend(value: unknown): { readonly record: Trend; readonly extra: TrendExtra } | undefined {
  const raw = objectIn(value);
  if (typeof raw.name !== 'string') {
    return undefined;
  }
  const metadata = objectIn(raw.trend_metadata);
  const url = addressOf(raw.trend_url) ?? addressOf(raw.url) ?? addressOf(metadata.url) ?? null;
  const about = [filledIn(metadata.domain_context), filledIn(metadata.meta_description)].filter((words) => words !== undefined);
  const context = filledIn(objectIn(raw.social_context).text) ?? filledIn(about.join(' · '));
  return {
    record: { name: raw.name, query: queryOf(url), url, tweetVolume: null, rank: countIn(raw.rank) ?? null },
    extra: context === undefined ? {} : { context },
  };
}

function addressOf(link: unknown): string | undefined {
  return filledIn(objectIn(link).url);
}

function queryOf(url: string | null): string | null {
  const start = url === null ? -1 : url.indexOf('?query=');
  if (url === null || start < 0) {
    return null;
  }
  const end = url.indexOf('&', start);
  return url.slice(start + '?query='.length, end < 0 ? undefined : end);
}

/** A place with trends (assumption 6.13); undefined without its number. */
export function toPlace(value: unknown): TrendPlace | undefined {
  const raw = objectIn(value);
  const woeid = countIn(raw.woeid);
  if (woeid === undefined || typeof raw.name !== 'string') {
    return undefined;
  }
  const kind = objectIn(raw.placeType);
  return {
    name: raw.name,
    woeid,
    country: textIn(raw.country) ?? null,
    countryCode: textIn(raw.countryCode) ?? null,
    parentid: countIn(raw.parentid) ?? null,
    placeType: isNode(raw.placeType) ? { code: countIn(kind.code) ?? null, name: textIn(kind.name) ?? null } : null,
    url: textIn(raw.url) ?? null,
  };
}

/** Primary reference, Location suggestion. */
export function toLocation(value: unknown): LocationSuggestion | undefined {
  const { location_id, display_name } = objectIn(value);
  return typeof location_id === 'string' && typeof display_name === 'string'
    ? { id: location_id, name: display_name }
    : undefined;
}

/** Primary reference, Hashflag: raw and simple are one; times that are texts become numbers. */
export function toHashflag(value: unknown): Hashflag | undefined {
  const raw = objectIn(value);
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
