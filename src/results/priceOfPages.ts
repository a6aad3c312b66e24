import { formatMoney } from '../client/money.ts';

/** "≈$0.001": what some pages come to together at most, each at a price in micro-dollars. */
export function priceOfPages(microDollars: number, pages: number): string {
  return `≈$${formatMoney(BigInt(microDollars) * BigInt(pages))}`;
}
