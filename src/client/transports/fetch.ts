import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  toTransportFault,
  type Transport,
  TransportFault,
  type WireRequestOptions,
  type WireRequest,
  type WireResponse,
} from '../transport.ts';
import { type BodyCollector, createBodyCollector, takeContentCoding } from './contentDecoder.ts';

interface SentMark {
  isSent: boolean;
}

/**
 * Creates a transport over the host's `fetch`, which in the extension host uses the editor's proxy and certificates. Doesn't
 * pass a dispatcher (the host replaces it) or follow redirects. Undici's diagnostics channels show whether a request was sent.
 * @param hostFetch default: the current `globalThis.fetch` at each call
 */
export function fetchTransport(hostFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)): Transport {
  const ears = listenForSending();
  return {
    send: (request, options) => {
      const mark: SentMark = { isSent: false };
      return ears.run(mark, () => sendByFetch(hostFetch, request, options, mark));
    },
    close: () => {
      ears.stop();
      return Promise.resolve();
    },
  };
}

async function sendByFetch(
  hostFetch: typeof globalThis.fetch,
  request: WireRequest,
  options: WireRequestOptions,
  mark: SentMark,
): Promise<WireResponse> {
  const { signal } = options;
  // one controller per request, so aborting a body doesn't end other requests
  const controller = new AbortController();
  const collector = createBodyCollector(options.maxBodyBytes);
  let head: Pick<WireResponse, 'status' | 'headers'> | undefined;
  const partial = (): WireResponse | undefined => (head === undefined ? undefined : { ...head, body: collector.bytes() });
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    reject(new TransportFault('aborted', { sent: mark.isSent, cause: signal.reason, partial: partial() }));
    controller.abort(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const work = async (): Promise<WireResponse> => {
    const response = await hostFetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
    });
    mark.isSent = true; // a response proves it, even if the channels didn't
    const headers = new Map<string, readonly string[]>([...response.headers].map(([name, value]) => [name, [value]]));
    takeContentCoding(headers); // fetch decodes the body, except for codings that it doesn't know
    head = { status: response.status, headers };
    if (response.body !== null && !(await collectBody(response.body, collector))) {
      throw new TransportFault('tooLarge', { sent: true, partial: partial() });
    }
    return { ...head, body: collector.bytes() };
  };
  try {
    if (signal.aborted) {
      onAbort();
    }
    const working = signal.aborted ? aborted : work();
    working.catch(() => undefined); // avoids an unhandled rejection after an abort
    return await Promise.race([working, aborted]);
  } catch (error) {
    controller.abort();
    throw error instanceof TransportFault ? error : toTransportFault(error, mark.isSent, partial());
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** @returns false if the body exceeds the limit */
async function collectBody(body: ReadableStream<Uint8Array>, collector: BodyCollector): Promise<boolean> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return true;
    }
    if (!collector.add(value)) {
      return false;
    }
  }
}

interface SendingListener {
  run<T>(mark: SentMark, action: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Finds a request's mark by the asynchronous context that created it. */
function listenForSending(): SendingListener {
  const current = new AsyncLocalStorage<SentMark>();
  const marks = new WeakMap<object, SentMark>();
  const onCreate = (message: unknown) => {
    const mark = current.getStore();
    const request = getRequestOfMessage(message);
    if (mark !== undefined && request !== undefined) {
      marks.set(request, mark);
    }
  };
  const onSend = (message: unknown) => {
    const request = getRequestOfMessage(message);
    const mark = request === undefined ? undefined : marks.get(request);
    if (mark !== undefined) {
      mark.isSent = true;
    }
  };
  subscribe('undici:request:create', onCreate);
  subscribe('undici:client:sendHeaders', onSend);
  return {
    run: (mark, action) => current.run(mark, action),
    stop: () => {
      unsubscribe('undici:request:create', onCreate);
      unsubscribe('undici:client:sendHeaders', onSend);
    },
  };
}

function getRequestOfMessage(message: unknown): object | undefined {
  const request: unknown = typeof message === 'object' && message !== null && 'request' in message ? message.request : undefined;
  return typeof request === 'object' && request !== null ? request : undefined;
}
