import type { Endpoint } from '../../client/endpoint.ts';
import * as communityRows from '../../client/endpoints/primary/communities.ts';
import * as jobRows from '../../client/endpoints/primary/jobs.ts';
import * as listRows from '../../client/endpoints/primary/lists.ts';
import * as searchRows from '../../client/endpoints/primary/search.ts';
import * as trendRows from '../../client/endpoints/primary/trends.ts';
import * as tweetRows from '../../client/endpoints/primary/tweets.ts';
import * as timelineRows from '../../client/endpoints/primary/userTimelines.ts';
import * as userRows from '../../client/endpoints/primary/users.ts';
import type { Answerer } from './answer.ts';
import * as communities from './primaryCommunities.ts';
import * as handles from './primaryHandles.ts';
import * as jobs from './primaryJobs.ts';
import * as lists from './primaryLists.ts';
import { search } from './primarySearch.ts';
import * as trends from './primaryTrends.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';
import { type PrimaryRowName, type Rows, toRows } from './rows.ts';

const rows: Readonly<Record<PrimaryRowName, Endpoint>> = {
  ...userRows,
  ...timelineRows,
  ...tweetRows,
  ...searchRows,
  ...listRows,
  ...communityRows,
  ...jobRows,
  ...trendRows,
};

/** One answerer per row: a row without one, or one without a row, does not compile. */
const answerers = {
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
} satisfies Readonly<Record<PrimaryRowName, Answerer>>;

/** The rows of the primary service. */
export const primaryRows: Rows = toRows(rows, answerers);
