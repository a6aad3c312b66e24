import * as gatewayRows from '../../client/endpoints/gateway/rows.ts';
import * as primaryRows from '../../client/endpoints/primary/rows.ts';
import * as gatewayGroups from './gatewayGroups.ts';
import * as gatewaySearch from './gatewaySearch.ts';
import * as gatewaySpaces from './gatewaySpaces.ts';
import * as gatewayTrends from './gatewayTrends.ts';
import * as gatewayTweets from './gatewayTweets.ts';
import * as groups from './primaryGroups.ts';
import * as places from './primaryPlaces.ts';
import * as search from './primarySearch.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';
import { createAnswererTable, type RowName } from './answer.ts';

export const allAnswerers = createAnswererTable<RowName>(
  { ...primaryRows, ...gatewayRows },
  {
    ...users,
    ...tweets,
    ...search,
    ...groups,
    ...places,
    ...gatewayTweets,
    ...gatewaySearch,
    ...gatewaySpaces,
    ...gatewayGroups,
    ...gatewayTrends,
  },
);
