import type { Endpoint } from '../../client/endpoint.ts';
import * as gatewayRows from '../../client/endpoints/gateway/rows.ts';
import * as primaryRows from '../../client/endpoints/primary/rows.ts';
import type { Responder, EndpointResponder, RowName } from './response.ts';
import * as gatewayGroups from './gatewayGroups.ts';
import * as gatewaySpaces from './gatewaySpaces.ts';
import * as gatewayTrends from './gatewayTrends.ts';
import * as gatewayTweets from './gatewayTweets.ts';
import * as groups from './primaryGroups.ts';
import * as places from './primaryPlaces.ts';
import * as tweets from './primaryTweets.ts';
import * as users from './primaryUsers.ts';

/** By row name. A row without a responder doesn't compile. */
const responderByRow: { readonly [K in RowName]: EndpointResponder<K> } = {
  ...users,
  ...tweets,
  ...groups,
  ...places,
  ...gatewayTweets,
  ...gatewaySpaces,
  ...gatewayGroups,
  ...gatewayTrends,
};
const byName = new Map(Object.entries<Responder>(responderByRow));
const rows: Readonly<Record<RowName, Endpoint>> = { ...primaryRows, ...gatewayRows };

const pairs = Object.entries(rows).flatMap(([name, endpoint]) => {
  const responder = byName.get(name);
  return responder === undefined ? [] : [{ endpoint, responder }];
});

export const allResponders = {
  endpoints: pairs.map(({ endpoint }) => endpoint),
  responders: Object.fromEntries(pairs.map(({ endpoint, responder }) => [endpoint.id, responder])),
};
