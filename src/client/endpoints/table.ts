import type { Endpoint } from '../endpoint.ts';
import {
  userByUsername,
  userById,
  usersByIds,
  usernamesToIds,
  usernameToId,
  userAbout,
  usernamesStatus,
  friendshipsShow,
} from './primary/users.ts';
import {
  userTweets,
  userTweetsAndReplies,
  userMedia,
  userLikes,
  userFollowers,
  userFollowings,
  userVerifiedFollowers,
  userArticles,
} from './primary/userTimelines.ts';
import { tweet, simpleTweet, tweetArticle, tweetFavorites, tweetRetweets, tweetQuotes } from './primary/tweets.ts';
import { search } from './primary/search.ts';
import { listDetails, listTweets, listMembers, listFollowers } from './primary/lists.ts';
import {
  communitiesSearch,
  community,
  communityTweets,
  communityMembers,
  communityMembersSearch,
  communityModerators,
} from './primary/communities.ts';
import { jobsSearch, job, jobsFindLocation } from './primary/jobs.ts';
import { trends, miscLocations, miscEmojis } from './primary/trends.ts';
import { gatewayTweet, gatewayTweetRetweets } from './gateway/tweets.ts';
import { gatewaySearchTweets, gatewaySearchAdvanced, gatewaySearchHashtag, gatewaySearchLocation } from './gateway/search.ts';
import {
  gatewaySpace,
  gatewaySpacesSearch,
  gatewaySpaceParticipants,
  gatewayUserSpaces,
  gatewaySpaceTweets,
  gatewaySpacesScheduled,
  gatewaySpacesLive,
} from './gateway/spaces.ts';
import { gatewayList, gatewayListMembers, gatewayListTweets, gatewayUserLists, gatewayListsSearch } from './gateway/lists.ts';
import {
  gatewayCommunity,
  gatewayCommunityMembers,
  gatewayCommunityTweets,
  gatewayUserCommunities,
} from './gateway/communities.ts';
import {
  gatewayTrendsTopics,
  gatewayTrendsHashtags,
  gatewayHashtagAnalytics,
  gatewayTrendsLocation,
  gatewayTrendsLocations,
  gatewayTweetAnalytics,
} from './gateway/trends.ts';

/** All rows of the catalogue, primary before gateway, by group in the order in which they are shown. */
export const endpoints: readonly Endpoint[] = [
  userByUsername,
  userById,
  usersByIds,
  usernamesToIds,
  usernameToId,
  userAbout,
  userTweets,
  userTweetsAndReplies,
  userMedia,
  userLikes,
  userFollowers,
  userFollowings,
  userVerifiedFollowers,
  userArticles,
  usernamesStatus,
  friendshipsShow,
  tweet,
  simpleTweet,
  tweetArticle,
  tweetFavorites,
  tweetRetweets,
  tweetQuotes,
  search,
  listDetails,
  listTweets,
  listMembers,
  listFollowers,
  communitiesSearch,
  community,
  communityTweets,
  communityMembers,
  communityMembersSearch,
  communityModerators,
  jobsSearch,
  job,
  jobsFindLocation,
  trends,
  miscLocations,
  miscEmojis,
  gatewayTweet,
  gatewayTweetRetweets,
  gatewaySearchTweets,
  gatewaySearchAdvanced,
  gatewaySearchHashtag,
  gatewaySearchLocation,
  gatewaySpace,
  gatewaySpacesSearch,
  gatewaySpaceParticipants,
  gatewayUserSpaces,
  gatewaySpaceTweets,
  gatewaySpacesScheduled,
  gatewaySpacesLive,
  gatewayList,
  gatewayListMembers,
  gatewayListTweets,
  gatewayUserLists,
  gatewayListsSearch,
  gatewayCommunity,
  gatewayCommunityMembers,
  gatewayCommunityTweets,
  gatewayUserCommunities,
  gatewayTrendsTopics,
  gatewayTrendsHashtags,
  gatewayHashtagAnalytics,
  gatewayTrendsLocation,
  gatewayTrendsLocations,
  gatewayTweetAnalytics,
];

const byId: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** The row with this id ("primary.userFollowers"), or undefined. */
export function endpointById(id: string): Endpoint | undefined {
  return byId.get(id);
}

// The files of rows export rows and nothing else.
export * from './primary/users.ts';
export * from './primary/userTimelines.ts';
export * from './primary/tweets.ts';
export * from './primary/search.ts';
export * from './primary/lists.ts';
export * from './primary/communities.ts';
export * from './primary/jobs.ts';
export * from './primary/trends.ts';
export * from './gateway/tweets.ts';
export * from './gateway/search.ts';
export * from './gateway/spaces.ts';
export * from './gateway/lists.ts';
export * from './gateway/communities.ts';
export * from './gateway/trends.ts';
