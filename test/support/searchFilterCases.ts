import type { FilterKey } from '../../src/client/search/filters.ts';

/** A filter in the builder: its field's value and the resulting query line. */
export interface SearchFilterCase {
  /** A string, or a checkbox. */
  readonly field: string | true;
  readonly operator: string;
  /** An invalid string and its error. */
  readonly invalidInput?: readonly [field: string, says: RegExp];
}

const id = '1840000000000000001';
const notANumber = ['five', /whole number/] as const;
const notAnId = ['12a', /an ID of 1 to 30 digits/] as const;
const notText = ['a "quote"', /without double quotes/] as const;
const notAHandle = ['not a handle', /a handle of 1 to 15/] as const;
const text = (operator: string, field: string): SearchFilterCase => ({
  field,
  operator: `${operator}:${field}`,
  invalidInput: notText,
});
const check = (operator: string): SearchFilterCase => ({ field: true, operator });
const count = (operator: string): SearchFilterCase => ({ field: '10', operator: `${operator}:10`, invalidInput: notANumber });
const ofId = (operator: string): SearchFilterCase => ({ field: id, operator: `${operator}:${id}`, invalidInput: notAnId });

/** Every filter key of the primary reference, GET /search, with its operator; independent of the code. */
// oxfmt-ignore
export const searchFilterCases: Readonly<Record<FilterKey, SearchFilterCase>> = {
  lang: { field: 'en', operator: 'lang:en', invalidInput: ['English', /a language code/] },
  since: { field: '2026-01-31', operator: 'since:2026-01-31', invalidInput: ['2026-02-30', /a date like/] },
  until: { field: '2026-01-31_23:59:59_UTC', operator: 'until:2026-01-31_23:59:59_UTC', invalidInput: ['tomorrow', /a date like/] },
  sinceTime: { field: '1767225600', operator: 'since_time:1767225600', invalidInput: ['now', /a string of digits/] },
  untilTime: { field: '1767225600', operator: 'until_time:1767225600', invalidInput: ['1767225600.5', /a string of digits/] },
  withinTime: { field: '7d', operator: 'within_time:7d', invalidInput: ['7 days', /a duration like/] },
  sinceId: ofId('since_id'),
  maxId: ofId('max_id'),
  exactSentence: { field: 'open data', operator: '"open data"', invalidInput: notText },
  anyOfTheseWords: { field: 'wind, tide, hard sell', operator: '(wind OR tide OR "hard sell")', invalidInput: notText },
  noneOfTheseWords: { field: 'spam, hard sell', operator: '-spam -"hard sell"', invalidInput: notText },
  hashtags: { field: 'opendata, maps', operator: '(#opendata OR #maps)', invalidInput: ['two words', /a hashtag/] },
  fromTheseAccounts: { field: 'ada, bea', operator: '(from:ada OR from:bea)', invalidInput: notAHandle },
  toTheseAccounts: { field: 'ada, bea', operator: '(to:ada OR to:bea)', invalidInput: notAHandle },
  mentionsTheseAccounts: { field: 'ada, bea', operator: '(@ada OR @bea)', invalidInput: notAHandle },
  minimumRepliesCount: count('min_replies'),
  minimumRetweetsCount: count('min_retweets'),
  minimumLikesCount: count('min_faves'),
  maximumRepliesCount: count('-min_replies'),
  maximumRetweetsCount: count('-min_retweets'),
  maximumLikesCount: count('-min_faves'),
  removeReplies: check('-filter:replies'),
  onlyReplies: check('filter:replies'),
  removePostsWithLinks: check('-filter:links'),
  onlyPostsWithLinks: check('filter:links'),
  removePostsWithMedia: check('-filter:media'),
  onlyPostsWithMedia: check('filter:media'),
  removePostsWithVideo: check('-filter:native_video'),
  onlyPostsWithVideo: check('filter:native_video'),
  removePostsWithPhotos: check('-filter:images'),
  onlyPostsWithPhotos: check('filter:images'),
  linksInclude: text('url', 'opendata'),
  includeRetweets: check('include:nativeretweets'),
  onlyRetweets: check('filter:nativeretweets'),
  onlyOldStyleRetweets: check('filter:retweets'),
  removeOldStyleRetweets: check('-filter:retweets'),
  onlyQuotes: check('filter:quote'),
  onlySelfThreads: check('filter:self_threads'),
  onlyVerified: check('filter:verified'),
  onlyBlueVerified: check('filter:blue_verified'),
  listId: ofId('list'),
  conversationId: ofId('conversation_id'),
  quotedTweetId: ofId('quoted_tweet_id'),
  quotedUserId: ofId('quoted_user_id'),
  hasEngagement: check('filter:has_engagement'),
  onlyAllVideos: check('filter:videos'),
  onlySpaces: check('filter:spaces'),
  onlyGifs: check('card_name:animated_gif'),
  onlyWithMentions: check('filter:mentions'),
  onlyWithHashtags: check('filter:hashtags'),
  onlyNews: check('filter:news'),
  safeMode: check('filter:safe'),
  near: text('near', 'Lisbon'),
  within: { field: '10km', operator: 'within:10km', invalidInput: ['10', /a distance like/] },
  geocode: { field: '37.78,-122.41,10km', operator: 'geocode:37.78,-122.41,10km', invalidInput: ['97.78,-122.41,10km', /latitude,longitude,radius/] },
  place: text('place', 'Lisbon'),
  source: text('source', 'Web_App'),
  cardName: text('card_name', 'summary'),
  cardDomain: text('card_domain', 'maps.example'),
};
