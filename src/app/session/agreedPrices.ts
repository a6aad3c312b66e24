import type { Endpoint } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';

/** What one call of an endpoint costs; undefined where it is not known. */
export type PriceLookup = (endpoint: Endpoint) => Money | undefined;

/** A price that is higher than the one that a person agreed to. */
export interface RaisedPrice {
  readonly agreed: Money;
  readonly price: Money;
}

/** The prices of now, which stay as they are. */
export function capturePrices(endpoints: readonly Endpoint[], priceOf: PriceLookup): PriceLookup {
  const prices = new Map(endpoints.map((one) => [one.id, priceOf(one)]));
  return ({ id }) => prices.get(id);
}

/** @returns undefined where a call costs no more than was agreed to, as far as that is known; where no price was, none binds */
export function findRaisedPrice(endpoint: Endpoint, agreedPrice: PriceLookup, priceOf: PriceLookup): RaisedPrice | undefined {
  const agreed = agreedPrice(endpoint);
  const price = priceOf(endpoint);
  return agreed === undefined || price === undefined || price <= agreed ? undefined : { agreed, price };
}
