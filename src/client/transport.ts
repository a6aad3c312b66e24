/** A request as it is sent. Its headers contain the key. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireResponse {
  readonly status: number;
  /**
   * Names in lower case; repeated headers are separate values if the transport reports them so. `content-encoding` is set only
   * if the body is still encoded.
   */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
}

export interface WireRequestOptions {
  readonly signal: AbortSignal;
  /** The maximum number of decoded bytes, counted while streaming. */
  readonly maxBodyBytes: number;
}

/** Sends one request to one address, without retries, redirects, a cache, or cookies. Policies and limits are above it. */
export interface Transport {
  /** @throws TransportFault without a complete response, also after an abort */
  send(request: WireRequest, options: WireRequestOptions): Promise<WireResponse>;
  /** Closes connections that are kept alive. */
  close(): Promise<void>;
}

export type TransportFaultReason =
  | 'network' // name resolution, refused, unreachable, reset, interrupted
  | 'certificate'
  | 'tooLarge'
  | 'malformed' // not HTTP, or too many headers
  | 'decoding' // an invalid content encoding
  | 'aborted';

/** Thrown if there is no complete response. `sent` says whether the request may have reached the service and may be charged. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  readonly reason: TransportFaultReason;
  readonly sent: boolean;
  readonly code: string | undefined;
  /** The part of the response that had arrived. */
  readonly partial: WireResponse | undefined;

  constructor(
    reason: TransportFaultReason,
    facts: {
      readonly sent: boolean;
      readonly code?: string | undefined;
      readonly cause?: unknown;
      readonly partial?: WireResponse | undefined;
    },
  ) {
    super(
      `${reason}${facts.code === undefined ? '' : ` (${facts.code})`}, ${facts.sent ? 'after' : 'before'} the request was sent`,
      {
        cause: facts.cause,
      },
    );
    this.reason = reason;
    this.sent = facts.sent;
    this.code = facts.code;
    this.partial = facts.partial;
  }
}

/** Node, OpenSSL, and Chromium codes for a certificate that wasn't accepted. */
const certificateErrorCodePattern =
  /^(CERT_|ERR_CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;

/** The server doesn't speak TLS on this port. PROTOCOL_ERROR is Chromium's code. */
export const noTlsErrorCodePattern =
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|PROTOCOL_ERROR))$/;

/** The server speaks only HTTP/2. */
export const onlyHttp2ErrorCodePattern = /^ERR_SSL_\w*NO_APPLICATION_PROTOCOL$/;

/** Undici codes for a response that isn't HTTP or has too many headers. */
const malformedResponseErrorCodePattern = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_INFO)/;

const decodingErrorCodePattern = /^(Z_|ERR__?ERROR_|ERR_BROTLI|ERR_ZLIB|ZSTD_)/;

/** @param sent whether the request may have been sent */
export function toTransportFault(error: unknown, sent: boolean, partial?: WireResponse): TransportFault {
  const code = findErrorCode(error);
  return new TransportFault(toFaultReason(code, sent), { sent, code, cause: error, partial });
}

function toFaultReason(code: string | undefined, sent: boolean): TransportFaultReason {
  if (code === undefined) {
    return 'network';
  }
  if (!sent && certificateErrorCodePattern.test(code)) {
    return 'certificate';
  }
  return malformedResponseErrorCodePattern.test(code)
    ? 'malformed'
    : decodingErrorCodePattern.test(code)
      ? 'decoding'
      : 'network';
}

/** An error's code, or the first code among its causes and aggregated errors. */
function findErrorCode(error: unknown): string | undefined {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 8; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      return current.code;
    }
    const chromiumCode = /\bnet::(ERR_[A-Z0-9_]+)/.exec(current.message)?.[1]; // the extension host's fetch may be Chromium's
    if (chromiumCode !== undefined) {
      return chromiumCode;
    }
    current = current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return undefined;
}
