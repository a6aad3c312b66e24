import { type ErrorKind, SocialDataError, type ChargeStatus } from './errors.ts';
import { decodeBodyText, type Exchange } from './exchange.ts';

const kindByStatus: Readonly<Record<number, ErrorKind>> = {
  400: 'badRequest',
  401: 'unauthorized',
  402: 'noBalance',
  403: 'forbidden',
  404: 'notFound',
  408: 'upstreamTimeout',
  409: 'conflict',
  422: 'invalid',
  429: 'rateLimited',
};

const maxMessageLength = 300;

export const notFoundMessagePattern = /\b(?:not found|does not exist|no such)\b/i;

/**
 * Turns a response into an error, or undefined if it succeeded and could be parsed (primary reference, Errors; gateway
 * reference, Errors; assumptions T3, T5).
 * @param strictShape whether a response that differs from its schema is an error
 */
export function toResponseError(exchange: Exchange, strictShape = false): SocialDataError | undefined {
  const { status, receipt, value, warnings, from } = exchange;
  const facts = { spent: getChargeStatus(exchange), exchange, receipt };
  if (isErrorStatus(status)) {
    const said = readErrorMessage(exchange);
    const wait = status === 429 ? readRetryAfterMs(exchange) : undefined;
    return new SocialDataError(
      getResponseErrorKind(exchange, said),
      `the service responded with status ${status}${said === undefined ? '' : `: ${said}`}`,
      {
        ...facts,
        ...(said === undefined ? {} : { said }),
        ...(wait === undefined ? {} : { retryAt: getArrivalTime(exchange) + wait }),
      },
    );
  }
  if (value === undefined) {
    return new SocialDataError('shape', `the response can't be read: ${warnings[0]?.message ?? 'not JSON'}`, facts);
  }
  const [differs] = strictShape ? warnings : [];
  return differs === undefined
    ? undefined
    : new SocialDataError('shape', `the response doesn't match its schema: ${differs.path} ${differs.message}`, {
        ...facts,
        ...(from === 'history' ? { spent: 'no' } : {}),
      });
}

export function getChargeStatus(exchange: Pick<Exchange, 'receipt' | 'status'>): ChargeStatus {
  const { receipt, status } = exchange;
  if (receipt.refunded) {
    return 'refunded';
  }
  if (receipt.price !== undefined) {
    return receipt.price === 0n ? 'no' : 'yes';
  }
  if (!isErrorStatus(status)) {
    return 'yes';
  }
  // rejected before any charge (assumptions T3, T4)
  return status === 401 || status === 402 || status === 403 || status === 429 ? 'no' : 'maybe';
}

/** An interrupted response's headers may have the charge. */
export function getFailureChargeStatus({ spent, exchange }: Pick<SocialDataError, 'spent' | 'exchange'>): ChargeStatus {
  if (exchange === undefined) {
    return spent;
  }
  const reported = getChargeStatus(exchange);
  return reported === 'yes' && exchange.receipt.price === undefined ? spent : reported;
}

/** A 502 with `attempts`: the search didn't find results in nine attempts (primary reference, GET /search, rule 4). */
export function isNoResultsResponse(exchange: Pick<Exchange, 'status' | 'value'>): boolean {
  const { value } = exchange;
  return exchange.status === 502 && typeof value === 'object' && value !== null && 'attempts' in value;
}

/** Everything but 2xx. */
export function isErrorStatus(status: number): boolean {
  return status < 200 || status > 299;
}

function getResponseErrorKind(exchange: Exchange, said: string | undefined): ErrorKind {
  const { status, receipt, value } = exchange;
  // 400 means an invalid value or something that doesn't exist; only the message shows which
  if (status === 400 && notFoundMessagePattern.test(said ?? '')) {
    return 'notFound';
  }
  // both services send JSON with a message (assumptions T5, 7.1), so something else is at the base URL
  if (status === 404 && receipt.price === undefined && (said === undefined || value === undefined)) {
    return 'unexpectedStatus';
  }
  const byRange = status >= 500 && status < 600 ? 'server' : status >= 300 && status < 400 ? 'redirect' : 'unexpectedStatus';
  return kindByStatus[status] ?? (isNoResultsResponse(exchange) ? 'noResults' : byRange);
}

/**
 * Reads the service's error message (assumptions T5, 7.1): `error` as text, `error.message`, `message`, `title`, or
 * `errors[0].message`, with the `details` or `detail` next to it, or plain text. Ignores HTML. One line, at most 300
 * characters.
 */
function readErrorMessage(exchange: Pick<Exchange, 'body' | 'headers' | 'value'>): string | undefined {
  const said = exchange.value === undefined ? readPlainTextBody(exchange) : findMessageInJson(exchange.value);
  const line = said?.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === undefined || line === '' ? undefined : line.slice(0, maxMessageLength);
}

function findMessageInJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? value : undefined;
  }
  const said: unknown =
    'error' in value ? value.error : 'errors' in value && Array.isArray(value.errors) ? value.errors[0] : value;
  if (typeof said === 'string') {
    return joinMessageAndDetails(said.trim() === '' ? undefined : said, findFirstText(value, ['details', 'detail']));
  }
  return typeof said === 'object' && said !== null
    ? joinMessageAndDetails(findFirstText(said, ['message', 'title']), findFirstText(said, ['details', 'detail']))
    : undefined;
}

function findFirstText(value: object, names: readonly string[]): string | undefined {
  return names
    .map((name): unknown => Reflect.get(value, name))
    .find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** Details often name the cause if the message only repeats the status. */
function joinMessageAndDetails(message: string | undefined, details: string | undefined): string | undefined {
  if (message === undefined || details === undefined || message === details) {
    return message ?? details;
  }
  return `${message.trimEnd()}${/[.:!?]\s*$/.test(message) ? '' : ':'} ${details}`;
}

function readPlainTextBody({ body, headers }: Pick<Exchange, 'body' | 'headers'>): string | undefined {
  const text = decodeBodyText({ body: body.subarray(0, 4 * maxMessageLength), headers });
  return /^\s*</.test(text) ? undefined : text;
}

/** Quotas reset monthly at most; a longer wait is a mistake. */
const maxRetryAfterMs = 31 * 24 * 60 * 60 * 1_000;

/**
 * Reads `Retry-After`, as seconds or a date, relative to the response's arrival. A date is compared with the response's
 * `Date`, since the local clock may be wrong.
 * @returns milliseconds, at most maxRetryAfterMs; undefined if the header is missing or invalid
 */
export function readRetryAfterMs(exchange: Pick<Exchange, 'headers' | 'sentAt' | 'durationMs'>): number | undefined {
  const { 'retry-after': value = '', date = '' } = exchange.headers;
  const now = parseHttpDate(date) ?? getArrivalTime(exchange);
  const wait = /^\d+(\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1000) : (parseHttpDate(value) ?? now) - now;
  return wait > 0 || /^0+(\.0+)?$/.test(value) ? Math.min(wait, maxRetryAfterMs) : undefined;
}

/** Milliseconds since 1970. */
function getArrivalTime(exchange: Pick<Exchange, 'sentAt' | 'durationMs'>): number {
  return exchange.sentAt + exchange.durationMs;
}

/** Parses an HTTP date such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7). @returns milliseconds since 1970 */
export function parseHttpDate(text: string): number | undefined {
  const time = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
