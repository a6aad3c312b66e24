/** An amount of US dollars as an integer number of micro-dollars (1 USD = 1,000,000n). */
export type Money = bigint;

/** A decimal number as programs print one, also with more digits than money has, or an exponent. */
const numberPattern = /^(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
const microDigits = 6;
/** From here on, a billion dollars, it is no amount, and no ledger could add it up. */
const tooMuch: Money = 10n ** 15n;

/**
 * Reads a text of US dollars, as the billing headers carry it.
 * @param text one header value, for example "0.00021", "5e-05" or "0.0016150000000000001"
 * @param rounding what happens to digits below a micro-dollar: a price is rounded up and a balance down,
 *   so that the worse case is assumed
 * @returns micro-dollars, or undefined when the text is no number that an amount can be ("not reported", never 0)
 */
export function parseMoney(text: string | undefined, rounding: 'up' | 'down'): Money | undefined {
  const match = numberPattern.exec(text ?? '');
  if (match === null) {
    return undefined;
  }
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = BigInt(Number(exponent) + microDigits - fraction.length);
  const unit = 10n ** (shift < 0n ? -shift : shift);
  const hasRest = rounding === 'up' && shift < 0n && digits % unit > 0n;
  const amount = shift < 0n ? digits / unit + (hasRest ? 1n : 0n) : digits * unit;
  return amount < tooMuch ? amount : undefined;
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
