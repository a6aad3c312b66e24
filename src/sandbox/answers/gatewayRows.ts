import type { Endpoint } from '../../client/endpoint.ts';
import * as communityRows from '../../client/endpoints/gateway/communities.ts';
import * as listRows from '../../client/endpoints/gateway/lists.ts';
import * as searchRows from '../../client/endpoints/gateway/search.ts';
import * as spaceRows from '../../client/endpoints/gateway/spaces.ts';
import * as trendRows from '../../client/endpoints/gateway/trends.ts';
import * as tweetRows from '../../client/endpoints/gateway/tweets.ts';
import type { Answerer } from './answer.ts';
import { searchAdvanced } from './gatewayAdvancedSearch.ts';
import * as gatewayCommunities from './gatewayCommunities.ts';
import * as gatewayLists from './gatewayLists.ts';
import * as gatewaySearch from './gatewaySearch.ts';
import * as gatewaySpaces from './gatewaySpaces.ts';
import * as gatewayTrends from './gatewayTrends.ts';
import * as gatewayTweets from './gatewayTweets.ts';
import { type GatewayRowName, type Rows, toRows } from './rows.ts';

const rows: Readonly<Record<GatewayRowName, Endpoint>> = {
  ...tweetRows,
  ...searchRows,
  ...spaceRows,
  ...listRows,
  ...communityRows,
  ...trendRows,
};

/** One answerer per row: a row without one, or one without a row, does not compile. */
const answerers = {
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
} satisfies Readonly<Record<GatewayRowName, Answerer>>;

/** The rows of the gateway. */
export const gatewayRows: Rows = toRows(rows, answerers);
