import { parseResponseBody } from '../response.ts';
import { toCancelledOrTimeoutError, awaitUnlessAborted, type Clock } from '../clock.ts';
import type { Credentials } from '../connection.ts';
import { isErrorStatus, getFailureChargeStatus } from '../toResponseError.ts';
import { SocialDataError } from '../errors.ts';
import { type Exchange, type Receipt, emptyReceipt, readReceipt, markSandboxReceipt } from '../exchange.ts';
import { createKeyMask, type KeyMask } from './keyMask.ts';
import {
  noTlsErrorCodePattern,
  onlyHttp2ErrorCodePattern,
  type Transport,
  TransportFault,
  type WireResponse,
} from '../transport.ts';
import { runWithDeferredError, type CallContext, type Send } from './send.ts';

interface AuthorizeOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly maxBodyBytes: number;
  readonly newId: (at: number) => string;
}

/** Header names and values (RFC 9110, 5.1 and 5.5). ASCII only: other letters would be changed in transit. */
const headerNamePattern = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValuePattern = /^[\t\x20-\x7e]*$/;

/** Other headers, such as cookies, aren't stored. */
const storedHeaders = [
  'content-encoding',
  'content-type',
  'date',
  'location',
  'retry-after',
  'x-price-per-call',
  'x-refunded',
  'x-remaining-balance',
  'x-response-format',
  'x-retried',
  'x-sandbox',
  'x-sandbox-note',
] as const;

/**
 * The innermost policy, and the only place where the key enters a request.
 * @returns an exchange for every complete response, regardless of its status
 * @throws SocialDataError `address`, `noKey`, or the error of `checkBeforeSend` before anything is sent; `network`,
 *   `certificate`, `interrupted`, `tooLarge`, `timeout`, or `cancelled` without a complete response
 */
export function createAuthorizedSend({ transport, clock, maxBodyBytes, newId }: AuthorizeOptions): Send {
  const masks = new Map<string, KeyMask>();
  const keyMaskOf = (secrets: readonly string[]): KeyMask => {
    const name = secrets.join('\n');
    const mask = masks.get(name) ?? createKeyMask(secrets);
    masks.set(name, mask);
    return mask;
  };
  return async (context) => {
    const { request, signal, onSent } = context;
    const url = request.baseUrl + request.target; // resolving the target as a URL would drop the base address's path
    const { origin, host } = new URL(url);
    const credentials = await requireSendableCredentials(context, origin);
    if (signal.aborted) {
      throw toCancelledOrTimeoutError(signal, { spent: 'no' });
    }
    const secrets = Object.values(credentials.headers);
    const keyMask = keyMaskOf(secrets);
    if (keyMask.containsKey(request.target) || keyMask.containsKey(request.body ?? '')) {
      // parameters are stored and shown; a cursor comes from the service and could contain the key
      throw new SocialDataError('input', 'a value contains the API key', { spent: 'no' });
    }
    context.checkBeforeSend();
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...credentials.nonSecretHeaders,
      ...credentials.headers,
    };
    if (request.body !== undefined) {
      headers['content-type'] = 'application/json';
    }
    const sentAt = clock.now();
    const startedAt = clock.monotonicNow();
    const toExchange = (response: WireResponse): Exchange => ({
      id: newId(sentAt),
      sentAt,
      durationMs: clock.monotonicNow() - startedAt,
      ...readResponse(response, context, keyMask, secrets),
    });
    try {
      const wire = request.body === undefined ? {} : { body: request.body };
      if (onSent !== undefined) {
        runWithDeferredError(() => onSent(sentAt + context.deadlineAt - startedAt));
      }
      return toExchange(await transport.send({ method: request.method, url, headers, ...wire }, { signal, maxBodyBytes }));
    } catch (error) {
      if (!(error instanceof TransportFault)) {
        throw error;
      }
      const exchange = error.partial === undefined ? undefined : toExchange(error.partial);
      throw toSocialDataError(error, signal, {
        host,
        exchange,
        receipt: exchange?.receipt ?? markSandboxReceipt(context.connection, emptyReceipt),
      });
    }
  };
}

