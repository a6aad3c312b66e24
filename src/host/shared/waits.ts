import type { Waiting } from '../../client/policies/send.ts';

/** What a call is to tell when it waits, and when it does so no more. */
export type OnWaiting = (waiting: Waiting | undefined) => void;

/**
 * Whether a call waits, and so is on its way nowhere. One that is tried again is sent at its time, and no more is told then: from
 * there on it may be charged.
 */
export function isUnsent(waiting: Waiting | undefined): boolean {
  return waiting !== undefined && (waiting.kind !== 'again' || Date.now() < waiting.at);
}

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
    let sent: NodeJS.Timeout | undefined;
    try {
      return await call((waiting) => {
        clearTimeout(sent);
        const wasWaiting = this.#waiting.delete(mine); // what was told last stands last
        if (waiting !== undefined) {
          this.#waiting.set(mine, waiting);
        }
        if (waiting?.kind === 'again') {
          sent = setTimeout(() => this.#tell(), waiting.at - Date.now()); // from now on it may be charged
        }
        if (wasWaiting || waiting !== undefined) {
          this.#tell();
        }
      });
    } finally {
      clearTimeout(sent);
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
