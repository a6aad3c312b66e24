import * as communityRows from '../../client/endpoints/gateway/communities.ts';
import * as listRows from '../../client/endpoints/gateway/lists.ts';
import * as searchRows from '../../client/endpoints/gateway/search.ts';
import * as spaceRows from '../../client/endpoints/gateway/spaces.ts';
import * as trendRows from '../../client/endpoints/gateway/trends.ts';
import * as tweetRows from '../../client/endpoints/gateway/tweets.ts';
import * as communities from './gatewayCommunities.ts';
import * as lists from './gatewayLists.ts';
import * as search from './gatewaySearch.ts';
import * as spaces from './gatewaySpaces.ts';
import * as trends from './gatewayTrends.ts';
import * as tweets from './gatewayTweets.ts';
import { type GatewayRowName, toRows } from './rows.ts';

export const gatewayRows = toRows<GatewayRowName>(
  {
    ...tweetRows,
    ...searchRows,
    ...spaceRows,
    ...listRows,
    ...communityRows,
    ...trendRows,
  },
  { ...tweets, ...search, ...spaces, ...lists, ...communities, ...trends },
);
