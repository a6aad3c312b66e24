import { filledIn, isObject, listIn, objectIn, textIn } from './node.ts';

/** A post in any of its shapes (upstream shapes, section 2). */
export interface RawTweet {
  readonly rest_id?: unknown;
  readonly core?: unknown;
  readonly legacy?: unknown;
  readonly note_tweet?: unknown;
  readonly views?: unknown;
  readonly source?: unknown;
  readonly article?: unknown;
  readonly card?: unknown;
  readonly edit_control?: unknown;
  readonly birdwatch_pivot?: unknown;
  readonly community_results?: unknown;
  readonly quoted_status_result?: unknown;
  readonly quotedPostResults?: unknown;
  readonly quotedRefResult?: unknown;
  readonly tweetInterstitial?: unknown;
  readonly details?: unknown;
  readonly counts?: unknown;
  readonly reply_to_results?: unknown;
  readonly media_entities?: unknown;
  readonly url_entities?: unknown;
  readonly quoted_tweet_results?: unknown;
  /** Where some queries tell the author; the others do under `core`. */
  readonly author_results?: unknown;
  /** A preview has its fields here, none of them under `legacy`. */
  readonly text?: unknown;
  readonly view_count?: unknown;
}

/** What stands under `legacy` of a post. */
export interface RawLegacy {
  readonly id_str?: unknown;
  readonly full_text?: unknown;
  readonly created_at?: unknown;
  readonly lang?: unknown;
  readonly source?: unknown;
  readonly entities?: unknown;
  readonly extended_entities?: unknown;
  readonly favorite_count?: unknown;
  readonly retweet_count?: unknown;
  readonly reply_count?: unknown;
  readonly quote_count?: unknown;
  readonly bookmark_count?: unknown;
  readonly in_reply_to_status_id_str?: unknown;
  readonly in_reply_to_user_id_str?: unknown;
  readonly in_reply_to_screen_name?: unknown;
  readonly conversation_id_str?: unknown;
  readonly user_id_str?: unknown;
  readonly display_text_range?: unknown;
  readonly quoted_status_id_str?: unknown;
  readonly quoted_status_permalink?: unknown;
  readonly retweeted_status_result?: unknown;
  readonly repostedStatusResults?: unknown;
  readonly conversation_control?: unknown;
  readonly place?: unknown;
}

/** The text that counts and what stands in it: a note's where there is one, all of it from there (section 2, Long text). */
export interface RawWords {
  /** As the platform wrote it: a note is plain, `full_text` is escaped. */
  readonly text: string;
  readonly isNote: boolean;
  readonly fullText: string;
  readonly urls: readonly unknown[];
  readonly hashtags: readonly unknown[];
  readonly mentions: readonly unknown[];
  /** The media of the post, also where its text is a note. */
  readonly media: readonly unknown[];
  /** The links of the cut text. */
  readonly shortUrls: readonly unknown[];
}

interface RawEntities {
  readonly urls?: unknown;
  readonly hashtags?: unknown;
  readonly user_mentions?: unknown;
  readonly media?: unknown;
}

interface RawNote {
  readonly note_tweet_results?: unknown;
  readonly result?: unknown;
  readonly text?: unknown;
  readonly entity_set?: unknown;
}

export function wordsOf(tweet: RawTweet, legacy: RawLegacy): RawWords {
  const entities: RawEntities = objectIn(legacy.entities);
  const extended: RawEntities = objectIn(legacy.extended_entities);
  const note = isObject(tweet.note_tweet) ? noteOf(tweet.note_tweet) : undefined;
  const fullText = textIn(legacy.full_text) ?? '';
  const noteText = note === undefined ? undefined : filledIn(note.text);
  const shown: RawEntities = noteText === undefined ? entities : objectIn(note?.entity_set);
  return {
    text: noteText ?? fullText,
    isNote: noteText !== undefined,
    fullText,
    urls: listIn(shown.urls),
    hashtags: listIn(shown.hashtags),
    mentions: listIn(shown.user_mentions),
    media: listIn(extended.media ?? entities.media),
    shortUrls: listIn(entities.urls),
  };
}

function noteOf(value: object): RawNote {
  const note: RawNote = value;
  const results: RawNote = objectIn(note.note_tweet_results);
  return objectIn(results.result);
}
