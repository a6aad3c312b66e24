/** An amount of US dollars as an integer number of micro-dollars (1 USD = 1,000,000n). */
export type Money = bigint;

const decimalDollarsPattern = /^(\d{1,9})(?:\.(\d{1,12}))?$/;
const microDigits = 6;

/**
 * Reads a decimal text of US dollars, as the billing headers carry it.
 * @param text one header value, for example "0.00021"
 * @param rounding what happens to digits below a micro-dollar: a price is rounded up and a balance down,
 *   so that the worse case is assumed
 * @returns micro-dollars, or undefined when the text is anything but one plain decimal ("not reported", never 0)
 */
export function parseMoney(text: string | undefined, rounding: 'up' | 'down'): Money | undefined {
  const match = decimalDollarsPattern.exec(text ?? '');
  if (match === null) {
    return undefined;
  }
  const [, whole = '', fraction = ''] = match;
  const micro = BigInt(whole) * 1_000_000n + BigInt(fraction.slice(0, microDigits).padEnd(microDigits, '0'));
  const hasRest = /[1-9]/.test(fraction.slice(microDigits));
  return hasRest && rounding === 'up' ? micro + 1n : micro;
}

/**
 * The exact decimal text of an amount, in US dollars without the sign of the currency: 1200n is "0.0012".
 * At least two digits stand behind the point.
 */
export function formatMoney(amount: Money): string {
  const sign = amount < 0n ? '-' : '';
  const absolute = amount < 0n ? -amount : amount;
  const fraction = (absolute % 1_000_000n)
    .toString()
    .padStart(microDigits, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${absolute / 1_000_000n}.${fraction}`;
}
