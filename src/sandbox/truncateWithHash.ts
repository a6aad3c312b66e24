import { createHash } from './nodeCrypto.ts';

/** How much is kept of a text that a caller sent, in characters. */
const maxKeptLength = 512;

/** A text in memory of its own: what V8 cuts out of a text keeps all of that text alive. The text has no half surrogate pair. */
export function copyString(text: string): string {
  return Buffer.from(text).toString();
}

/** What is kept of a text that a caller sent: a copy; a long one is cut, and closed with its hash. */
export function truncateWithHash(text: string): string {
  if (text.length <= maxKeptLength) return copyString(text);
  return `${copyString(text.slice(0, maxKeptLength))}...sha256:${toShortHash(text)}`;
}

/** Distinguishes texts without showing them: the first 12 digits of their SHA-256. */
export function toShortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
