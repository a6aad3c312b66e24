import { clearUndiciDispatcherSlots } from './dispatcherSlots.ts'; // stays above undici
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

/** The way through a proxy. */
export interface ProxyOptions {
  /** Its address; empty for none; what the environment names (`HTTPS_PROXY`, `HTTP_PROXY`) when left out. */
  readonly address?: string;
  /** Hosts that are asked without it, parted by commas: ".example.com" stands for all below. */
  readonly except: string;
}

export interface UndiciTransportOptions {
  /** Certificates of authorities to trust besides Node's own, PEM. */
  readonly ca?: readonly string[];
  /** Requests go straight to their address when left out, whatever the environment says. */
  readonly proxy?: ProxyOptions;
}

/** Per origin. */
const maxConnections = 64;
const connectTimeoutMs = 10_000;
const maxHeaderBytes = 64 * 1024;

/**
 * The client's own transport: one request over a kept-alive HTTP/1.1 connection.
 * It gives undici a bare handler, without the streams and promises of undici's `request`, which is what makes it cheap;
 * none of undici's retry, redirect, cache or size options is used (they resend, or count before decoding).
 * @throws where the address of a proxy is none
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
  /** For plain http: only this machine may be called so (`address.ts`), and a key that is not encrypted goes to no proxy. */
  readonly local: Dispatcher;
}

function createDispatchers({ ca, proxy }: UndiciTransportOptions): Dispatchers {
  const trust = ca === undefined ? {} : { ca: [...ca] };
  const pool = {
    allowH2: false,
    pipelining: 1,
    connections: maxConnections,
    maxHeaderSize: maxHeaderBytes,
    // undici's own timeouts stay at five minutes, behind any deadline of the client's: they never fire on a trickle, and
    // switched off they cost more than they do switched on.
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

/** One request under way: undici's handler, which settles once. */
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

  /** @returns false when it was aborted before */
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

  /** Rejects, once, and lets the connection go. */
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
      // Given up while it waited for a connection: it must not leave any more.
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
      return; // provisional: the response itself is still to come
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
      // Not before undici has freed the connection, which it does in the next turn: the caller's next request then takes
      // the same one instead of opening another.
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
