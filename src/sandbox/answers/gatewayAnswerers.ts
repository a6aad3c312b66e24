import * as rows from '../../client/endpoints/gateway/rows.ts';
import * as communities from './gatewayCommunities.ts';
import * as lists from './gatewayLists.ts';
import * as search from './gatewaySearch.ts';
import * as spaces from './gatewaySpaces.ts';
import * as trends from './gatewayTrends.ts';
import * as tweets from './gatewayTweets.ts';
import { type GatewayRowName, createAnswererTable } from './rows.ts';

export const gatewayAnswerers = createAnswererTable<GatewayRowName>(rows, {
  ...tweets,
  ...search,
  ...spaces,
  ...lists,
  ...communities,
  ...trends,
});
