import { type Money, parseMoney } from '../../client/money.ts';

/** The amount that a person typed, with or without a dollar sign; undefined where it is none. */
export function readDollars(text: string): Money | undefined {
  return parseMoney(text.trim().replace(/^\$/, ''), 'down');
}
