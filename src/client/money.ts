/** An amount of US dollars as an integer number of micro-dollars (1 USD = 1,000,000n). */
export type Money = bigint;

/** A decimal number, with any number of digits or an exponent. */
const numberPattern = /^(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
const microDigits = 6;
/** A billion dollars isn't plausible, and could overflow a ledger. */
const tooMuch: Money = 10n ** 15n;

/**
 * Parses US dollars from a billing header.
 * @param text one header value, for example "0.00021", "5e-05", or "0.0016150000000000001"
 * @param rounding the direction for digits below a micro-dollar: up for prices and down for balances, to assume the worse case
 * @returns micro-dollars; undefined if the text isn't an amount, which means "not reported" and never 0
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

/** Formats an amount exactly, without a currency sign and with at least two decimals: 1200n is "0.0012". */
export function formatMoney(amount: Money): string {
  const sign = amount < 0n ? '-' : '';
  const absolute = amount < 0n ? -amount : amount;
  const fraction = (absolute % 1_000_000n)
    .toString()
    .padStart(microDigits, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${absolute / 1_000_000n}.${fraction}`;
}
