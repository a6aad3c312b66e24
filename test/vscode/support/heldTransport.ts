import { type Transport, TransportFault } from '../../../src/client/transport.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';

/** A transport that counts what it sends, and keeps answers back as long as a test wants. */
export interface HeldTransport extends Transport {
  /** How many requests were sent so far. */
  readonly sent: () => number;
  /** How many answers came, those that are held included. */
  readonly answered: () => number;
  /** From now on no answer comes, until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
}

export function heldTransport(): HeldTransport {
  const inner = fetchTransport();
  let sent = 0;
  let answered = 0;
  let held: PromiseWithResolvers<undefined> | undefined;
  return {
    sent: () => sent,
    answered: () => answered,
    hold: () => {
      held = Promise.withResolvers();
    },
    release: () => {
      held?.resolve(undefined);
      held = undefined;
    },
    send: async (request, options) => {
      sent += 1;
      const released = held?.promise;
      const response = await inner.send(request, options);
      answered += 1;
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
