import * as l10n from '@vscode/l10n';
import { noTlsErrorCodePattern, onlyHttp2ErrorCodePattern } from '../../client/transport.ts';

/** The codes of a cause, of Node and of Chromium's network (`ERR_…`), and what a person can do about it. */
const adviceByCodePattern: readonly (readonly [codes: RegExp, advice: () => string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED)$/, () => l10n.t('The host was not found. Check the network and the address.')],
  [
    /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/,
    () => l10n.t('The connection was refused. Check the address, or start the server.'),
  ],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(?:RESET|CLOSED))$/,
    () => l10n.t('The connection was closed. A proxy or firewall can cause this.'),
  ],
  [
    /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError|ERR_(?:CONNECTION_)?TIMED_OUT)$/,
    () => l10n.t('The connection timed out. Check the firewall and the proxy.'),
  ],
  [
    /^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED)$/,
    () => l10n.t('The host was not found. Check the network and the address.'),
  ],
  [
    /^(?:CERT_|ERR_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/,
    () => l10n.t('The certificate is not trusted. Set http.systemCertificates, or NODE_EXTRA_CA_CERTS.'),
  ],
  [onlyHttp2ErrorCodePattern, adviseCheckPort],
  [noTlsErrorCodePattern, adviseCheckPort],
];

function adviseCheckPort(): string {
  return l10n.t('The server uses a different protocol. Check the port, and whether the address begins with http or https.');
}

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
