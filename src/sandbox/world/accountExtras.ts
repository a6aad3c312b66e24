import { hashText } from './random.ts';
import type { Account } from './world.ts';

/** How often an account changed its handle, and when it did last; undefined when it never did. */
export interface Renames {
  readonly count: number;
  readonly lastAtMs: number | undefined;
}

/** Follows from the account alone, so that it is the same whether the account is stored or computed. One in five was renamed. */
export function renamesOf(account: Account): Renames {
  const hash = hashText(`renames ${account.id}`);
  const count = hash % 5 === 0 ? 1 + (hash % 3) : 0;
  return { count, lastAtMs: count === 0 ? undefined : account.createdAtMs + (hash % 20_000_000) * 1000 };
}
