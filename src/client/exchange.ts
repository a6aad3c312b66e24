import type { ResponseFormat, Service } from './endpoint.ts';
import { formatMoney, type Money, parseMoney } from './money.ts';
import type { WireResponse } from './transport.ts';

/** What a call cost, as the service reported it. undefined = not reported, never 0. */
export interface Receipt {
  /** `X-Price-Per-Call`, micro-dollars. The price of the call even when it was refunded. */
  readonly price: Money | undefined;
  /** `X-Remaining-Balance` after the call and any refund, micro-dollars. */
  readonly balance: Money | undefined;
  readonly refunded: boolean;
  /** The service needed more than one attempt of its own (`X-Retried`). */
  readonly retried: boolean;
  /** Set where the sandbox answered: what it reports is play money, and nobody is billed. */
  readonly isPlayMoney?: true;
}

/** What was asked, without any key. */
export interface ExchangeRequest {
  readonly service: Service;
  readonly endpointId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly format: ResponseFormat;
  readonly method: 'GET' | 'POST';
  /** The base address of the connection, without a trailing slash. */
  readonly baseUrl: string;
  /** Path and query below the base address, as sent. */
  readonly target: string;
  /** The JSON body of a POST. */
  readonly body?: string;
}

/** A place where a response differs from the row's result schema. The response is still whole. */
export interface ShapeWarning {
  /** Keys and indexes joined by dots: "data.3.author.id"; empty for the root. */
  readonly path: string;
  readonly message: string;
}

/** One call and its response: what is stored, shown, saved and replayed. */
export interface Exchange<V = unknown> {
  /** Unique on this machine, sorts by time. */
  readonly id: string;
  readonly request: ExchangeRequest;
  readonly status: number;
  /** Lower-case names of the headers that matter (never a cookie), values as received but for blanks around them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body after content decoding, exactly as they came but for a key (see repeatsKey); still encoded where `content-encoding` is kept. */
  readonly body: Uint8Array;
  readonly receipt: Receipt;
  /** When it was sent, milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
  /** How often it was sent, automatic retries included. */
  readonly attempts: number;
  /** The body read as JSON; undefined when it is not JSON. For reading only: never printed again. */
  readonly value: V | undefined;
  readonly warnings: readonly ShapeWarning[];
  /** true when the service repeated the key in the body, where `***` stands for it now: whoever saves it says so first. */
  readonly repeatsKey?: boolean;
  /** Where this response came from: the network (billed as the receipt says) or history (free). */
  readonly from: 'network' | 'history';
}

/** What a call resolves to. */
export interface ApiResponse<V = unknown> extends Exchange<V> {
  readonly value: V;
  /** What this call was charged, micro-dollars: 0 where the response was kept, refunded or the sandbox's; undefined = not reported. */
  readonly cost: Money | undefined;
}

/** @param exchange a success that can be read */
export function toResponse(exchange: Exchange): ApiResponse {
  const { from, receipt } = exchange;
  const isFree = from === 'history' || receipt.refunded || receipt.isPlayMoney === true;
  return withJson({ ...exchange, cost: isFree ? 0n : receipt.price });
}

/** The same, which `JSON.stringify` takes: amounts become decimal texts of dollars, and the bytes of the body are left out. */
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

/** A client's sandbox charges play money. */
export function markSandboxReceipt({ kind }: { readonly kind: string }, receipt: Receipt): Receipt {
  return kind === 'sandbox' ? { ...receipt, isPlayMoney: true } : receipt;
}

/** A receipt without a report: from the gateway (assumption 7.7), or of a call without a response. */
export const emptyReceipt: Receipt = Object.freeze({ price: undefined, balance: undefined, refunded: false, retried: false });

/**
 * Reads the billing headers (primary reference, Limits: response headers; assumptions 2.7 to 2.10).
 * A header that is missing, malformed or doubled with different values counts as not reported.
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
 * The only value of a header; undefined if it is missing or has several different values. If a transport joined values with
 * commas, they stay one text, which no strict reader accepts.
 */
function getSingleHeaderValue(headers: WireResponse['headers'], name: string): string | undefined {
  const values = headers.get(name)?.map((value) => value.trim());
  const first = values?.[0];
  return values === undefined || values.some((value) => value !== first) ? undefined : first;
}

/** What says how a body is to be read. */
export type EncodedBody = Pick<Exchange, 'body'> & Partial<Pick<Exchange, 'headers'>>;

/** The body as text, in its charset, with its byte order mark; wrong bytes become U+FFFD, which is for display only. */
export function decodeBodyText(exchange: EncodedBody): string {
  return new TextDecoder(getBodyCharset(exchange), { ignoreBOM: true }).decode(exchange.body);
}

/** Without the byte order mark, which JSON.parse does not take. */
export function decodeJsonText(exchange: EncodedBody): string {
  return new TextDecoder(getBodyCharset(exchange)).decode(exchange.body);
}

/** The charset of a body: its byte order mark says it, else its content type; without either it is UTF-8. */
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
    return 'utf-8'; // no charset that anybody knows
  }
}

/** The body is UTF-8 from here on. */
export function withBodyText(exchange: Exchange, text: string): Exchange {
  const isUtf8 = getBodyCharset(exchange) === 'utf-8';
  return {
    ...exchange,
    headers: isUtf8 ? exchange.headers : { ...exchange.headers, 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(text),
    value: JSON.parse(text.replace(/^\ufeff/, '')),
  };
}

/** What makes two calls the same query: service, base address, method, path and query in any order, body. Never the key. */
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
 * Makes the ids of exchanges: unique on this machine, and in the order of their time and making.
 * @param nonce what tells this maker from every other one, for example eight random letters
 */
export function createExchangeIdGenerator(nonce: string): (at: number) => string {
  let lastAt = 0;
  let count = 0;
  return (at) => {
    // A clock that was set back must not undo the order.
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
