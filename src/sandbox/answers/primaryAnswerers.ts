import * as rows from '../../client/endpoints/primary/rows.ts';
import * as communities from './primaryCommunities.ts';
import * as handles from './primaryHandles.ts';
import * as jobs from './primaryJobs.ts';
import * as lists from './primaryLists.ts';
import * as search from './primarySearch.ts';
import * as trends from './primaryTrends.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';
import { type PrimaryRowName, createAnswererTable } from './rows.ts';

export const primaryAnswerers = createAnswererTable<PrimaryRowName>(rows, {
  ...users,
  ...handles,
  ...tweets,
  ...search,
  ...lists,
  ...communities,
  ...jobs,
  ...trends,
});
