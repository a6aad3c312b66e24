import type { Endpoint } from '../endpoint.ts';
import * as gateway from './gateway/rows.ts';
import * as primary from './primary/rows.ts';

export * from './gateway/rows.ts';
export * from './primary/rows.ts';

/** All endpoints in display order, primary before gateway. */
export const endpoints: readonly Endpoint[] = [
  primary.userByUsername,
  primary.userById,
  primary.usersByIds,
  primary.usernamesToIds,
  primary.usernameToId,
  primary.userAbout,
  primary.userTweets,
  primary.userTweetsAndReplies,
  primary.userMedia,
  primary.userLikes,
  primary.userFollowers,
  primary.userFollowings,
  primary.userVerifiedFollowers,
  primary.userArticles,
  primary.usernamesStatus,
  primary.friendshipsShow,
  primary.tweet,
  primary.simpleTweet,
  primary.tweetArticle,
  primary.tweetFavorites,
  primary.tweetRetweets,
  primary.tweetQuotes,
  primary.search,
  primary.listDetails,
  primary.listTweets,
  primary.listMembers,
  primary.listFollowers,
  primary.communitiesSearch,
  primary.community,
  primary.communityTweets,
  primary.communityMembers,
  primary.communityMembersSearch,
  primary.communityModerators,
  primary.jobsSearch,
  primary.job,
  primary.jobsFindLocation,
  primary.trends,
  primary.miscLocations,
  primary.miscEmojis,
  gateway.gatewayTweet,
  gateway.gatewayTweetRetweets,
  gateway.gatewaySearchTweets,
  gateway.gatewaySearchAdvanced,
  gateway.gatewaySearchHashtag,
  gateway.gatewaySearchLocation,
  gateway.gatewaySpace,
  gateway.gatewaySpacesSearch,
  gateway.gatewaySpaceParticipants,
  gateway.gatewayUserSpaces,
  gateway.gatewaySpaceTweets,
  gateway.gatewaySpacesScheduled,
  gateway.gatewaySpacesLive,
  gateway.gatewayList,
  gateway.gatewayListMembers,
  gateway.gatewayListTweets,
  gateway.gatewayUserLists,
  gateway.gatewayListsSearch,
  gateway.gatewayCommunity,
  gateway.gatewayCommunityMembers,
  gateway.gatewayCommunityTweets,
  gateway.gatewayUserCommunities,
  gateway.gatewayTrendsTopics,
  gateway.gatewayTrendsHashtags,
  gateway.gatewayHashtagAnalytics,
  gateway.gatewayTrendsLocation,
  gateway.gatewayTrendsLocations,
  gateway.gatewayTweetAnalytics,
];

const byId: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** @param id such as "primary.userFollowers" */
export function findEndpointById(id: string): Endpoint | undefined {
  return byId.get(id);
}
