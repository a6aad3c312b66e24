import type { CommunityNote, Edits, PostPlace, TweetExtra } from './extra.ts';
import { isoOfMsText } from './isoSeconds.ts';
import { countIn, type PlatformFields, filledIn, idIn, isNode, listIn, objectIn, textIn, type Writable } from './node.ts';
import type { OpenTweet } from './openTweet.ts';
import { readArticleExtra } from './readArticle.ts';
import { readCard } from './readCard.ts';
import { readLinks, readMediaExtras, readNames } from './readEntities.ts';
import { codePoints, shortTweetText } from './tweetText.ts';

/** What a post has beyond the simple format's fields; only what is there. */
export function readTweetExtra({ tweet, legacy, words, views, wrapper }: OpenTweet, text: string): Writable<TweetExtra> {
  const extra: Writable<TweetExtra> = { hasViewCount: views !== undefined };
  if (isNode(tweet.card)) {
    const { poll, card } = readCard(tweet.card);
    if (poll !== undefined) extra.poll = poll;
    if (card !== undefined) extra.card = card;
  }
  if (words.isNote) {
    extra.shortText = shortTweetText(words);
  }
  const edits = readEdits(tweet.edit_control);
  if (edits !== undefined) extra.edits = edits;
  if (tweet.birdwatch_pivot !== undefined) {
    const note = readCommunityNote(tweet.birdwatch_pivot);
    if (note !== undefined) extra.communityNote = note;
  }
  if (isNode(legacy.place)) {
    const place = readPlace(legacy.place);
    if (place !== undefined) extra.place = place;
  }
  const community = readCommunityName(tweet);
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
  const quotedId = idIn(legacy.quoted_status_id_str) ?? idIn(objectIn(objectIn(tweet.quotedRefResult).result).rest_id);
  if (quotedId !== undefined) extra.quotedId = quotedId;
  if (legacy.possibly_sensitive === true) extra.isSensitive = true;
  if (words.cashtags.length > 0) {
    extra.cashtags = readNames(words.cashtags, 'text');
  }
  const replyToId = idIn(legacy.in_reply_to_user_id_str);
  if (replyToId !== undefined && filledIn(legacy.in_reply_to_status_id_str) === undefined) {
    extra.replyToUser = { id: replyToId, username: filledIn(legacy.in_reply_to_screen_name) };
  }
  const { policy } = objectIn(legacy.conversation_control);
  if (typeof policy === 'string') extra.replyPolicy = policy;
  // positions hold for the cut text; a note leaves the leading mentions out by itself (section 2, display_text_range)
  const start = words.isNote ? 0 : (countIn(listIn(legacy.display_text_range)[0]) ?? 0);
  const end = start === 0 ? 0 : codePoints(text);
  if (start > 0 && start <= end) extra.displayRange = [start, end];
  if (wrapper !== undefined) {
    const notice = noticeText(wrapper.tweetInterstitial) ?? noticeText(wrapper.cta);
    if (notice !== undefined) extra.notice = notice;
    const limit = replyLimitOf(wrapper);
    if (limit !== undefined) extra.replyLimit = limit;
  }
  return extra;
}

/** Edited posts have theirs nested; a post that was never edited is its own only version. */
function readEdits(value: unknown): Edits | undefined {
  const outer = objectIn(value);
  const inner = isNode(outer.edit_control_initial) ? outer.edit_control_initial : outer;
  const versions = listIn(inner.edit_tweet_ids);
  if (inner === outer && versions.length < 2) {
    return undefined;
  }
  const ids = versions.filter((id): id is string => idIn(id) !== undefined);
  return { ids, editableUntil: isoOfMsText(inner.editable_until_msecs), remaining: countIn(inner.edits_remaining) };
}

function readCommunityNote(value: unknown): CommunityNote | undefined {
  const { subtitle, destinationUrl } = objectIn(value);
  const { text, entities } = objectIn(subtitle);
  const words = filledIn(text);
  return words === undefined
    ? undefined
    : { text: words, url: filledIn(destinationUrl), links: listIn(entities).flatMap(readNoteLink) };
}

/** The words of a note's links are shortened; where they lead stands beside the text only. */
function readNoteLink(value: unknown): CommunityNote['links'] {
  const { fromIndex, toIndex, ref } = objectIn(value);
  const [start, end, url] = [countIn(fromIndex), countIn(toIndex), filledIn(objectIn(ref).url)];
  return start === undefined || end === undefined || url === undefined || end <= start ? [] : [{ start, end, url }];
}

function readPlace({ id, full_name, name, country }: PlatformFields): PostPlace | undefined {
  const fullName = filledIn(full_name) ?? filledIn(name);
  return fullName === undefined ? undefined : { id: textIn(id), fullName, country: filledIn(country) };
}

/** Its name often stands only where the author's part in it is given. */
function readCommunityName({ community_results, author_community_relationship }: PlatformFields): TweetExtra['community'] {
  if (community_results === undefined && author_community_relationship === undefined) {
    return undefined;
  }
  const own = objectIn(objectIn(community_results).result);
  const related = objectIn(objectIn(objectIn(author_community_relationship).community_results).result);
  const id = idIn(own.rest_id) ?? idIn(own.id_str) ?? idIn(related.rest_id) ?? idIn(related.id_str);
  return id === undefined ? undefined : { id, name: filledIn(own.name) ?? filledIn(related.name) };
}

/** Since 2024 who may answer stands around the post, as a sentence ("Only some accounts can reply."). */
function replyLimitOf(wrapper: PlatformFields): string | undefined {
  for (const one of listIn(objectIn(wrapper.limitedActionResults).limited_actions)) {
    const { action, prompt } = objectIn(one);
    if (action === 'Reply') {
      return noticeText(objectIn(prompt).subtext);
    }
  }
  return undefined;
}

function noticeText(value: unknown): string | undefined {
  const { text, title } = objectIn(value);
  return filledIn(objectIn(text ?? title).text) ?? filledIn(text) ?? filledIn(title);
}
