import type { Format } from './endpoint.ts';
import type { Asker, Reuse, Waiting } from './policies/send.ts';

/** How a call is made. */
export interface CallOptions {
  /** Aborted: the call ends at once; a request that is on its way is cut off and may have been charged. */
  readonly signal?: AbortSignal;
  /**
   * Aborted: nothing further is sent. A call that waits ends at once as `cancelled`, with nothing spent; a request that is on its
   * way is let come, and is not tried again.
   */
  readonly stop?: AbortSignal;
  /** Default: the client's `reuse`. */
  readonly reuse?: Reuse;
  /** Default: `simple`. */
  readonly format?: Format;
  readonly asker?: Asker;
  /** Called at once whenever the call has to wait: it is not on its way, and costs nothing meanwhile. */
  readonly onWaiting?: (waiting: Waiting) => void;
  /** Called for each try that is handed to the transport: it is on its way, and may be charged. */
  readonly onSent?: () => void;
}
