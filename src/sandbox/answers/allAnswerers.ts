import type { Endpoint } from '../../client/endpoint.ts';
import * as gatewayRows from '../../client/endpoints/gateway/rows.ts';
import * as primaryRows from '../../client/endpoints/primary/rows.ts';
import type { Answerer, EndpointAnswerer, RowName } from './answer.ts';
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

/** By the names of the rows: a row without an answerer does not compile. */
const answererByRow: { readonly [K in RowName]: EndpointAnswerer<K> } = {
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
};
const byName = new Map(Object.entries<Answerer>(answererByRow));
const rows: Readonly<Record<RowName, Endpoint>> = { ...primaryRows, ...gatewayRows };
const pairs = Object.entries(rows).flatMap(([name, endpoint]) => {
  const answerer = byName.get(name);
  return answerer === undefined ? [] : [{ endpoint, answerer }];
});

export const allAnswerers = {
  endpoints: pairs.map(({ endpoint }) => endpoint),
  answerers: Object.fromEntries(pairs.map(({ endpoint, answerer }) => [endpoint.id, answerer])),
};
