import * as l10n from '@vscode/l10n';
import { noTlsErrorCodePattern, onlyHttp2ErrorCodePattern } from '../../client/transport.ts';

/** The codes of a cause, of Node and of Chromium's network (`ERR_…`), and what a person can do about it. */
const adviceByCodePattern: readonly (readonly [codes: RegExp, advice: () => string])[] = [
  [
    /^(?:ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED)$/,
    () => l10n.t('The name of the host was not found. Check the address and the network.'),
  ],
  [
    /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/,
    () => l10n.t('Nothing accepts connections at that host and port. Check the address, or start the server.'),
  ],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(?:RESET|CLOSED))$/,
    () => l10n.t('The connection was closed on the way. A proxy or firewall may do that.'),
  ],
  [
    /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError|ERR_(?:CONNECTION_)?TIMED_OUT)$/,
    () => l10n.t('Nothing answered in time. A firewall may drop requests, or a proxy has to be set.'),
  ],
  [
    /^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED)$/,
    () => l10n.t('There is no way to that host from this network.'),
  ],
  [
    /^(?:CERT_|ERR_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/,
    () => l10n.t('The certificate is not trusted. Set http.systemCertificates, or NODE_EXTRA_CA_CERTS.'),
  ],
  [onlyHttp2ErrorCodePattern, () => l10n.t('It speaks only HTTP/2, which is not used here. Check the address and the port.')],
  [
    noTlsErrorCodePattern,
    () => l10n.t('It speaks no TLS here. Check the port, and whether the address begins with http or https.'),
  ],
];

/**
 * Why nothing answered: the code that says most, and what to do about it.
 * @param codes from the outermost failure to the innermost
 * @returns the code alone where nothing is known of any of them
 */
export function describeNetworkFailure(codes: readonly string[]): string {
  for (const code of codes.toReversed()) {
    const advice = adviceByCodePattern.find(([pattern]) => pattern.test(code))?.[1];
    if (advice !== undefined) {
      return `${code}. ${advice()}`;
    }
  }
  return `${codes.join(' < ')}.`;
}
