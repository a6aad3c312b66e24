import { renamesOf } from '../world/extras.ts';
import type { Account } from '../world/world.ts';
import { globalId } from './upstreamText.ts';
import { commonParts, newIdentity } from './upstreamUser.ts';

/** The about-this-account panel: AboutAccountQuery exists in the newer layout only, and its numbers are texts. */
export function toAboutAccount(account: Account): unknown {
  const { location } = account.record;
  const renames = renamesOf(account);
  return {
    data: {
      user_result_by_screen_name: {
        id: globalId('UserResults', account.id),
        result: {
          ...commonParts(account),
          ...newIdentity(account),
          about_profile: {
            ...(location === '' ? {} : { account_based_in: location }),
            created_country_accurate: true,
            location_accurate: account.state === 'active',
            source: storeOf(account),
            username_changes: {
              count: String(renames.count),
              ...(renames.lastAtMs === undefined ? {} : { last_changed_at_msec: String(renames.lastAtMs) }),
            },
          },
          verification_info: {
            id: globalId('UserVerificationInfo', account.id),
            is_identity_verified: false,
            ...(account.record.verified ? { reason: { verified_since_msec: String(verifiedSinceMs(account)) } } : {}),
          },
        },
      },
    },
  };
}

/** Where the account was made. */
export function storeOf(account: Account): string {
  return `${account.lang.toUpperCase()} App Store`;
}

export function verifiedSinceMs(account: Account): number {
  return account.createdAtMs + 86_400_000;
}
