import type { CommunityNote, TweetEditInfo, PostPlace, TweetExtra } from './extra.ts';
import { formatIsoSecondsFromMsText } from './formatIsoSeconds.ts';
import {
  readCount,
  type PlatformObject,
  readNonEmptyString,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
  type Writable,
} from './platformFields.ts';
import type { UnwrappedTweet } from './unwrapTweet.ts';
import { readArticleExtra } from './readArticle.ts';
import { readCard } from './readCard.ts';
import { readLinks, readMediaExtras, readEntityTexts } from './readEntities.ts';
import { getCodePointLength, toPlatformTruncatedText } from './toTweetText.ts';

/** What a post has beyond the simple format's fields; only what is there. */
export function readTweetExtra({ tweet, legacy, words, views, wrapper }: UnwrappedTweet, text: string): Writable<TweetExtra> {
  const extra: Writable<TweetExtra> = { hasViewCount: views !== undefined };
  if (isPlatformObject(tweet.card)) {
    const { poll, card } = readCard(tweet.card);
    if (poll !== undefined) extra.poll = poll;
    if (card !== undefined) extra.card = card;
  }
  if (words.isNote) {
    extra.shortText = toPlatformTruncatedText(words);
  }
  const edits = readEditInfo(tweet.edit_control);
  if (edits !== undefined) extra.edits = edits;
  if (tweet.birdwatch_pivot !== undefined) {
    const note = readCommunityNote(tweet.birdwatch_pivot);
    if (note !== undefined) extra.communityNote = note;
  }
  if (isPlatformObject(legacy.place)) {
    const place = readPlace(legacy.place);
    if (place !== undefined) extra.place = place;
  }
  const community = readTweetCommunity(tweet);
  if (community !== undefined) extra.community = community;
  if (words.urls.length > 0) {
    extra.links = readLinks(words.urls);
  }
  if (words.media.length > 0) {
    extra.media = readMediaExtras(words.media);
  }
  if (tweet.article !== undefined) {
    const article = readArticleExtra(tweet.article);
    if (article !== undefined) extra.article = article;
  }
  // inside of a quoted post the one that it quotes is an id only (upstream shapes, section 2, Quotes)
  const quotedId =
    readNumericId(legacy.quoted_status_id_str) ??
    readNumericId(readObjectOrEmpty(readObjectOrEmpty(tweet.quotedRefResult).result).rest_id);
  if (quotedId !== undefined) extra.quotedId = quotedId;
  if (legacy.possibly_sensitive === true) extra.isSensitive = true;
  if (words.cashtags.length > 0) {
    extra.cashtags = readEntityTexts(words.cashtags, 'text');
  }
  const replyToId = readNumericId(legacy.in_reply_to_user_id_str);
  if (replyToId !== undefined && readNonEmptyString(legacy.in_reply_to_status_id_str) === undefined) {
    extra.replyToUser = { id: replyToId, username: readNonEmptyString(legacy.in_reply_to_screen_name) };
  }
  const { policy } = readObjectOrEmpty(legacy.conversation_control);
  if (typeof policy === 'string') extra.replyPolicy = policy;
  // positions hold for the cut text; a note leaves the leading mentions out by itself (section 2, display_text_range)
  const start = words.isNote ? 0 : (readCount(readArrayOrEmpty(legacy.display_text_range)[0]) ?? 0);
  const end = start === 0 ? 0 : getCodePointLength(text);
  if (start > 0 && start <= end) extra.displayRange = [start, end];
  if (wrapper !== undefined) {
    const notice = readNoticeText(wrapper.tweetInterstitial) ?? readNoticeText(wrapper.cta);
    if (notice !== undefined) extra.notice = notice;
    const limit = readReplyLimitText(wrapper);
    if (limit !== undefined) extra.replyLimit = limit;
  }
  return extra;
}

/** Edited posts have theirs nested; a post that was never edited is its own only version. */
function readEditInfo(value: unknown): TweetEditInfo | undefined {
  const outer = readObjectOrEmpty(value);
  const inner = isPlatformObject(outer.edit_control_initial) ? outer.edit_control_initial : outer;
  const versions = readArrayOrEmpty(inner.edit_tweet_ids);
  if (inner === outer && versions.length < 2) {
    return undefined;
  }
  const ids = versions.filter((id): id is string => readNumericId(id) !== undefined);
  return {
    ids,
    editableUntil: formatIsoSecondsFromMsText(inner.editable_until_msecs),
    remaining: readCount(inner.edits_remaining),
  };
}

function readCommunityNote(value: unknown): CommunityNote | undefined {
  const { subtitle, destinationUrl } = readObjectOrEmpty(value);
  const { text, entities } = readObjectOrEmpty(subtitle);
  const words = readNonEmptyString(text);
  return words === undefined
    ? undefined
    : { text: words, url: readNonEmptyString(destinationUrl), links: readArrayOrEmpty(entities).flatMap(readCommunityNoteLink) };
}

/** The words of a note's links are shortened; where they lead stands beside the text only. */
function readCommunityNoteLink(value: unknown): CommunityNote['links'] {
  const { fromIndex, toIndex, ref } = readObjectOrEmpty(value);
  const [start, end, url] = [readCount(fromIndex), readCount(toIndex), readNonEmptyString(readObjectOrEmpty(ref).url)];
  return start === undefined || end === undefined || url === undefined || end <= start ? [] : [{ start, end, url }];
}

function readPlace({ id, full_name, name, country }: PlatformObject): PostPlace | undefined {
  const fullName = readNonEmptyString(full_name) ?? readNonEmptyString(name);
  return fullName === undefined ? undefined : { id: readString(id), fullName, country: readNonEmptyString(country) };
}

/** Its name often stands only where the author's part in it is given. */
function readTweetCommunity({ community_results, author_community_relationship }: PlatformObject): TweetExtra['community'] {
  if (community_results === undefined && author_community_relationship === undefined) {
    return undefined;
  }
  const own = readObjectOrEmpty(readObjectOrEmpty(community_results).result);
  const related = readObjectOrEmpty(readObjectOrEmpty(readObjectOrEmpty(author_community_relationship).community_results).result);
  const id =
    readNumericId(own.rest_id) ?? readNumericId(own.id_str) ?? readNumericId(related.rest_id) ?? readNumericId(related.id_str);
  return id === undefined ? undefined : { id, name: readNonEmptyString(own.name) ?? readNonEmptyString(related.name) };
}

/** Since 2024 who may answer stands around the post, as a sentence ("Only some accounts can reply."). */
function readReplyLimitText(wrapper: PlatformObject): string | undefined {
  for (const one of readArrayOrEmpty(readObjectOrEmpty(wrapper.limitedActionResults).limited_actions)) {
    const { action, prompt } = readObjectOrEmpty(one);
    if (action === 'Reply') {
      return readNoticeText(readObjectOrEmpty(prompt).subtext);
    }
  }
  return undefined;
}

function readNoticeText(value: unknown): string | undefined {
  const { text, title } = readObjectOrEmpty(value);
  return readNonEmptyString(readObjectOrEmpty(text ?? title).text) ?? readNonEmptyString(text) ?? readNonEmptyString(title);
}
