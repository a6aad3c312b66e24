import { type Transport, TransportFault } from '../../../src/client/transport.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';

/** A transport that counts requests and can hold responses back. */
export interface HeldTransport extends Transport {
  readonly sent: () => number;
  /** The number of responses, including held ones. */
  readonly received: () => number;
  /** Holds responses until `release`. */
  readonly hold: () => void;
  /** Doesn't send requests; they fail at `release`. For tests that need many pending requests. */
  readonly lose: () => void;
  readonly release: () => void;
}

export function heldTransport(): HeldTransport {
  const inner = fetchTransport();
  let sent = 0;
  let received = 0;
  let held: PromiseWithResolvers<undefined> | undefined;
  let isLost = false;
  return {
    sent: () => sent,
    received: () => received,
    hold: () => {
      held = Promise.withResolvers();
    },
    lose: () => {
      held = Promise.withResolvers();
      isLost = true;
    },
    release: () => {
      held?.resolve(undefined);
      held = undefined;
      isLost = false;
    },
    send: async (request, options) => {
      sent += 1;
      const released = held?.promise;
      if (released !== undefined && isLost) {
        await untilReleased(released, options.signal);
        throw new TransportFault('network', { sent: true });
      }
      const response = await inner.send(request, options);
      received += 1;
      await (released === undefined ? undefined : untilReleased(released, options.signal));
      return response;
    },
    close: async () => await inner.close(),
  };
}

function untilReleased(released: Promise<undefined>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new TransportFault('aborted', { sent: true, cause: signal.reason }));
    signal.addEventListener('abort', abort, { once: true });
    void released.then(resolve);
    if (signal.aborted) {
      abort();
    }
  });
}
