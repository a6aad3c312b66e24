import { type Authentication, authenticationHeaders } from './authentication.ts';
import type { ExchangeRequest } from '../../client/exchange.ts';

/**
 * A call as a curl command for a POSIX shell. The key is a shell variable, never a value. Pasted into PowerShell or cmd it may
 * fail, but nothing that a service said, as in a cursor, is run there.
 */
export function toCurl(request: ExchangeRequest, authentication: Authentication): string {
  const lines = [
    `curl ${request.method === 'POST' ? '--request POST ' : ''}${quotedAddress(request.baseUrl + request.target)}`,
    // double quotes, so that the shell puts the variable in
    ...authenticationHeaders(authentication).map(([header, variable]) => `--header "${header}: $${variable}"`),
    ...(request.body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data ${quotedJson(request.body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** An address in double quotes, the only ones of cmd; what ends them or has a meaning in them is percent-encoded. */
function quotedAddress(address: string): string {
  return `"${address.replaceAll(/[!"$'\\`]/g, (sign) => `%${hex(sign).padStart(2, '0')}`)}"`;
}

/**
 * JSON in single quotes, its values the same. What would end the quotes is escaped within its texts, and what cmd runs or puts
 * in: PowerShell takes \u2018 to \u201b for single quotes, cmd knows neither single quotes nor \".
 */
function quotedJson(json: string): string {
  return `'${json.replaceAll(/\\["\\]|[!%&'<>^|\u2018-\u201b]/g, (sign) => unicodeEscape(sign.slice(-1)))}'`;
}

function unicodeEscape(sign: string): string {
  return `\\u${hex(sign).padStart(4, '0')}`;
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase();
}
