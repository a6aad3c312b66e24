import * as communityRows from '../../client/endpoints/primary/communities.ts';
import * as jobRows from '../../client/endpoints/primary/jobs.ts';
import * as listRows from '../../client/endpoints/primary/lists.ts';
import * as searchRows from '../../client/endpoints/primary/search.ts';
import * as trendRows from '../../client/endpoints/primary/trends.ts';
import * as tweetRows from '../../client/endpoints/primary/tweets.ts';
import * as timelineRows from '../../client/endpoints/primary/userTimelines.ts';
import * as userRows from '../../client/endpoints/primary/users.ts';
import * as communities from './primaryCommunities.ts';
import * as handles from './primaryHandles.ts';
import * as jobs from './primaryJobs.ts';
import * as lists from './primaryLists.ts';
import * as search from './primarySearch.ts';
import * as trends from './primaryTrends.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';
import { type PrimaryRowName, toRows } from './rows.ts';

export const primaryRows = toRows<PrimaryRowName>(
  {
    ...userRows,
    ...timelineRows,
    ...tweetRows,
    ...searchRows,
    ...listRows,
    ...communityRows,
    ...jobRows,
    ...trendRows,
  },
  {
    ...users,
    ...handles,
    ...tweets,
    ...search,
    ...lists,
    ...communities,
    ...jobs,
    ...trends,
  },
);
