import assert from 'node:assert/strict';
import { propertyRuns } from '../../support/propertyRuns.ts';

/** The response in history when a price is shown: none, a new one, or one from a month ago. */
const storedAges = ['none', 'new', 'a month old'] as const;

export type StoredAge = (typeof storedAges)[number];

/**
 * Returns the ages to test: all in a soak run, otherwise `none` and one of the others in turn.
 * @param turn the case's number
 */
export function agesInTurn(turn: number, ages: readonly StoredAge[] = storedAges): readonly StoredAge[] {
  const ofStored = ages.filter((age) => age !== 'none');
  const count = propertyRuns(ofStored.length, 1);
  const tried = ofStored.filter((_age, at) => (at - (turn % ofStored.length) + ofStored.length) % ofStored.length < count);
  return ages.filter((age) => age === 'none' || tried.includes(age));
}

const month = 30 * 86_400_000;

/** Stores a response of the given age. */
export async function storeAged(age: StoredAge, ask: () => Promise<unknown>): Promise<void> {
  if (age === 'none') {
    return;
  }
  const { now } = Date;
  if (age === 'a month old') {
    Date.now = () => now() - month; // in the extension host, while the request is in flight
  }
  try {
    await ask();
  } finally {
    Date.now = now;
  }
}

/** Reads the price from a string, in micro-dollars. @throws unless it has exactly one price */
export function drawnPrice(text: string): bigint {
  const prices = [...new Set(text.match(/\bfree\b|\$\d+(?:\.\d+)?/g))];
  assert.equal(prices.length, 1, `one price in “${text}”`);
  const [price = ''] = prices;
  return price === 'free' ? 0n : BigInt(Math.round(Number(price.slice(1)) * 1_000_000));
}
