// The platform's fields that are read, each listed where it occurs first.
// oxfmt-ignore
type PlatformField =
  // results, and fields in many places
  | '__typename' | 'rest_id' | 'id' | 'id_str' | 'result' | 'legacy' | 'core' | 'data' | 'errors' | 'message' | 'reason'
  | 'type' | 'name' | 'full_name' | 'title' | 'subtitle' | 'description' | 'text' | 'full_text' | 'url' | 'value' | 'key'
  | 'count' | 'source' | 'created_at' | 'entities' | 'urls' | 'expanded_url' | 'display_url' | 'expanded' | 'code' | 'country'
  | 'location' | 'label'
  // roots
  | 'user' | 'user_results' | 'user_result_by_screen_name' | 'users' | 'tweet' | 'tweetResult' | 'tweet_results' | 'tweets'
  | 'threaded_conversation_with_injections' | 'threaded_conversation_with_injections_v2' | 'timeline' | 'timeline_v2'
  | 'search_by_raw_query' | 'search_timeline' | 'list' | 'tweets_timeline' | 'members_timeline' | 'subscribers_timeline'
  | 'communityResults' | 'ranked_community_timeline' | 'community_media_timeline' | 'members_slice' | 'moderators_slice'
  | 'communities_search_slice' | 'retweeters_timeline' | 'favoriters_timeline' | 'bookmark_timeline_v2' | 'job_search'
  | 'jobData' | 'location_type_ahead' | 'relationship' | 'target' | 'items_results' | 'slice_info' | 'next_cursor' | 'top'
  | 'bottom' | 'community_by_rest_id' | 'community_results_by_rest_id' | 'audioSpace' | 'audio_spaces_grouped_by_section'
  | 'sections' | 'member_relationship_typeahead' | 'community_relationship' | 'role' | 'detail'
  // timelines
  | 'instructions' | 'entries' | 'entry' | 'entryId' | 'entry_id' | 'content' | 'items' | 'item' | 'itemContent' | 'itemType'
  | 'moduleEntryId' | 'moduleItems' | 'cursor' | 'cursorType' | 'displayTreatment' | 'actionText' | 'promotedMetadata'
  | 'tombstone' | 'tombstoneInfo' | 'richText' | 'userResult' | 'globalObjects' | 'addEntries' | 'pinEntry' | 'replaceEntry'
  | 'operation' | 'timelineModule' | 'item_type' | 'item_content' | 'cursor_type' | 'module_entry_id' | 'module_items'
  | 'promoted_metadata' | 'tweetPromotedMetadata'
  // posts
  | 'note_tweet' | 'note_tweet_results' | 'entity_set' | 'views' | 'ext_views' | 'view_count' | 'article' | 'card'
  | 'edit_control' | 'birdwatch_pivot' | 'community_results' | 'quoted_status_result' | 'quotedPostResults'
  | 'quoted_tweet_results' | 'quotedRefResult' | 'author_results' | 'details' | 'counts' | 'reply_to_results'
  | 'media_entities' | 'url_entities' | 'created_at_ms' | 'language' | 'lang' | 'extended_entities' | 'favorite_count'
  | 'retweet_count' | 'reply_count' | 'quote_count' | 'bookmark_count' | 'in_reply_to_status_id_str'
  | 'in_reply_to_user_id_str' | 'in_reply_to_screen_name' | 'conversation_id_str' | 'user_id_str' | 'display_text_range'
  | 'quoted_status_id_str' | 'quoted_status_permalink' | 'retweeted_status_result' | 'retweeted_status_id_str'
  | 'repostedStatusResults' | 'conversation_control' | 'policy' | 'place' | 'hashtags' | 'user_mentions'
  | 'edit_control_initial' | 'edit_tweet_ids' | 'edits_remaining' | 'destinationUrl' | 'fromIndex'
  | 'toIndex' | 'ref' | 'tweetInterstitial' | 'cta' | 'limitedActionResults' | 'limited_actions' | 'action' | 'prompt'
  | 'subtext' | 'view_count_info' | 'retweeted_status_results' | 'user_result' | 'author_community_relationship'
  | 'possibly_sensitive' | 'parent' | 'mediaDetails' | 'quoted_tweet' | 'quoted_status' | 'retweeted_status'
  | 'conversation_count'
  // media, articles, and cards
  | 'media' | 'media_url_https' | 'media_results' | 'media_info' | 'ext_alt_text' | 'alt_text' | 'original_info' | 'width'
  | 'height' | 'original_img_url' | 'original_img_width' | 'original_img_height' | 'preview_image' | 'video_info'
  | 'duration_millis' | 'variants' | 'content_type' | 'bitrate' | 'article_results' | 'preview_text'
  | 'cover_media' | 'content_state' | 'blocks' | 'binding_values' | 'string_value' | 'boolean_value' | 'image_value'
  | 'component_objects' | 'destination_objects' | 'url_data' | 'vanity'
  // users
  | 'screen_name' | 'is_blue_verified' | 'ext_is_blue_verified' | 'avatar' | 'banner' | 'image_url' | 'profile_bio' | 'website'
  | 'privacy' | 'protected' | 'verification' | 'verified' | 'verified_type' | 'relationship_counts' | 'followers' | 'following'
  | 'tweet_counts' | 'media_tweets' | 'action_counts' | 'favorites_count' | 'pinned_items' | 'tweet_ids_str'
  | 'pinned_tweet_ids_str' | 'affiliates_highlighted_label' | 'identity_profile_labels_highlighted_label' | 'userLabelType'
  | 'user_label_type' | 'longDescription' | 'community_role' | 'profile_image_url_https' | 'profile_banner_url'
  | 'followers_count' | 'friends_count' | 'statuses_count' | 'favourites_count' | 'media_count' | 'listed_count'
  | 'about_profile' | 'account_based_in' | 'location_accurate' | 'username_changes' | 'last_changed_at_msec'
  | 'verification_info' | 'verified_since_msec' | 'affiliate_username' | 'is_identity_verified'
  // groups, jobs, trends, and places
  | 'member_count' | 'moderator_count' | 'subscriber_count' | 'mode' | 'join_policy' | 'rules' | 'is_nsfw'
  | 'custom_banner_media' | 'default_banner_media' | 'company_profile_results' | 'formatted_salary' | 'job_page_url'
  | 'redirect_url' | 'external_url' | 'trend' | 'trends' | 'trend_url' | 'trend_metadata' | 'query' | 'rank' | 'tweet_volume'
  | 'woeid' | 'countryCode' | 'parentid' | 'placeType' | 'location_id' | 'display_name' | 'hashtag' | 'starting_timestamp_ms'
  | 'ending_timestamp_ms' | 'asset_url' | 'is_hashfetti_enabled' | 'social_context' | 'domain_context' | 'meta_description'
  // audio rooms
  | 'space' | 'metadata' | 'participants' | 'total' | 'admins' | 'speakers' | 'listeners' | 'sharings' | 'shared_item' | 'state'
  | 'updated_at' | 'scheduled_start' | 'started_at' | 'ended_at' | 'creator_results' | 'total_live_listeners'
  | 'total_replay_watched' | 'is_space_available_for_replay' | 'twitter_screen_name' | 'avatar_url';

/** An object from the platform. Every field may be missing or have any type. */
export type PlatformObject = { readonly [Name in PlatformField]?: unknown };

/** A record under construction. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const nothing: PlatformObject = Object.freeze({});
const emptyList: readonly unknown[] = Object.freeze([]);

/** Allows reading fields without checks at each level. */
export function readObjectOrEmpty(value: unknown): PlatformObject {
  return isPlatformObject(value) ? value : nothing;
}

export function isPlatformObject(value: unknown): value is PlatformObject {
  return typeof value === 'object' && value !== null;
}

export function readArrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : emptyList;
}

export function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function readNonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads a whole number of at least 0; the platform sends some as strings. */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && Number.isSafeInteger(number) ? number : undefined;
}

/** Ids are strings, since numbers lose digits. */
export function readNumericId(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? value : undefined;
}

/** The platform sends an empty object for something that is gone. */
export function isEmptyResult(value: unknown): boolean {
  return (
    value === undefined || value === null || (isPlatformObject(value) && !Array.isArray(value) && Object.keys(value).length === 0)
  );
}
