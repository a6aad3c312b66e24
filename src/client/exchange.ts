import type { ResponseFormat, Service } from './endpoint.ts';
import { formatMoney, type Money, parseMoney } from './money.ts';
import type { WireResponse } from './transport.ts';

/** A call's reported cost. Undefined means not reported, never 0. */
export interface Receipt {
  /** `X-Price-Per-Call`, micro-dollars. Set even if the call was refunded. */
  readonly price: Money | undefined;
  /** `X-Remaining-Balance` after the call and any refund, micro-dollars. */
  readonly balance: Money | undefined;
  readonly refunded: boolean;
  /** The service retried by itself (`X-Retried`). */
  readonly retried: boolean;
  /** Set by the sandbox: its prices aren't real money. */
  readonly isPlayMoney?: true;
}

/** A request, without the key. */
export interface ExchangeRequest {
  readonly service: Service;
  readonly endpointId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly format: ResponseFormat;
  readonly method: 'GET' | 'POST';
  /** The connection's base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Path and query below the base address, as sent. */
  readonly target: string;
  /** A POST's JSON body. */
  readonly body?: string;
}

/** A place where a response differs from its schema. */
export interface ShapeWarning {
  /** Keys and indexes joined by dots: "data.3.author.id"; empty for the root. */
  readonly path: string;
  readonly message: string;
}

/** A request and its response: what is stored, shown, saved, and replayed. */
export interface Exchange<V = unknown> {
  /** Unique on this machine; sorts by time. */
  readonly id: string;
  readonly request: ExchangeRequest;
  readonly status: number;
  /** Selected headers (never a cookie), with lower-case names and trimmed values. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after content decoding, unchanged except for a repeated key. Still encoded if `content-encoding` is set. */
  readonly body: Uint8Array;
  readonly receipt: Receipt;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
  /** Including automatic retries. */
  readonly attempts: number;
  /** The body parsed as JSON; undefined if it isn't JSON. Never serialized again. */
  readonly value: V | undefined;
  readonly warnings: readonly ShapeWarning[];
  /** True if the service repeated the key in the body, where it was replaced with `***`. */
  readonly repeatsKey?: boolean;
  /** `history` is free. */
  readonly from: 'network' | 'history';
}

export interface ApiResponse<V = unknown> extends Exchange<V> {
  readonly value: V;
  /** What this call cost, micro-dollars: 0 from history, if refunded, or for the sandbox; undefined if not reported. */
  readonly cost: Money | undefined;
}

/** @param exchange a successful response that could be parsed */
export function toResponse(exchange: Exchange): ApiResponse {
  const { from, receipt } = exchange;
  const isFree = from === 'history' || receipt.refunded || receipt.isPlayMoney === true;
  return withJson({ ...exchange, cost: isFree ? 0n : receipt.price });
}

/** Adds a `toJSON` that prints amounts as decimal dollars and leaves out the body. */
export function withJson<T extends Exchange>(exchange: T): T {
  const toJSON = () => {
    const { body: _body, ...fields } = exchange;
    return toJsonFields(fields);
  };
  return Object.defineProperty({ ...exchange }, 'toJSON', { value: toJSON });
}

export function toJsonFields(fields: object): Readonly<Record<string, unknown>> {
  const toJson = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => {
    const isAmounts = (name === 'receipt' || name === 'budget') && typeof value === 'object' && value !== null;
    return [name, typeof value === 'bigint' ? formatMoney(value) : isAmounts ? toJsonFields(value) : value];
  };
  return Object.fromEntries(Object.entries(fields).map(toJson));
}

export function markSandboxReceipt({ kind }: { readonly kind: string }, receipt: Receipt): Receipt {
  return kind === 'sandbox' ? { ...receipt, isPlayMoney: true } : receipt;
}

/** For the gateway, which doesn't report prices (assumption 7.7), or a call without a response. */
export const emptyReceipt: Receipt = Object.freeze({ price: undefined, balance: undefined, refunded: false, retried: false });

