import { platformSite, type Reading } from './reading.ts';
import type { Place, UpstreamRecord } from './upstreamPage.ts';

/** A page while it is read. It lives as long as one call of readUpstreamValue. */
export interface PageBuilder extends Reading {
  readonly records: UpstreamRecord[];
  readonly places: Place[];
  top: string | undefined;
  bottom: string | undefined;
  more: string | undefined;
  /** The post of the pin entry; undefined once it is among the records. */
  pinnedId: string | undefined;
  isPinnedTaken: boolean;
}

export function pageBuilder(site = platformSite): PageBuilder {
  return {
    site,
    warnings: [],
    era: undefined,
    records: [],
    places: [],
    top: undefined,
    bottom: undefined,
    more: undefined,
    pinnedId: undefined,
    isPinnedTaken: false,
  };
}
