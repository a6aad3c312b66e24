/** A user's result in any of its layouts (upstream shapes, section 0). */
export interface RawUser {
  readonly __typename?: unknown;
  readonly rest_id?: unknown;
  readonly is_blue_verified?: unknown;
  readonly legacy?: unknown;
  readonly core?: unknown;
  readonly avatar?: unknown;
  readonly banner?: unknown;
  readonly profile_bio?: unknown;
  readonly website?: unknown;
  readonly location?: unknown;
  readonly privacy?: unknown;
  readonly verification?: unknown;
  readonly relationship_counts?: unknown;
  readonly tweet_counts?: unknown;
  readonly action_counts?: unknown;
  readonly pinned_items?: unknown;
  readonly affiliates_highlighted_label?: unknown;
  readonly identity_profile_labels_highlighted_label?: unknown;
  readonly community_role?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
}

/** What stood under `legacy` of a user, all of it or a part. */
export interface RawLegacyUser {
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly created_at?: unknown;
  readonly description?: unknown;
  readonly location?: unknown;
  readonly url?: unknown;
  readonly entities?: unknown;
  readonly profile_image_url_https?: unknown;
  readonly profile_banner_url?: unknown;
  readonly verified?: unknown;
  readonly verified_type?: unknown;
  readonly protected?: unknown;
  readonly followers_count?: unknown;
  readonly friends_count?: unknown;
  readonly statuses_count?: unknown;
  readonly favourites_count?: unknown;
  readonly media_count?: unknown;
  readonly listed_count?: unknown;
  readonly pinned_tweet_ids_str?: unknown;
}

export interface RawCore {
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly created_at?: unknown;
}

export interface RawBio {
  readonly description?: unknown;
  readonly entities?: unknown;
}

export interface RawVerification {
  readonly verified?: unknown;
  readonly verified_type?: unknown;
  readonly is_blue_verified?: unknown;
}

export interface RawCounts {
  readonly followers?: unknown;
  readonly following?: unknown;
  readonly tweets?: unknown;
  readonly media_tweets?: unknown;
  readonly favorites_count?: unknown;
}

export interface RawParts {
  readonly image_url?: unknown;
  readonly location?: unknown;
  readonly protected?: unknown;
  readonly url?: unknown;
  readonly urls?: unknown;
  readonly description?: unknown;
  readonly tweet_ids_str?: unknown;
  readonly label?: unknown;
  readonly expanded_url?: unknown;
}

export interface RawLabel {
  readonly userLabelType?: unknown;
  readonly user_label_type?: unknown;
  readonly longDescription?: unknown;
  readonly description?: unknown;
  readonly text?: unknown;
}
