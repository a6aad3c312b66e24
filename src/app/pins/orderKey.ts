const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Whether a text is an order key: a fraction in base 36 without trailing zeros. */
export function isOrderKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\da-z]{0,500}[1-9a-z]$/.test(text);
}

/**
 * A key that sorts after one key and before another, so that a row finds its place without the others being written again.
 * @param after empty: nothing stands before it
 * @param before undefined, or not after `after`: nothing stands behind it
 */
export function keyBetween(after: string, before: string | undefined): string {
  let bound = before !== undefined && after < before ? before : undefined;
  let key = '';
  for (let at = 0; ; at += 1) {
    const low = digitAt(after, at);
    const high = bound === undefined ? digits.length : digitAt(bound, at);
    if (high - low > 1) {
      // behind the last one the next digit will do: keys of rows that are only appended stay short
      const digit = bound === undefined && low > 0 ? low + 1 : Math.floor((low + high) / 2);
      return key + digits.charAt(digit);
    }
    key += digits.charAt(low);
    if (high > low) {
      bound = undefined; // what is written sorts before it, whatever follows
    }
  }
}

function digitAt(key: string, at: number): number {
  return at < key.length ? digits.indexOf(key.charAt(at)) : 0;
}
