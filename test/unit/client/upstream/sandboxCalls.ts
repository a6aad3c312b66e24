import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { world } from '../../sandbox/responses/ask.ts';

export type Texts = Readonly<Record<string, string>>;

const edge = world.accountByHandle('edge_texts')?.id ?? '';
const { userId, tweetId, handle, otherHandle, communityId, listId } = exampleValues;

/** Calls in addition to the examples: other subjects, small and large pages, and all kinds of threads. */
export const moreCalls: Readonly<Record<string, readonly Texts[]>> = {
  'primary.userTweets': [{ userId: edge }, { userId, count: '7' }],
  'primary.userTweetsAndReplies': [{ userId: edge }, { userId: '-1', username: 'deep_talker', count: '9' }],
  'primary.userMedia': [{ userId, count: '2' }],
  'primary.userLikes': [{ userId: edge, count: '50' }],
  'primary.userArticles': [{ userId, count: '1' }],
  'primary.userFollowers': [{ userId: edge }],
  'primary.userFollowings': [{ userId: edge }],
  'primary.userVerifiedFollowers': [{ userId: edge, count: '60' }],
  'primary.usersByIds': [{ userIds: `${userId},404404,${edge}` }],
  'primary.tweet': [
    ...[landmarks.deepThreadId, landmarks.wideThreadId, landmarks.twentyDigitPostId].map((id) => ({ tweetId: id })),
    { tweetId, rankingMode: 'Recency' },
  ],
  'primary.simpleTweet': [landmarks.twentyDigitPostId, exampleValues.articleTweetId].map((id) => ({ tweetId: id })),
  'primary.tweetFavorites': [{ tweetId, count: '33' }],
  'primary.tweetRetweets': [{ tweetId, count: '33' }],
  'primary.tweetQuotes': [{ tweetId, rankingMode: 'Recency', count: '9' }],
  'primary.search': [
    { searchItem: 'from:edge_texts' },
    { searchItem: 'filter:media', category: 'Latest', count: '100' },
    { searchItem: 'coffee', category: 'Photos' },
    { searchItem: 'ada', category: 'People', count: '4' },
    { searchItem: `from:${handle} include:nativeretweets` },
  ],
  'primary.listDetails': [{ listId: landmarks.listWithErrorsId }],
  'primary.listMembers': [{ listId, count: '13' }],
  'primary.communityMembers': [{ communityId, count: '50' }],
  'primary.communityModerators': [{ communityId, count: '5' }],
  'primary.communitiesSearch': [{ searchTerm: exampleValues.communityWord, count: '1' }],
  'primary.jobsSearch': [{ searchTerm: exampleValues.jobWord, count: '1' }],
  'primary.userByUsername': [{ username: otherHandle }, { username: 'edge_texts' }],
  'primary.userAbout': [{ username: otherHandle }],
};

/** Endpoints with a raw body that isn't in the platform's format. */
export const builtByTheService: Readonly<Record<string, string>> = {
  'primary.usernamesToIds': 'a map of handles to ids',
  'primary.usernameToId': 'one id',
  'primary.usernamesStatus': 'a map of handles to states',
  'primary.communityMembersSearch': 'raw is undocumented, so the simple schema',
  'primary.job': 'raw is undocumented, so the simple schema',
};