async function requireSendableCredentials(context: CallContext, origin: string): Promise<Credentials> {
  const credentials = await awaitUnlessAborted(context.connection.credentials(), context.signal).catch((error: unknown) => {
    if (context.signal.aborted) {
      throw error;
    }
    // the keyring may be unavailable; nothing was sent or charged
    throw new SocialDataError('noKey', "the key couldn't be read", { spent: 'no', cause: error });
  });
  if (credentials === undefined) {
    throw new SocialDataError('noKey', `no key is set for ${origin}`, { spent: 'no' });
  }
  if (credentials.origin !== origin) {
    throw new SocialDataError('address', `the key belongs to ${credentials.origin}, not to ${origin}`, { spent: 'no' });
  }
  const [wrong] =
    Object.entries({ ...credentials.nonSecretHeaders, ...credentials.headers }).find(
      ([name, value]) => !headerNamePattern.test(name) || !headerValuePattern.test(value),
    ) ?? [];
  if (wrong !== undefined) {
    throw new SocialDataError('address', `the connection's ${wrong} header has characters that can't be sent`, {
      spent: 'no',
    });
  }
  return credentials;
}

function readResponse(
  response: WireResponse,
  { endpoint, request, connection }: CallContext,
  keyMask: KeyMask,
  secrets: readonly string[],
): Omit<Exchange, 'id' | 'sentAt' | 'durationMs'> {
  const { status } = response;
  const body = keyMask.mask(response.body);
  const headers = pickExchangeHeaders(response.headers, secrets, keyMask);
  const schema = !isErrorStatus(status) && request.format === 'simple' ? endpoint.result : undefined;
  const parsed = parseResponseBody({ body, headers }, schema);
  const receipt = request.service === 'gateway' ? emptyReceipt : readReceipt(response.headers);
  return {
    request,
    status,
    headers,
    body,
    receipt: markSandboxReceipt(connection, receipt),
    attempts: 1,
    value: parsed.kind === 'json' ? parsed.value : undefined,
    warnings: parsed.kind === 'json' ? parsed.warnings : [{ path: '', message: parsed.reason }],
    from: 'network',
    ...(body === response.body ? {} : { repeatsKey: true }),
  };
}

/** Leaves out headers that repeat the key. */
function pickExchangeHeaders(
  headers: WireResponse['headers'],
  secrets: readonly string[],
  keyMask: KeyMask,
): Readonly<Record<string, string>> {
  const stored: Record<string, string> = {};
  const repeatsKey = (value: string) => secrets.some((secret) => value.includes(secret)) || keyMask.containsKey(value);
  for (const name of storedHeaders) {
    const values = headers.get(name);
    if (values !== undefined && !values.some(repeatsKey)) {
      stored[name] = values.map((value) => value.trim()).join(', ');
    }
  }
  return stored;
}

function describeUnsentFault({ code = '', message }: TransportFault, host: string): string {
  if (onlyHttp2ErrorCodePattern.test(code)) {
    return `${host} supports only HTTP/2 (${code})`;
  }
  return noTlsErrorCodePattern.test(code)
    ? `${host} doesn't support TLS on this port (${code})`
    : `the service couldn't be reached: ${message}`;
}

/** Drops the partial response, which may contain the key; the exchange has it with the key masked. */
function withoutBytes({ reason, sent, code, cause }: TransportFault): TransportFault {
  return new TransportFault(reason, { sent, code, cause: withoutData(cause) });
}

/** In parser errors, `data` has the bytes that were read. */
function withoutData(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const cause = withoutData(error.cause);
  return 'data' in error || cause !== error.cause ? new Error(error.message, { cause }) : error;
}

function toSocialDataError(
  fault: TransportFault,
  signal: AbortSignal,
  { host, exchange, receipt }: { readonly host: string; readonly exchange: Exchange | undefined; readonly receipt: Receipt },
): SocialDataError {
  const facts = {
    spent: fault.sent ? getFailureChargeStatus({ spent: 'maybe', exchange }) : 'no',
    cause: withoutBytes(fault),
    host,
    ...(fault.code === undefined ? {} : { code: fault.code }),
    receipt,
    ...(exchange === undefined ? {} : { exchange }),
  } as const;
  switch (fault.reason) {
    case 'aborted':
      return toCancelledOrTimeoutError(signal, facts);
    case 'certificate':
      return new SocialDataError('certificate', `the certificate wasn't accepted (${fault.code ?? 'unknown'})`, facts);
    case 'tooLarge':
      return new SocialDataError('tooLarge', 'the body exceeds the size limit', facts);
    case 'network':
    case 'malformed':
    case 'decoding':
      return fault.sent
        ? new SocialDataError('interrupted', `the response was incomplete: ${fault.message}`, facts)
        : new SocialDataError('network', describeUnsentFault(fault, host), facts);
  }
}
