import type { Connection } from '../../client/connection.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type PaidConnection, sandboxName } from './connectionSettings.ts';
import { platformSiteUrl } from '../../client/upstream/upstreamPage.ts';

/** A reserved domain, so no link to a sandbox user points to a real person. */
const sandboxSite = 'https://social.example';

export interface ResponseOrigin {
  readonly headers: Exchange['headers'];
  readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'>;
}

/** Where the names in a response are valid. */
export interface NameOrigin {
  readonly baseUrl: string;
  readonly isMadeUp: boolean;
}

/** A sandbox knows only its own names; every paid connection knows the platform's. */
export function isNameKnownAt(origin: NameOrigin, { kind, baseUrl }: Pick<Connection, 'kind' | 'baseUrl'>): boolean {
  return origin.isMadeUp ? kind === 'sandbox' || origin.baseUrl === baseUrl : kind !== 'sandbox';
}

/** The address in pseudonymized responses. No connection has it, so no service receives requests about these people. */
export const replacedPeopleAddress = 'https://replaced-people.invalid';

/** Every sandbox sends this header, which is stored with its responses. */
export function isSandboxResponse({ headers }: Pick<Exchange, 'headers'>): boolean {
  return headers['x-sandbox'] !== undefined;
}

/**
 * Names the connection that a response came from. Recognizes the sandbox by its header, because its port may have changed.
 * @param selected the connection selected for the service; also returned for a response from a file
 * @returns the response's address if its connection was removed
 */
export function findConnectionOfResponse(
  response: ResponseOrigin,
  connections: readonly PaidConnection[],
  selected: string,
): string {
  const { service, baseUrl } = response.request;
  const there = connections.filter((connection) => connection.service === service && connection.address === baseUrl);
  const found = there.find(({ name }) => name === selected) ?? there[0];
  if (found !== undefined) {
    return found.name;
  }
  return isSandboxResponse(response) && baseUrl !== replacedPeopleAddress ? sandboxName : baseUrl === '' ? selected : baseUrl;
}

/** The site that a response's permalinks point to, without a path. */
export function getPermalinkBase(exchange: Pick<Exchange, 'headers'>): string {
  return isSandboxResponse(exchange) ? sandboxSite : platformSiteUrl;
}

export function getConnectionPermalinkBase(isLocal: boolean): string {
  return isLocal ? sandboxSite : platformSiteUrl;
}

export function isSandboxLink(text: string): boolean {
  const typed = text.trim();
  return URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`)?.host === new URL(sandboxSite).host;
}
