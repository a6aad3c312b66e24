import { TransportFault, type TransportFaultReason, type WireResponse } from '../transport.ts';

/** Codes of Node and of OpenSSL that mean: the certificate was not accepted. */
const certificateCodes =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_SSL_|EPROTO$)/;

/** Codes of undici that mean: what came was not HTTP, or more headers than allowed. */
const malformedCodes = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_INFO)/;

/**
 * The fault behind whatever a transport's engine threw.
 * @param sent whether the request may have left
 * @param partial what had arrived
 */
export function faultOf(error: unknown, sent: boolean, partial?: WireResponse): TransportFault {
  const code = codeOf(error);
  return new TransportFault(reasonOf(code, sent), { sent, code, cause: error, partial });
}

function reasonOf(code: string | undefined, sent: boolean): TransportFaultReason {
  if (code === undefined) {
    return 'network';
  }
  if (!sent && certificateCodes.test(code)) {
    return 'certificate';
  }
  return malformedCodes.test(code)
    ? 'malformed'
    : /^(Z_|ERR__?ERROR_|ERR_BROTLI|ERR_ZLIB|ZSTD_)/.test(code)
      ? 'decoding'
      : 'network';
}

/** The code of an error, or of the first of its causes (or gathered errors) that has one. */
function codeOf(error: unknown): string | undefined {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 8; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      return current.code;
    }
    current = current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return undefined;
}
