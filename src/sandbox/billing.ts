import { formatMoney, type Money } from '../client/money.ts';

/** What the sandbox asks for calls. None of it is a price of the real service: the reference shows none (decision 2.11). */
export interface Prices {
  /** The sandbox price of a call, micro-dollars. */
  readonly price: Money;
  /** Other prices by endpoint id. */
  readonly priceByEndpoint: Readonly<Record<string, Money>>;
  /** What a key has when it is seen for the first time, micro-dollars. */
  readonly startBalance: Money;
}

export const sandboxPrices: Prices = { price: 200n, priceByEndpoint: {}, startBalance: 10_000_000n };

export function priceOf(prices: Prices, endpointId: string): Money {
  return prices.priceByEndpoint[endpointId] ?? prices.price;
}

/** The prepaid balances of one running sandbox, by key. */
export interface Accounts {
  balance(key: string): Money;
  /** Takes the price. @returns false, and takes nothing, when the balance is below it (decision 2.6). */
  charge(key: string, price: Money): boolean;
  /** Gives back what charge took. */
  refund(key: string, price: Money): void;
  /** Says what a key has from now on. */
  set(key: string, balance: Money): void;
  /** As if the key had never been seen. */
  forget(key: string): void;
}

/**
 * @param maxKeys how many keys are remembered; the one that was seen first is forgotten, and starts anew,
 *   when another would be one too many, so that made-up keys cannot fill the memory
 */
export function createAccounts(startBalance: Money, maxKeys = 10_000): Accounts {
  const balances = new Map<string, Money>();
  const balance = (key: string): Money => balances.get(key) ?? startBalance;
  const set = (key: string, amount: Money): void => {
    if (balances.size >= maxKeys && !balances.has(key)) {
      const first = balances.keys().next();
      if (first.done !== true) balances.delete(first.value);
    }
    balances.set(key, amount);
  };
  return {
    balance,
    charge: (key, price) => {
      const before = balance(key);
      if (before < price) return false;
      set(key, before - price);
      return true;
    },
    refund: (key, price) => set(key, balance(key) + price),
    set,
    forget: (key) => void balances.delete(key),
  };
}

/**
 * Whether the service gives the money back (primary reference, Errors; decisions T3, T4).
 * @param refunds404And422 the reading that the reference does not rule out; off, they cost
 */
export function isRefunded(status: number, refunds404And422: boolean): boolean {
  return (
    status === 400 ||
    status === 408 ||
    status === 409 ||
    status >= 500 ||
    (refunds404And422 && (status === 404 || status === 422))
  );
}

/** The billing headers that carry a price or say what became of it (primary reference, Limits). */
export const billingNames = ['X-Price-Per-Call', 'X-Remaining-Balance', 'X-Refunded'] as const;

/** The billing headers of a call that was charged, name and value by turns (decisions 2.7 to 2.9). */
export function billingHeaders(price: Money, balance: Money, refunded: boolean, retried: boolean): string[] {
  const headers = ['X-Price-Per-Call', formatMoney(price), 'X-Remaining-Balance', formatMoney(balance)];
  if (refunded) headers.push('X-Refunded', 'true');
  if (retried) headers.push('X-Retried', 'true');
  return headers;
}
