import type { Waiting } from '../../client/policies/send.ts';

/** What a call is to tell when it waits, and when it does so no more. */
export type OnWaiting = (waiting: Waiting | undefined) => void;

/** Which of the calls of a view wait, and what for. Knows nothing of VS Code. */
export class Waits {
  readonly #waiting = new Map<symbol, Waiting>();
  readonly #observers: Set<() => void>;

  /** @param changed called whenever there is something else to say */
  constructor(changed: () => void) {
    this.#observers = new Set([changed]);
  }

  /** Has another one told as well. @returns takes it back */
  observe(changed: () => void): () => void {
    this.#observers.add(changed);
    return () => this.#observers.delete(changed);
  }

  /** What was told last, of the calls that are under way. */
  get latest(): Waiting | undefined {
    return [...this.#waiting.values()].at(-1);
  }

  /** Makes a call, and remembers what it waits for as long as it is under way. */
  async during<T>(call: (onWaiting: OnWaiting) => Promise<T>): Promise<T> {
    const mine = Symbol('call');
    try {
      return await call((waiting) => {
        const wasWaiting = this.#waiting.delete(mine); // what was told last stands last
        if (waiting !== undefined) {
          this.#waiting.set(mine, waiting);
        }
        if (wasWaiting || waiting !== undefined) {
          this.#tell();
        }
      });
    } finally {
      if (this.#waiting.delete(mine)) {
        this.#tell();
      }
    }
  }

  #tell(): void {
    for (const changed of this.#observers) {
      changed();
    }
  }
}
