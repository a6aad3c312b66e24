import { createHash } from 'node:crypto';

/** A name for the account of a key that tells nothing but whether two are the same. */
export function hashedAccount(name: string | undefined): string | undefined {
  return name === undefined ? undefined : createHash('sha256').update(name).digest('hex').slice(0, 24);
}
