/** A place with trends, and perhaps job listings. */
export interface Place {
  readonly woeid: number;
  readonly name: string;
  readonly country: string;
  /** ISO 3166-1 alpha-2; undefined for the whole world. */
  readonly countryCode: string | undefined;
  readonly kind: 'Supername' | 'Country' | 'Town';
  readonly parentWoeid: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The id in the job filter, and of the place on a post; towns only. */
  readonly locationId: string | undefined;
}

export interface Trend {
  readonly name: string;
  readonly volume: number | undefined;
  readonly category: TrendCategory;
  readonly sinceMs: number;
}

/** The categories of the gateway's hashtag trends, without `all`. */
export const trendCategories = ['technology', 'sports', 'entertainment', 'politics', 'business'] as const;
export type TrendCategory = (typeof trendCategories)[number];

export interface Job {
  readonly id: string;
  readonly title: string;
  readonly company: string;
  readonly locationId: string;
  readonly location: string;
  readonly description: string;
  readonly salary: { readonly min: number; readonly max: number; readonly currency: string } | undefined;
  readonly url: string;
  readonly createdAtMs: number;
}

/** Primary reference, Hashflag: the names are the service's own. */
export interface Hashflag {
  readonly hashtag: string;
  readonly starting_timestamp_ms: number;
  readonly ending_timestamp_ms: number;
  readonly asset_url: string;
  readonly is_hashfetti_enabled: boolean;
}
