import { clearUndiciDispatcherSlots } from './dispatcherSlots.ts'; // must be imported before undici
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import {
  toTransportFault,
  type Transport,
  TransportFault,
  type WireRequestOptions,
  type WireRequest,
  type WireResponse,
} from '../transport.ts';
import { type BodyCollector, createBodyCollector } from './contentDecoder.ts';
import { type ContentDecoder, createContentDecoder, takeContentCoding } from './contentDecoder.ts';

clearUndiciDispatcherSlots();

export interface ProxyOptions {
  /** An empty string disables the proxy. Default: `HTTPS_PROXY` and `HTTP_PROXY` from the environment. */
  readonly address?: string;
  /** Hosts to reach without a proxy, separated by commas: ".example.com" includes all subdomains. */
  readonly except: string;
}

export interface UndiciTransportOptions {
  /** Trusted certificate authorities in addition to Node's own, PEM. */
  readonly ca?: readonly string[];
  /** Default: no proxy, regardless of the environment. */
  readonly proxy?: ProxyOptions;
}

/** Per origin. */
const maxConnections = 64;
const connectTimeoutMs = 10_000;
const maxHeaderBytes = 64 * 1024;

/**
 * Creates a transport that sends each request over a kept-alive HTTP/1.1 connection. A bare undici handler is cheaper than the
 * streams and promises of undici's `request`. Undici's retry, redirect, cache, and size options aren't used, because they
 * resend, or count bytes before decoding.
 * @throws Error if a proxy address is invalid
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  const dispatchers = createDispatchers(options);
  return {
    send: (request, wireOptions) =>
      new Promise((resolve, reject) =>
        dispatchRequest(dispatchers, request, new UndiciRequestHandler(wireOptions, resolve, reject)),
      ),
    close: async () => {
      await Promise.all([...new Set([dispatchers.remote, dispatchers.local])].map(async (one) => await one.destroy()));
    },
  };
}

interface Dispatchers {
  readonly remote: Dispatcher;
  /** For plain http, which is only allowed to this machine (`address.ts`): an unencrypted key is never sent to a proxy. */
  readonly local: Dispatcher;
}

function createDispatchers({ ca, proxy }: UndiciTransportOptions): Dispatchers {
  const trust = ca === undefined ? {} : { ca: [...ca] };
  const pool = {
    allowH2: false,
    pipelining: 1,
    connections: maxConnections,
    maxHeaderSize: maxHeaderBytes,
    // undici's own timeouts of five minutes are longer than any deadline here; disabling them would cost more
    connect: { timeout: connectTimeoutMs, ...trust },
  };
  const local = new Agent(pool);
  if (proxy === undefined) {
    return { remote: local, local };
  }
  const { address, except } = proxy;
  const remote = new EnvHttpProxyAgent({
    ...pool,
    connectTimeout: connectTimeoutMs,
    requestTls: trust,
    proxyTls: trust,
    noProxy: except,
    ...(address === undefined ? {} : { httpProxy: address, httpsProxy: address }),
  });
  return { remote, local };
}

const acceptEncoding = 'gzip, deflate, br';

function dispatchRequest({ remote, local }: Dispatchers, request: WireRequest, exchange: UndiciRequestHandler): void {
  try {
    const { origin, protocol, pathname, search } = new URL(request.url);
    const headers = { ...request.headers, 'accept-encoding': acceptEncoding };
    if (exchange.begin()) {
      (protocol === 'http:' ? local : remote).dispatch(
        { origin, path: pathname + search, method: request.method, headers, body: request.body ?? null },
        exchange,
      );
    }
  } catch (error) {
    exchange.fail(toTransportFault(error, false));
  }
}

/** A request in flight. Settles once. */
class UndiciRequestHandler implements Dispatcher.DispatchHandler {
  readonly #options: WireRequestOptions;
  readonly #resolve: (response: WireResponse) => void;
  readonly #reject: (fault: TransportFault) => void;
  readonly #collector: BodyCollector;
  #controller: Dispatcher.DispatchController | undefined;
  #decoder: ContentDecoder | undefined;
  #status = 0;
  #headers: Map<string, readonly string[]> = new Map();
  #isSent = false;
  #isSettled = false;

  constructor(options: WireRequestOptions, resolve: (response: WireResponse) => void, reject: (fault: TransportFault) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#collector = createBodyCollector(options.maxBodyBytes);
  }

  /** @returns false if it is already aborted */
  begin(): boolean {
    const { signal } = this.#options;
    if (signal.aborted) {
      this.#abort();
      return false;
    }
    signal.addEventListener('abort', this.#abort, { once: true });
    return true;
  }

  readonly #abort = (): void => {
    this.fail(
      new TransportFault('aborted', { sent: this.#isSent, cause: this.#options.signal.reason, partial: this.#partial() }),
    );
  };

  /** Rejects once, and releases the connection. */
  fail(fault: TransportFault): void {
    if (this.#isSettled) {
      return;
    }
    this.#settle();
    this.#decoder?.destroy();
    this.#controller?.abort(fault);
    this.#reject(fault);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) {
      // aborted while waiting for a connection
      controller.abort(new TransportFault('aborted', { sent: false }));
      return;
    }
    this.#controller = controller;
    this.#isSent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) {
      return; // an informational response
    }
    this.#status = status;
    this.#headers = toHeaderMap(headers);
    const coding = takeContentCoding(this.#headers);
    if (coding !== undefined) {
      this.#decoder = createContentDecoder(coding, {
        onPiece: (piece) => this.#take(piece),
        onEnd: () => this.#finish(),
        onError: (cause) => this.fail(new TransportFault('decoding', { sent: true, cause, partial: this.#partial() })),
        onFull: (isFull) => (isFull ? this.#controller?.pause() : this.#controller?.resume()),
      });
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#decoder === undefined) {
      this.#take(chunk);
    } else {
      this.#decoder.write(chunk);
    }
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) {
      this.#finish();
    } else {
      this.#decoder.end();
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(toTransportFault(error, this.#isSent, this.#partial()));
  }

  #take(piece: Uint8Array): void {
    if (!this.#isSettled && !this.#collector.add(piece)) {
      this.fail(new TransportFault('tooLarge', { sent: true, partial: this.#partial() }));
    }
  }

  #finish(): void {
    if (!this.#isSettled) {
      this.#settle();
      // undici releases the connection in the next turn; waiting for it lets the caller's next request reuse the connection
      setImmediate(this.#resolve, { status: this.#status, headers: this.#headers, body: this.#collector.bytes() });
    }
  }

  #settle(): void {
    this.#isSettled = true;
    this.#options.signal.removeEventListener('abort', this.#abort);
  }

  #partial(): WireResponse | undefined {
    return this.#status === 0 ? undefined : { status: this.#status, headers: this.#headers, body: this.#collector.bytes() };
  }
}

function toHeaderMap(headers: Readonly<Record<string, string | string[] | undefined>>): Map<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) {
      map.set(name, typeof value === 'string' ? [value] : value);
    }
  }
  return map;
}
