import type { User } from '../../../../src/client/schemas/primary.ts';
import { at, list, text, textOrNull } from './json.ts';

/** Reads an account in any layout into the simple format, independently of the product. */
export function plainUser(user: unknown): User {
  const legacy = at(user, 'legacy');
  const first = (...values: readonly unknown[]): unknown => values.find((value) => value !== undefined && value !== null);
  const count = (...values: readonly unknown[]): number => Number(first(...values) ?? 0);
  const bio = first(at(legacy, 'description'), at(user, 'profile_bio', 'description')) ?? '';
  return {
    id: text(at(user, 'rest_id')),
    username: text(first(at(user, 'core', 'screen_name'), at(legacy, 'screen_name'))),
    name: text(first(at(user, 'core', 'name'), at(legacy, 'name')) ?? ''),
    description: text(bio),
    location: text(first(at(user, 'location', 'location'), at(legacy, 'location')) ?? ''),
    url: plainWebsite(user),
    createdAt: plainDate(first(at(user, 'core', 'created_at'), at(legacy, 'created_at'))),
    avatarUrl: textOrNull(first(at(user, 'avatar', 'image_url'), at(legacy, 'profile_image_url_https'))),
    bannerUrl: textOrNull(first(at(legacy, 'profile_banner_url'), at(user, 'banner', 'image_url'))),
    verified:
      at(user, 'is_blue_verified') === true ||
      at(user, 'verification', 'is_blue_verified') === true ||
      first(at(user, 'verification', 'verified'), at(legacy, 'verified')) === true,
    verifiedType: textOrNull(first(at(user, 'verification', 'verified_type'), at(legacy, 'verified_type'))),
    protected: first(at(user, 'privacy', 'protected'), at(legacy, 'protected')) === true,
    counts: {
      followers: count(at(legacy, 'followers_count'), at(user, 'relationship_counts', 'followers')),
      following: count(at(legacy, 'friends_count'), at(user, 'relationship_counts', 'following')),
      tweets: count(at(legacy, 'statuses_count'), at(user, 'tweet_counts', 'tweets')),
      likes: count(at(legacy, 'favourites_count'), at(user, 'action_counts', 'favorites_count')),
      media: count(at(legacy, 'media_count'), at(user, 'tweet_counts', 'media_tweets')),
      listed: count(at(legacy, 'listed_count')),
    },
    pinnedTweetIds: list(first(at(legacy, 'pinned_tweet_ids_str'), at(user, 'pinned_items', 'tweet_ids_str'))).map(text),
    isAutomated: ['userLabelType', 'user_label_type'].some((key) =>
      ['affiliates_highlighted_label', 'identity_profile_labels_highlighted_label'].some(
        (label) => at(user, label, 'label', key) === 'AutomatedLabel',
      ),
    ),
  };
}

/** The website's expanded address, or the short one. */
function plainWebsite(user: unknown): string | null {
  const link = textOrNull(at(user, 'legacy', 'url')) ?? textOrNull(at(user, 'website', 'url'));
  const entities = at(user, 'legacy', 'entities') ?? at(user, 'profile_bio', 'entities');
  return link === null ? null : (textOrNull(at(entities, 'url', 'urls', 0, 'expanded_url')) ?? link);
}

/** "Wed Oct 10 20:19:24 +0000 2018" as ISO 8601, seconds. */
export function plainDate(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}Z`;
}
