import assert from 'node:assert/strict';
import { propertyRuns } from '../../support/propertyRuns.ts';

/** What is kept of a question when its price is drawn: nothing, a response of now, or one of a month ago. */
const storedAges = ['not kept', 'stored', 'kept for a month'] as const;

export type StoredAge = (typeof storedAges)[number];

/**
 * The ages that a place is tried with, of those that it is drawn for: in a soak all of them, else where nothing is kept and, in
 * turns, one of the others.
 * @param turn one after the other
 */
export function agesInTurn(turn: number, ages: readonly StoredAge[] = storedAges): readonly StoredAge[] {
  const ofStored = ages.filter((age) => age !== 'not kept');
  const count = propertyRuns(ofStored.length, 1);
  const tried = ofStored.filter((_age, at) => (at - (turn % ofStored.length) + ofStored.length) % ofStored.length < count);
  return ages.filter((age) => age === 'not kept' || tried.includes(age));
}

const month = 30 * 86_400_000;

/** Asks a question so that its response is kept and as old as that; does not ask where nothing is to be kept. */
export async function keep(age: StoredAge, ask: () => Promise<unknown>): Promise<void> {
  if (age === 'not kept') {
    return;
  }
  const { now } = Date;
  if (age === 'kept for a month') {
    Date.now = () => now() - month; // the clock of the extension host, for as long as the question is on its way
  }
  try {
    await ask();
  } finally {
    Date.now = now;
  }
}

/** What a text says that an act costs, in micro-dollars. @throws when it says no price, or more than one */
export function drawnPrice(text: string): bigint {
  const prices = [...new Set(text.match(/\bfree\b|\$\d+(?:\.\d+)?/g))];
  assert.equal(prices.length, 1, `one price in “${text}”`);
  const [price = ''] = prices;
  return price === 'free' ? 0n : BigInt(Math.round(Number(price.slice(1)) * 1_000_000));
}
