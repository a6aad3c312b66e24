import { setImmediate as turn } from 'node:timers/promises';

/** How long one extension keeps the others waiting at a stretch, in milliseconds. */
const sliceMs = 12;

/** Lets other work run between two slices. */
export class TimeSlicer {
  readonly #now: () => number;
  #since: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /**
   * To be called after each small step.
   * @returns whether others had a turn
   */
  async yieldIfDue(): Promise<boolean> {
    if (this.#now() - this.#since < sliceMs) {
      return false;
    }
    await turn();
    this.#since = this.#now();
    return true;
  }
}

export async function runInSlices<T>(steps: Generator<unknown, T>, pace = new TimeSlicer()): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await pace.yieldIfDue();
    step = steps.next();
  }
  return step.value;
}
