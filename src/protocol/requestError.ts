import type { failureReasons } from './message.ts';

/** `refused`: not in the table, or not of its shape; `closed`: the channel was closed before the answer came. */
export type FailureReason = (typeof failureReasons)[number] | 'closed';

/** A request over a channel that has no result. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
