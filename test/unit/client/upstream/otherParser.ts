import { at, list, nodesOf, text } from './json.ts';
import { plainDate } from './plainUser.ts';
import { unescaped } from './plainTweet.ts';
import type { ShownTweet } from './shownRecords.ts';
import type { User } from '../../../../src/client/schemas/primary.ts';

/** A field that the other parser reads differently. */
export interface Difference {
  readonly field: string;
  readonly expected: unknown;
  readonly ours: unknown;
  readonly id: string;
}

/** Each t.co token's address. Media tokens don't have one. */
export interface Tokens {
  readonly addresses: ReadonlyMap<string, string>;
  readonly media: ReadonlySet<string>;
}

export function tokensOf(body: unknown): Tokens {
  const addresses = new Map<string, string>();
  const media = new Set<string>();
  for (const [, node] of nodesOf(body)) {
    const [url, address] = [at(node, 'url'), at(node, 'expanded_url')];
    if (typeof url !== 'string' || !url.includes('://t.co/')) continue;
    if (at(node, 'media_url_https') !== undefined) media.add(url);
    else if (typeof address === 'string') addresses.set(url, address);
  }
  return { addresses, media };
}

/** Converts the other parser's raw text to the simple format. */
function asShown(sent: string, { addresses, media }: Tokens): string {
  return sent
    .replaceAll(/ ?https?:\/\/t\.co\/\w+/g, (spaced) => {
      const token = spaced.trimStart();
      const address = addresses.get(token);
      return address === undefined && media.has(token) ? '' : spaced.replace(token, () => address ?? token);
    })
    .trimEnd();
}

/** A post's fields that differ. */
export function differencesOfTweet(
  expected: unknown,
  { tweet }: ShownTweet,
  isNote: boolean,
  tokens: Tokens,
): readonly Difference[] {
  const { author, counts, media } = tweet;
  const addressesOf = (type: string): readonly string[] => media.filter((one) => one.type === type).map((one) => one.url);
  const sent = text(at(expected, 'text'));
  return unequal(tweet.id, [
    ['text', asShown(isNote ? sent : unescaped(sent), tokens), tweet.text.trimEnd()],
    ['createdAt', plainDate(at(expected, 'date')), tweet.createdAt],
    ['author.username', at(expected, 'username'), author.username],
    ['author.id', at(expected, 'userId'), author.id],
    ['lang', at(expected, 'lang'), tweet.lang],
    ['replies', at(expected, 'replyCount'), counts.replies],
    ['retweets', at(expected, 'retweetCount'), counts.retweets],
    ['likes', at(expected, 'likeCount'), counts.likes],
    ['quotes', at(expected, 'quoteCount'), counts.quotes],
    ['bookmarks', at(expected, 'bookmarkCount'), counts.bookmarks],
    ['views', at(expected, 'viewCount') ?? 0, counts.views],
    ['conversationId', at(expected, 'conversationId'), tweet.conversationId],
    ['hashtags', at(expected, 'hashtags'), tweet.hashtags],
    ['mentions', at(expected, 'mentions'), tweet.mentions],
    ['urls', list(at(expected, 'links')).map((link) => at(link, 0)), tweet.urls],
    ['replyTo', at(expected, 'inReplyTo'), at(tweet.replyTo, 'tweetId') ?? null],
    ['retweetOf', at(expected, 'retweetedId'), tweet.retweetOf === null ? null : at(tweet.retweetOf, 'id')],
    ['quoted', at(expected, 'quotedId'), tweet.quoted === null ? null : at(tweet.quoted, 'id')],
    ['source', at(expected, 'source'), tweet.source],
    ['photos', at(expected, 'photos'), addressesOf('photo')],
    ['videos', at(expected, 'videos'), addressesOf('video')],
    ['animated', at(expected, 'animated'), addressesOf('animated_gif')],
  ]);
}

/** An account's fields that differ. */
export function differencesOfUser(expected: unknown, user: User): readonly Difference[] {
  const { counts } = user;
  return unequal(user.id, [
    ['username', at(expected, 'username'), user.username],
    ['name', at(expected, 'name'), user.name],
    ['description', at(expected, 'description'), user.description],
    ['location', at(expected, 'location'), user.location],
    ['createdAt', plainDate(at(expected, 'created')), user.createdAt],
    ['avatarUrl', at(expected, 'avatar'), user.avatarUrl],
    ['bannerUrl', at(expected, 'banner'), user.bannerUrl],
    ['protected', at(expected, 'protected') ?? false, user.protected],
    ['verified', at(expected, 'verified') === true || at(expected, 'blue') === true, user.verified],
    ['verifiedType', at(expected, 'blueType'), user.verifiedType],
    ['pinnedTweetIds', at(expected, 'pinned'), user.pinnedTweetIds],
    ['followers', at(expected, 'followers'), counts.followers],
    ['following', at(expected, 'friends'), counts.following],
    ['tweets', at(expected, 'statuses'), counts.tweets],
    ['likes', at(expected, 'favourites'), counts.likes],
    ['media', at(expected, 'media'), counts.media],
    ['listed', at(expected, 'listed'), counts.listed],
  ]);
}

function unequal(
  id: string,
  fields: readonly (readonly [field: string, expected: unknown, ours: unknown])[],
): readonly Difference[] {
  return fields
    .filter(([, expected, ours]) => JSON.stringify(expected) !== JSON.stringify(ours))
    .map(([field, expected, ours]) => ({ field, expected, ours, id }));
}
