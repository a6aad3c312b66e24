import { setImmediate as turn } from 'node:timers/promises';

/** How long the extension host may be blocked, in milliseconds. */
const sliceMs = 12;

/** Splits long work into slices, so other extensions can run in between. */
export class TimeSlicer {
  readonly #now: () => number;
  #since: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Call this after each small step. */
  async yieldIfDue(): Promise<void> {
    if (this.#now() - this.#since >= sliceMs) {
      await turn();
      this.#since = this.#now();
    }
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
