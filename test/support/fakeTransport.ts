import {
  type Transport,
  TransportFault,
  type WireRequestOptions,
  type WireRequest,
  type WireResponse,
} from '../../src/client/transport.ts';

/** A response's short form; an error is thrown. */
export interface FakeResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A string is sent unchanged, anything else as JSON. Default: `{"data":{}}`. */
  readonly body?: unknown;
}

export type FakeReply = FakeResponse | TransportFault;

export interface FakeTransport extends Transport {
  readonly requests: readonly WireRequest[];
  /** Each request's time on the given clock. */
  readonly times: readonly number[];
}

/**
 * A transport with the given responses. One may be a promise that never settles: an abort ends it like a request that was sent.
 */
export function fakeTransport(
  reply: (request: WireRequest, index: number) => FakeReply | Promise<FakeReply>,
  now: () => number = () => 0,
): FakeTransport {
  const requests: WireRequest[] = [];
  const times: number[] = [];
  return {
    requests,
    times,
    send: (request, options) => {
      requests.push(request);
      times.push(now());
      return response(reply(request, requests.length - 1), options);
    },
    close: () => Promise.resolve(),
  };
}

function response(reply: FakeReply | Promise<FakeReply>, options: WireRequestOptions): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new TransportFault('aborted', { sent: true, cause: options.signal.reason }));
    options.signal.addEventListener('abort', abort, { once: true });
    if (options.signal.aborted) {
      reject(new TransportFault('aborted', { sent: false, cause: options.signal.reason }));
    }
    Promise.resolve(reply).then((came) => {
      if (came instanceof TransportFault) {
        reject(came);
      } else {
        resolve(toResponse(came));
      }
    }, reject);
  });
}

function toResponse({ status = 200, headers = {}, body = { data: {} } }: FakeResponse): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const entries = Object.entries(headers).map(([name, value]): [string, readonly string[]] => [
    name,
    typeof value === 'string' ? [value] : value,
  ]);
  return { status, headers: new Map(entries), body: new TextEncoder().encode(text) };
}

/** A request that wasn't sent. */
export function createNotSentFault(code = 'ECONNREFUSED'): TransportFault {
  return new TransportFault('network', { sent: false, code });
}

/** A request that was sent, without a complete response. */
export function createCutOffFault(code = 'ECONNRESET'): TransportFault {
  return new TransportFault('network', { sent: true, code });
}
