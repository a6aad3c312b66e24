import type { Exchange } from '../../client/exchange.ts';
import { Pace } from '../shared/pace.ts';

/** How often what has come is told, in milliseconds: each telling names all answers. */
const tellEveryMs = 400;

/** What is done with answers that are brought back. */
export interface Bringing {
  /** An answer by its id; undefined when it is not kept any more. */
  readonly read: (id: string) => Exchange | undefined;
  readonly take: (exchange: Exchange) => void;
  /** Some more have come; called early for the first ones, which fill the screen. */
  readonly told: (done: number) => Promise<void>;
  /** Aborted when they are not wanted any more. */
  readonly gone: AbortSignal;
}

/**
 * Brings kept answers back in slices: thousands of them take seconds, in which the extension host does other things as well.
 * @returns how many are not kept any more; undefined when they were not wanted to the end
 */
export async function bringBack(
  ids: readonly string[],
  { read, take, told, gone }: Bringing,
  now: () => number = () => performance.now(),
): Promise<number | undefined> {
  const pace = new Pace(now);
  let missing = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  for (const [at, id] of ids.entries()) {
    if (gone.aborted) {
      return undefined;
    }
    const exchange = read(id);
    if (exchange === undefined) {
      missing += 1;
    } else {
      take(exchange);
    }
    if ((await pace.rest()) && !gone.aborted && now() - toldAt >= tellEveryMs) {
      toldAt = now();
      await told(at + 1);
    }
  }
  return gone.aborted ? undefined : missing;
}
