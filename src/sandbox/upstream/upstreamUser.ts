import { hasSubscriptionBadge } from '../world/accounts.ts';
import type { Account } from '../world/world.ts';
import { toUrlEntity, toGlobalId, toShortLink, formatUpstreamDate } from './upstreamText.ts';
import { type UpstreamContext, type UpstreamObject, omitEmptyArraysUnlessLegacy } from './rawUserLayout.ts';
import { deriveHandleChangeCountAndTime } from '../world/extras.ts';

export function toUserResult(context: UpstreamContext, account: Account): unknown {
  return account.state === 'suspended'
    ? { __typename: 'UserUnavailable', message: 'User is suspended', reason: 'Suspended' }
    : toUpstreamUser(context, account);
}

export function toUpstreamUser(context: UpstreamContext, account: Account): unknown {
  const { username, name, location, description, avatarUrl, bannerUrl, pinnedTweetIds, url, counts } = account.record;
  const common = toCommonUserFields(account);
  switch (context.rawUserLayout) {
    case 'legacy':
      return {
        ...common,
        legacy: {
          following: false,
          created_at: formatUpstreamDate(account.createdAtMs),
          ...toLegacyProfileFields(context, account),
          location,
          name,
          pinned_tweet_ids_str: pinnedTweetIds,
          ...(avatarUrl === null ? {} : { profile_image_url_https: avatarUrl }),
          ...toLegacyProtectedField(account),
          screen_name: username,
          ...toVerificationFields(account),
        },
      };
    case 'both':
      return {
        ...common,
        ...toNewIdentityFields(account),
        legacy: {
          ...toLegacyProfileFields(context, account),
          ...omitEmptyArraysUnlessLegacy(context, { pinned_tweet_ids_str: pinnedTweetIds }),
        },
        location: { location },
        profile_bio: { description },
      };
    case 'core':
      return {
        ...common,
        ...toNewIdentityFields(account),
        action_counts: { favorites_count: counts.likes },
        banner: bannerUrl === null ? {} : { image_url: bannerUrl },
        location: { location },
        pinned_items: pinnedTweetIds.length === 0 ? {} : { tweet_ids_str: pinnedTweetIds },
        possibly_sensitive: false,
        profile_bio: { description, entities: toBioEntities(context, account) },
        relationship_counts: { followers: counts.followers, following: counts.following },
        tweet_counts: { media_tweets: counts.media, tweets: counts.tweets },
        website: { url: url === null ? '' : toShortLink(url) },
      };
  }
}

/** The platform sends little more than a member's name. */
export function toMemberStub(context: UpstreamContext, account: Account, role: string): unknown {
  const { username, name, avatarUrl } = account.record;
  const common = {
    __typename: 'User',
    id: toGlobalId('User', account.id),
    rest_id: account.id,
    community_role: role,
    is_blue_verified: hasSubscriptionBadge(account.badge),
    affiliates_highlighted_label: account.record.isAutomated ? { label: { user_label_type: 'AutomatedLabel' } } : {},
    ...(account.record.isAutomated ? { identity_profile_labels_highlighted_label: toAutomatedLabel(account) } : {}),
  };
  if (context.rawUserLayout === 'legacy') {
    const avatar = avatarUrl === null ? {} : { profile_image_url_https: avatarUrl };
    return {
      ...common,
      legacy: { name, screen_name: username, ...avatar, ...toLegacyProtectedField(account), ...toVerificationFields(account) },
    };
  }
  return {
    ...common,
    ...(context.rawUserLayout === 'both' ? { legacy: { follow_request_sent: false } } : { follow_request_sent: false }),
    avatar: toAvatar(account),
    core: { name, screen_name: username },
    privacy: { protected: account.record.protected },
    verification: toVerificationFields(account),
  };
}

export function toCreatorStub(context: UpstreamContext, account: Account): unknown {
  const { username } = account.record;
  const { verified } = toVerificationFields(account);
  const who = { __typename: 'User', id: toGlobalId('User', account.id), is_blue_verified: hasSubscriptionBadge(account.badge) };
  return context.rawUserLayout === 'legacy'
    ? { ...who, legacy: { screen_name: username, verified } }
    : { ...who, core: { screen_name: username }, verification: { verified } };
}

