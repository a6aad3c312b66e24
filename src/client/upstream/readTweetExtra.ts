import type { CommunityNote, Edits, PostPlace, TweetExtra } from './extra.ts';
import { isoOfMsText } from './isoSeconds.ts';
import { countIn, filledIn, idIn, isObject, listIn, objectIn, textIn } from './node.ts';
import { codePoints } from './plainText.ts';
import type { RawLegacy, RawTweet, RawWords } from './rawTweet.ts';
import { readArticleExtra } from './readArticle.ts';
import { readCard, readPoll } from './readCard.ts';
import { readLinks } from './readLinks.ts';
import { readMediaExtras } from './readMedia.ts';
import { shortTweetText } from './tweetText.ts';
import type { Writable } from './writable.ts';

interface RawEdits {
  readonly edit_tweet_ids?: unknown;
  readonly editable_until_msecs?: unknown;
  readonly edits_remaining?: unknown;
  readonly edit_control_initial?: unknown;
}

interface RawNamed {
  readonly result?: unknown;
  readonly rest_id?: unknown;
  readonly id_str?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly full_name?: unknown;
  readonly country?: unknown;
  readonly policy?: unknown;
}

interface RawNotice {
  readonly tweetInterstitial?: unknown;
  readonly cta?: unknown;
  readonly title?: unknown;
  readonly subtitle?: unknown;
  readonly text?: unknown;
  readonly destinationUrl?: unknown;
  readonly entities?: unknown;
}

interface RawNoteLink {
  readonly fromIndex?: unknown;
  readonly toIndex?: unknown;
  readonly ref?: unknown;
  readonly url?: unknown;
}

interface RawLimits {
  readonly limitedActionResults?: unknown;
  readonly limited_actions?: unknown;
  readonly action?: unknown;
  readonly prompt?: unknown;
  readonly subtext?: unknown;
}

/** What a post tells beyond the simple format's fields; only what is there. */
export function readTweetExtra(
  tweet: RawTweet,
  legacy: RawLegacy,
  words: RawWords,
  text: string,
  hasViewCount: boolean,
  wrapper: object | undefined,
): Writable<TweetExtra> {
  const extra: Writable<TweetExtra> = { hasViewCount };
  if (isObject(tweet.card)) {
    const poll = readPoll(tweet.card);
    const card = poll === undefined ? readCard(tweet.card) : undefined;
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
  if (isObject(legacy.place)) {
    const place = readPlace(legacy.place);
    if (place !== undefined) extra.place = place;
  }
  if (tweet.community_results !== undefined) {
    const community = readCommunityName(tweet.community_results);
    if (community !== undefined) extra.community = community;
  }
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
  const quotedId = quotedIdOf(tweet, legacy);
  if (quotedId !== undefined) extra.quotedId = quotedId;
  if (legacy.conversation_control !== undefined) {
    const { policy }: RawNamed = objectIn(legacy.conversation_control);
    if (typeof policy === 'string') extra.replyPolicy = policy;
  }
  const range = displayRange(legacy, words, text);
  if (range !== undefined) extra.displayRange = range;
  if (wrapper !== undefined) {
    const notice = noticeOf(wrapper);
    if (notice !== undefined) extra.notice = notice;
    const limit = replyLimitOf(wrapper);
    if (limit !== undefined) extra.replyLimit = limit;
  }
  return extra;
}

/** Inside of a quoted post the one that it quotes is an id only (upstream shapes, section 2, Quotes). */
function quotedIdOf(tweet: RawTweet, legacy: RawLegacy): string | undefined {
  const named = idIn(legacy.quoted_status_id_str);
  if (named !== undefined || tweet.quotedRefResult === undefined) {
    return named;
  }
  const reference: RawNamed = objectIn(tweet.quotedRefResult);
  const result: RawNamed = objectIn(reference.result);
  return idIn(result.rest_id);
}

/** Edited posts have theirs nested; a post that was never edited is its own only version and tells nothing. */
function readEdits(value: unknown): Edits | undefined {
  const outer: RawEdits = objectIn(value);
  const inner: RawEdits = isObject(outer.edit_control_initial) ? outer.edit_control_initial : outer;
  const versions = listIn(inner.edit_tweet_ids);
  if (inner === outer && versions.length < 2) {
    return undefined;
  }
  const ids = versions.filter((id): id is string => idIn(id) !== undefined);
  return { ids, editableUntil: isoOfMsText(inner.editable_until_msecs), remaining: countIn(inner.edits_remaining) };
}

function readCommunityNote(value: unknown): CommunityNote | undefined {
  const pivot: RawNotice = objectIn(value);
  const subtitle: RawNotice = objectIn(pivot.subtitle);
  const text = filledIn(subtitle.text);
  return text === undefined
    ? undefined
    : { text, url: filledIn(pivot.destinationUrl), links: listIn(subtitle.entities).flatMap(readNoteLink) };
}

/** The words of a note's links are shortened; where they lead stands beside the text only. */
function readNoteLink(value: unknown): CommunityNote['links'] {
  const { fromIndex, toIndex, ref }: RawNoteLink = objectIn(value);
  const { url }: RawNoteLink = objectIn(ref);
  const [start, end, address] = [countIn(fromIndex), countIn(toIndex), filledIn(url)];
  return start === undefined || end === undefined || address === undefined || end <= start ? [] : [{ start, end, url: address }];
}

function readPlace(value: object): PostPlace | undefined {
  const { id, full_name, name, country }: RawNamed = value;
  const fullName = filledIn(full_name) ?? filledIn(name);
  return fullName === undefined ? undefined : { id: textIn(id), fullName, country: filledIn(country) };
}

function readCommunityName(value: unknown): TweetExtra['community'] {
  const results: RawNamed = objectIn(value);
  const community: RawNamed = objectIn(results.result);
  const id = idIn(community.rest_id) ?? idIn(community.id_str);
  return id === undefined ? undefined : { id, name: filledIn(community.name) };
}

/** Positions hold for the cut text; a note leaves the leading mentions out by itself (section 2, display_text_range). */
function displayRange(legacy: RawLegacy, words: RawWords, text: string): readonly [number, number] | undefined {
  const start = countIn(listIn(legacy.display_text_range)[0]);
  if (start === undefined || start === 0 || words.isNote) {
    return undefined;
  }
  const end = codePoints(text);
  return start <= end ? [start, end] : undefined;
}

function noticeOf(wrapper: object): string | undefined {
  const { tweetInterstitial, cta }: RawNotice = wrapper;
  return noticeText(tweetInterstitial) ?? noticeText(cta);
}

/** Since 2024 who may answer stands around the post, as a sentence ("Only some accounts can reply."). */
function replyLimitOf(wrapper: object): string | undefined {
  const { limitedActionResults }: RawLimits = wrapper;
  const { limited_actions }: RawLimits = objectIn(limitedActionResults);
  for (const one of listIn(limited_actions)) {
    const { action, prompt }: RawLimits = objectIn(one);
    if (action === 'Reply') {
      const { subtext }: RawLimits = objectIn(prompt);
      return noticeText(subtext);
    }
  }
  return undefined;
}

function noticeText(value: unknown): string | undefined {
  const { text, title }: RawNotice = objectIn(value);
  const inner: RawNotice = objectIn(text ?? title);
  return filledIn(inner.text) ?? filledIn(text) ?? filledIn(title);
}
