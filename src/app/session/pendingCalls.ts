import type { CallOptions } from '../../client/client.ts';
import type { WaitReason } from '../../client/policies/send.ts';

/** A call that is under way: what it waits for, or that a request is on its way. */
interface PendingCall {
  waiting: WaitReason | undefined;
  /** Set while a request is on its way: when it fails at the latest. */
  endsBy: number | undefined;
}

/** The calls of a view that are under way: which of them wait, what for, and which may be charged. */
export class PendingCalls {
  /** What was reported last stands last. */
  readonly #calls = new Set<PendingCall>();
  readonly #observers: Set<() => void>;

  /** @param changed called whenever a call waits for something, for something other than before, or no longer */
  constructor(changed: () => void) {
    this.#observers = new Set([changed]);
  }

  /** Calls another one as well. @returns unsubscribes */
  observe(changed: () => void): () => void {
    this.#observers.add(changed);
    return () => this.#observers.delete(changed);
  }

  /** What a call waits for, of those that are under way; where several do, what was reported last. */
  get waiting(): WaitReason | undefined {
    return [...this.#calls].findLast(({ waiting }) => waiting !== undefined)?.waiting;
  }

  /** Whether a request is on its way: it may be charged, whatever becomes of it. */
  get isSent(): boolean {
    return this.endsBy !== undefined;
  }

  /** When the last request that is on its way fails at the latest. */
  get endsBy(): number | undefined {
    const all = [...this.#calls].flatMap(({ endsBy }) => endsBy ?? []);
    return all.length === 0 ? undefined : Math.max(...all);
  }

  /** Makes a call, and keeps what it reports as long as it is under way. @param run counts it where a request was sent for it */
  async track<T>(
    make: (reports: Required<Pick<CallOptions, 'onSent' | 'onWaiting'>>) => Promise<T>,
    run?: { requests: number },
  ): Promise<T> {
    const call: PendingCall = { waiting: undefined, endsBy: undefined };
    const update = (waiting: WaitReason | undefined, endsBy?: number) => {
      const wasWaiting = call.waiting !== undefined;
      call.waiting = waiting;
      call.endsBy = endsBy;
      this.#calls.delete(call);
      this.#calls.add(call);
      if (wasWaiting || waiting !== undefined) {
        this.#report(); // that a call is sent at once is no news
      }
    };
    this.#calls.add(call);
    try {
      return await make({ onWaiting: (waiting) => update(waiting), onSent: (endsBy) => update(undefined, endsBy) });
    } finally {
      this.#calls.delete(call);
      if (run !== undefined && call.endsBy !== undefined) {
        run.requests += 1;
      }
      if (call.waiting !== undefined) {
        this.#report();
      }
    }
  }

  #report(): void {
    for (const changed of this.#observers) {
      changed();
    }
  }
}