/** The layout since 2025. */
function toNewIdentityFields(account: Account): UpstreamObject {
  const { username, name, protected: isProtected } = account.record;
  return {
    avatar: toAvatar(account),
    core: { created_at: formatUpstreamDate(account.createdAtMs), name, screen_name: username },
    privacy: { protected: isProtected },
    verification: toVerificationFields(account),
  };
}

function toCommonUserFields(account: Account): UpstreamObject {
  return {
    __typename: 'User',
    id: toGlobalId('User', account.id),
    rest_id: account.id,
    affiliates_highlighted_label: account.record.isAutomated ? toAutomatedLabel(account) : {},
    is_blue_verified: hasSubscriptionBadge(account.badge),
  };
}

/** Fields that only the newest layout moves out of `legacy`. Description and location are never escaped. */
function toLegacyProfileFields(context: UpstreamContext, account: Account): UpstreamObject {
  const { counts, bannerUrl, description, url } = account.record;
  return {
    description,
    entities: toBioEntities(context, account),
    favourites_count: counts.likes,
    followers_count: counts.followers,
    friends_count: counts.following,
    listed_count: counts.listed,
    media_count: counts.media,
    possibly_sensitive: false,
    ...(bannerUrl === null ? {} : { profile_banner_url: bannerUrl }),
    statuses_count: counts.tweets,
    ...(url === null ? {} : { url: toShortLink(url) }),
  };
}

function toBioEntities(context: UpstreamContext, account: Account): unknown {
  const { url } = account.record;
  const description = omitEmptyArraysUnlessLegacy(context, { urls: [] });
  return url === null ? { description } : { description, url: { urls: [toUrlEntity(url, [0, toShortLink(url).length])] } };
}

function toAutomatedLabel({ record }: Account): unknown {
  return {
    label: {
      badge: record.avatarUrl === null ? {} : { url: record.avatarUrl },
      description: 'Automated',
      longDescription: { text: 'Automated by its owner', entities: [] },
      userLabelType: 'AutomatedLabel',
    },
  };
}

function toAvatar(account: Account): unknown {
  const { avatarUrl } = account.record;
  return avatarUrl === null ? {} : { image_url: avatarUrl };
}

/** The old layout has the field only for protected accounts. */
function toLegacyProtectedField(account: Account): { readonly protected?: true } {
  return account.record.protected ? { protected: true } : {};
}

function toVerificationFields(account: Account): { readonly verified: boolean; readonly verified_type?: string } {
  const { verifiedType } = account.record;
  return { verified: account.badge === 'legacy', ...(verifiedType === null ? {} : { verified_type: verifiedType }) };
}

/** AboutAccountQuery exists only in the new layout. Its numbers are strings. */
export function toAboutAccount(account: Account): unknown {
  const { location } = account.record;
  const renames = deriveHandleChangeCountAndTime(account);
  return {
    data: {
      user_result_by_screen_name: {
        id: toGlobalId('UserResults', account.id),
        result: {
          ...toCommonUserFields(account),
          ...toNewIdentityFields(account),
          about_profile: {
            ...(location === '' ? {} : { account_based_in: location }),
            created_country_accurate: true,
            location_accurate: account.state === 'active',
            source: toAppStoreName(account),
            username_changes: {
              count: String(renames.count),
              ...(renames.lastAtMs === undefined ? {} : { last_changed_at_msec: String(renames.lastAtMs) }),
            },
          },
          verification_info: {
            id: toGlobalId('UserVerificationInfo', account.id),
            is_identity_verified: false,
            ...(account.record.verified ? { reason: { verified_since_msec: String(getVerifiedSinceMs(account)) } } : {}),
          },
        },
      },
    },
  };
}

export function toAppStoreName(account: Account): string {
  return `${account.lang.toUpperCase()} App Store`;
}

export function getVerifiedSinceMs(account: Account): number {
  return account.createdAtMs + 86_400_000;
}