/**
 * Reads the billing headers (primary reference, Limits: response headers; assumptions 2.7 to 2.10).
 * A header that is missing, malformed, or repeated with different values is treated as not reported.
 */
export function readReceipt(headers: WireResponse['headers']): Receipt {
  return {
    price: parseMoney(getSingleHeaderValue(headers, 'x-price-per-call'), 'up'),
    balance: parseMoney(getSingleHeaderValue(headers, 'x-remaining-balance'), 'down'),
    refunded: getSingleHeaderValue(headers, 'x-refunded') === 'true',
    retried: getSingleHeaderValue(headers, 'x-retried') === 'true',
  };
}

/**
 * A header's value; undefined if it is missing or has several different values. Values joined by commas remain one string,
 * which strict parsers reject.
 */
function getSingleHeaderValue(headers: WireResponse['headers'], name: string): string | undefined {
  const values = headers.get(name)?.map((value) => value.trim());
  const first = values?.[0];
  return values === undefined || values.some((value) => value !== first) ? undefined : first;
}

export type EncodedBody = Pick<Exchange, 'body'> & Partial<Pick<Exchange, 'headers'>>;

/** Decodes a body in its charset. Includes a byte order mark. Invalid bytes become U+FFFD, so use it for display only. */
export function decodeBodyText(exchange: EncodedBody): string {
  return new TextDecoder(getBodyCharset(exchange), { ignoreBOM: true }).decode(exchange.body);
}

/** Decodes a body without its byte order mark, which JSON.parse rejects. */
export function decodeJsonText(exchange: EncodedBody): string {
  return new TextDecoder(getBodyCharset(exchange)).decode(exchange.body);
}

/** From the byte order mark or the content type; otherwise UTF-8. */
export function getBodyCharset({ body, headers }: EncodedBody): string {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    return 'utf-8';
  }
  if (body[0] === 0xff && body[1] === 0xfe) {
    return 'utf-16le';
  }
  if (body[0] === 0xfe && body[1] === 0xff) {
    return 'utf-16be';
  }
  const named = /;\s*charset\s*=\s*"?([^\s;,"]+)/i.exec(headers?.['content-type'] ?? '')?.[1];
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8'; // an unknown charset
  }
}

/** Replaces the body with a string, encoded as UTF-8. */
export function withBodyText(exchange: Exchange, text: string): Exchange {
  const isUtf8 = getBodyCharset(exchange) === 'utf-8';
  return {
    ...exchange,
    headers: isUtf8 ? exchange.headers : { ...exchange.headers, 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(text),
    value: JSON.parse(text.replace(/^\ufeff/, '')),
  };
}

/** Identifies a query by service, base address, method, path, sorted query parameters, and body. Never includes the key. */
export function toQueryIdentity(request: Pick<ExchangeRequest, 'service' | 'baseUrl' | 'method' | 'target' | 'body'>): string {
  return [request.service, request.baseUrl, request.method, sortTargetQuery(request.target), request.body ?? ''].join(' ');
}

function sortTargetQuery(target: string): string {
  const at = target.indexOf('?');
  if (at === -1) {
    return target;
  }
  const pairs = target.slice(at + 1).split('&');
  const isSorted = pairs.every((pair, index) => index === 0 || (pairs[index - 1] ?? '') <= pair);
  return isSorted ? target : `${target.slice(0, at)}?${pairs.toSorted().join('&')}`;
}

/**
 * Creates ids that are unique on this machine and sort by time.
 * @param nonce distinguishes this generator from others, for example eight random letters
 */
export function createExchangeIdGenerator(nonce: string): (at: number) => string {
  let lastAt = 0;
  let count = 0;
  return (at) => {
    // ids keep their order if the clock is set back
    const time = Math.max(at, lastAt);
    count = time === lastAt ? count + 1 : 0;
    lastAt = time;
    return `${time.toString(36).padStart(9, '0')}-${count.toString(36).padStart(4, '0')}-${nonce}`;
  };
}

export function createRandomNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
