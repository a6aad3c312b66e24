import type { Endpoint } from '../../client/endpoint.ts';
import * as table from '../../client/endpoints/table.ts';
import type { Answerer } from './answer.ts';
import * as gatewayCommunities from './gatewayCommunities.ts';
import { searchAdvanced } from './gatewayAdvancedSearch.ts';
import * as gatewayLists from './gatewayLists.ts';
import * as gatewaySearch from './gatewaySearch.ts';
import * as gatewaySpaces from './gatewaySpaces.ts';
import * as gatewayTrends from './gatewayTrends.ts';
import * as gatewayTweets from './gatewayTweets.ts';
import * as communities from './primaryCommunities.ts';
import * as handles from './primaryHandles.ts';
import * as jobs from './primaryJobs.ts';
import * as lists from './primaryLists.ts';
import { search } from './primarySearch.ts';
import * as trends from './primaryTrends.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';

type Table = typeof table;

/** The names under which the table exports its rows. */
export type RowName = { readonly [K in keyof Table]: Table[K] extends Endpoint ? K : never }[keyof Table];

/** One answerer per row: a row without one, or one without a row, does not compile. */
const byRow = {
  userByUsername: users.userByUsername,
  userById: users.userById,
  usersByIds: users.usersByIds,
  usernamesToIds: handles.usernamesToIds,
  usernameToId: handles.usernameToId,
  userAbout: users.userAbout,
  userTweets: users.userTweets,
  userTweetsAndReplies: users.userTweetsAndReplies,
  userMedia: users.userMedia,
  userLikes: users.userLikes,
  userFollowers: users.userFollowers,
  userFollowings: users.userFollowings,
  userVerifiedFollowers: users.userVerifiedFollowers,
  userArticles: users.userArticles,
  usernamesStatus: handles.usernamesStatus,
  friendshipsShow: users.friendshipsShow,
  tweet: tweets.tweet,
  simpleTweet: tweets.simpleTweet,
  tweetArticle: tweets.tweetArticle,
  tweetFavorites: tweets.tweetFavorites,
  tweetRetweets: tweets.tweetRetweets,
  tweetQuotes: tweets.tweetQuotes,
  search,
  listDetails: lists.listDetails,
  listTweets: lists.listTweets,
  listMembers: lists.listMembers,
  listFollowers: lists.listFollowers,
  communitiesSearch: communities.communitiesSearch,
  community: communities.community,
  communityTweets: communities.communityTweets,
  communityMembers: communities.communityMembers,
  communityMembersSearch: communities.communityMembersSearch,
  communityModerators: communities.communityModerators,
  jobsSearch: jobs.jobsSearch,
  job: jobs.job,
  jobsFindLocation: jobs.jobsFindLocation,
  trends: trends.trends,
  miscLocations: trends.miscLocations,
  miscEmojis: trends.miscEmojis,
  gatewayTweet: gatewayTweets.tweet,
  gatewayTweetRetweets: gatewayTweets.tweetRetweets,
  gatewaySearchTweets: gatewaySearch.searchTweets,
  gatewaySearchAdvanced: searchAdvanced,
  gatewaySearchHashtag: gatewaySearch.searchHashtag,
  gatewaySearchLocation: gatewaySearch.searchLocation,
  gatewaySpace: gatewaySpaces.space,
  gatewaySpacesSearch: gatewaySpaces.spacesSearch,
  gatewaySpaceParticipants: gatewaySpaces.spaceParticipants,
  gatewayUserSpaces: gatewaySpaces.userSpaces,
  gatewaySpaceTweets: gatewaySpaces.spaceTweets,
  gatewaySpacesScheduled: gatewaySpaces.spacesScheduled,
  gatewaySpacesLive: gatewaySpaces.spacesLive,
  gatewayList: gatewayLists.list,
  gatewayListMembers: gatewayLists.listMembers,
  gatewayListTweets: gatewayLists.listTweets,
  gatewayUserLists: gatewayLists.userLists,
  gatewayListsSearch: gatewayLists.listsSearch,
  gatewayCommunity: gatewayCommunities.community,
  gatewayCommunityMembers: gatewayCommunities.communityMembers,
  gatewayCommunityTweets: gatewayCommunities.communityTweets,
  gatewayUserCommunities: gatewayCommunities.userCommunities,
  gatewayTrendsTopics: gatewayTrends.trendsTopics,
  gatewayTrendsHashtags: gatewayTrends.trendsHashtags,
  gatewayHashtagAnalytics: gatewayTrends.hashtagAnalytics,
  gatewayTrendsLocation: gatewayTrends.trendsLocation,
  gatewayTrendsLocations: gatewayTrends.trendsLocations,
  gatewayTweetAnalytics: gatewayTrends.tweetAnalytics,
} satisfies Readonly<Record<RowName, Answerer>>;

/** The answerer of each row, by endpoint id. */
export const answerers: Readonly<Record<string, Answerer>> = Object.fromEntries(
  Object.entries(byRow).flatMap(([row, answerer]) => (isRowName(row) ? [[table[row].id, answerer]] : [])),
);

function isRowName(name: string): name is RowName {
  return name in byRow;
}
