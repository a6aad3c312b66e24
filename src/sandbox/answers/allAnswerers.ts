import * as gatewayRows from '../../client/endpoints/gateway/rows.ts';
import * as primaryRows from '../../client/endpoints/primary/rows.ts';
import * as gatewayCommunities from './gatewayCommunities.ts';
import * as gatewayLists from './gatewayLists.ts';
import * as gatewaySearch from './gatewaySearch.ts';
import * as gatewaySpaces from './gatewaySpaces.ts';
import * as gatewayTrends from './gatewayTrends.ts';
import * as gatewayTweets from './gatewayTweets.ts';
import * as communities from './primaryCommunities.ts';
import * as jobs from './primaryJobs.ts';
import * as lists from './primaryLists.ts';
import * as search from './primarySearch.ts';
import * as trends from './primaryTrends.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';
import { createAnswererTable, type RowName } from './answer.ts';

export const allAnswerers = createAnswererTable<RowName>(
  { ...primaryRows, ...gatewayRows },
  {
    ...users,
    ...tweets,
    ...search,
    ...lists,
    ...communities,
    ...jobs,
    ...trends,
    ...gatewayTweets,
    ...gatewaySearch,
    ...gatewaySpaces,
    ...gatewayLists,
    ...gatewayCommunities,
    ...gatewayTrends,
  },
);
