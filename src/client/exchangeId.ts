const timeDigits = 9;
const countDigits = 4;

/**
 * Makes the ids of exchanges: unique on this machine, and in the order of their time and making.
 * @param nonce what tells this maker from every other one, for example eight random letters
 */
export function exchangeIds(nonce: string): (at: number) => string {
  let lastAt = 0;
  let count = 0;
  return (at) => {
    // A clock that was set back must not undo the order.
    const time = Math.max(at, lastAt);
    count = time === lastAt ? count + 1 : 0;
    lastAt = time;
    return `${time.toString(36).padStart(timeDigits, '0')}-${count.toString(36).padStart(countDigits, '0')}-${nonce}`;
  };
}

/** Eight random letters and digits. */
export function randomNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
