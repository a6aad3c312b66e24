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

/** Reads the price from a string, in micro-dollars; 0 if it has none. @throws if it is unknown or ambiguous */
export function drawnPrice(text: string): bigint {
  assert.doesNotMatch(text, /price unknown/);
  const [price = '$0', ...others] = new Set(text.match(/\$\d+(?:\.\d+)?/g));
  assert.deepEqual(others, [], `one price in “${text}”`);
  return BigInt(Math.round(Number(price.slice(1)) * 1_000_000));
}
