import type { Endpoint } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';

/** What one call of an endpoint costs; undefined where it is not known. */
export type PriceLookup = (endpoint: Endpoint) => Money | undefined;

/** A price that is higher than the one that a person agreed to. */
export interface RaisedPrice {
  readonly agreed: Money;
  readonly price: Money;
}

/** What the calls to come ask: `rest`, where that is not one endpoint. */
interface CallsToCome {
  readonly endpoint: Endpoint;
  readonly rest?: () => readonly Endpoint[];
}

/** The prices of now, which stay as they are. */
export function capturePrices(calls: readonly CallsToCome[], priceOf: PriceLookup): PriceLookup {
  const endpoints = calls.flatMap(({ endpoint, rest }) => [endpoint, ...(rest?.() ?? [])]);
  const prices = new Map(endpoints.map((one) => [one.id, priceOf(one)]));
  return ({ id }) => prices.get(id);
}

/** @returns undefined where the next call costs no more than was agreed to, as far as that is known; where no price was, none binds */
export function findRaisedPrice(
  { endpoint, rest }: CallsToCome,
  agreedPrice: PriceLookup,
  priceOf: PriceLookup,
): RaisedPrice | undefined {
  const next = rest === undefined ? endpoint : rest()[0];
  const agreed = next && agreedPrice(next);
  const price = next && priceOf(next);
  return agreed === undefined || price === undefined || price <= agreed ? undefined : { agreed, price };
}
