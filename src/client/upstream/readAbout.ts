import type { Opaque } from '../schemas/primary.ts';
import { isoOfMsText, isoSeconds } from './isoSeconds.ts';
import { filledIn, idIn, objectIn, textIn } from './node.ts';

interface RawAbout {
  readonly rest_id?: unknown;
  readonly core?: unknown;
  readonly is_blue_verified?: unknown;
  readonly verification?: unknown;
  readonly about_profile?: unknown;
  readonly verification_info?: unknown;
}

interface RawPanel {
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly created_at?: unknown;
  readonly verified?: unknown;
  readonly account_based_in?: unknown;
  readonly source?: unknown;
  readonly location_accurate?: unknown;
  readonly username_changes?: unknown;
  readonly count?: unknown;
  readonly last_changed_at_msec?: unknown;
  readonly reason?: unknown;
  readonly verified_since_msec?: unknown;
}

/**
 * The panel about an account (upstream shapes, section 1, AboutAccountQuery; decision 3.9), whose numbers are texts.
 * @returns undefined without an id
 */
export function toAbout(value: unknown, site: string): Opaque | undefined {
  const raw: RawAbout = objectIn(value);
  const id = idIn(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const core: RawPanel = objectIn(raw.core);
  const badge: RawPanel = objectIn(raw.verification);
  const panel: RawPanel = objectIn(raw.about_profile);
  const changes: RawPanel = objectIn(panel.username_changes);
  const info: RawPanel = objectIn(raw.verification_info);
  const reason: RawPanel = objectIn(info.reason);
  const username = textIn(core.screen_name) ?? '';
  return {
    id,
    username,
    name: textIn(core.name) ?? '',
    createdAt: isoSeconds(core.created_at) ?? null,
    verified: raw.is_blue_verified === true || badge.verified === true,
    profileUrl: `${site}/${username}`,
    accountBasedIn: filledIn(panel.account_based_in) ?? null,
    source: filledIn(panel.source) ?? null,
    locationAccurate: typeof panel.location_accurate === 'boolean' ? panel.location_accurate : null,
    usernameChanges: { count: textIn(changes.count) ?? null, lastChangedAt: isoOfMsText(changes.last_changed_at_msec) ?? null },
    verifiedSince: isoOfMsText(reason.verified_since_msec) ?? null,
  };
}
