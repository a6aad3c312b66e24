import type { RawWords } from './rawTweet.ts';
import type { NestedTweet } from '../schemas/primary.ts';
import { expanded, unescaped } from './plainText.ts';

/** The text of a record: the note's where there is one, plain, its links written out, without the links of its media. */
export function tweetText(words: RawWords): string {
  return expanded(words.isNote ? words.text : unescaped(words.text), words.urls, words.media);
}

/** The text as the platform cut it, told in the same way. */
export function shortTweetText(words: RawWords): string {
  return expanded(unescaped(words.fullText), words.shortUrls, words.media);
}

/**
 * The text of a repost. The platform writes "RT @handle: " before the original, cuts it with its links and may name a handle
 * that the author has given up since (upstream shapes, section 2, Retweets), so all of it is the original's.
 */
export function repostText(words: RawWords, original: Pick<NestedTweet, 'text' | 'author'>): string {
  const end = words.text.startsWith('RT @') ? words.text.indexOf(': ') : -1;
  const { username } = original.author;
  return end < 0
    ? tweetText(words)
    : `RT @${username === '' ? words.text.slice('RT @'.length, end) : username}: ${original.text}`;
}
