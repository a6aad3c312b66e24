/** What goes out. The key is among the headers from here on, and only here. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, whole. */
export interface WireResponse {
  readonly status: number;
  /**
   * Lower-case names; several headers of one name stay several values where the transport can tell.
   * `content-encoding` is there only for what the body may still have of it: a coding that is not known.
   */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** After content decoding. */
  readonly body: Uint8Array;
}

export interface WireRequestOptions {
  readonly signal: AbortSignal;
  /** The most decoded bytes of a body; counted while it streams. */
  readonly maxBodyBytes: number;
}

/**
 * One request to one address: no retry, no redirect, no cache, no cookie.
 * Every cap and every policy lives above it.
 */
export interface Transport {
  /** @throws TransportFault whenever no whole response came, also after an abort. */
  send(request: WireRequest, options: WireRequestOptions): Promise<WireResponse>;
  /** Lets go of the connections that are kept alive. */
  close(): Promise<void>;
}

export type TransportFaultReason =
  | 'network' // name resolution, refused, unreachable, reset, cut
  | 'certificate'
  | 'tooLarge'
  | 'malformed' // what came was not HTTP, or headers beyond any measure
  | 'decoding' // a broken content encoding
  | 'aborted';

/** No whole response. `sent` tells whether the request may have reached the service (and may have been billed). */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  readonly reason: TransportFaultReason;
  readonly sent: boolean;
  readonly code: string | undefined;
  /** What had arrived: a status and headers, and the bytes of the body so far. */
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

/** Codes of Node, OpenSSL and Chromium that mean: the certificate was not accepted. Other codes of TLS say that none was seen. */
const certificateErrorCodePattern =
  /^(CERT_|ERR_CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;

/** Of a server that was asked for TLS and answered in something else; Chromium says PROTOCOL_ERROR. */
export const noTlsErrorCodePattern =
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|PROTOCOL_ERROR))$/;

/** Of a server that was offered HTTP/1.1 and refused it. */
export const onlyHttp2ErrorCodePattern = /^ERR_SSL_\w*NO_APPLICATION_PROTOCOL$/;

/** Codes of undici that mean: what came was not HTTP, or more headers than allowed. */
const malformedResponseErrorCodePattern = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_INFO)/;

const decodingErrorCodePattern = /^(Z_|ERR__?ERROR_|ERR_BROTLI|ERR_ZLIB|ZSTD_)/;

/** @param sent whether the request may have left */
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

/** The code of an error, or of the first of its causes (or gathered errors) that has one. */
function findErrorCode(error: unknown): string | undefined {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 8; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      return current.code;
    }
    const chromiumCode = /\bnet::(ERR_[A-Z0-9_]+)/.exec(current.message)?.[1]; // the editor's fetch may be Chromium's
    if (chromiumCode !== undefined) {
      return chromiumCode;
    }
    current = current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return undefined;
}
