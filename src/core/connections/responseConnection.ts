import type { Connection } from '../../client/connection.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type PaidConnection, sandboxName } from './connectionSettings.ts';
import { platformSiteUrl } from '../../client/upstream/readContext.ts';

/** The sandbox's people are shown nowhere: a reserved name, so that no link leads to a real person. */
const sandboxSite = 'https://social.example';

export interface ResponseOrigin {
  readonly headers: Exchange['headers'];
  readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'>;
}

/** Tells where the names in a response are valid. */
export interface NameOrigin {
  readonly baseUrl: string;
  readonly isMadeUp: boolean;
}

/** Whether a connection knows a name: a sandbox knows only its own names, every paid connection knows the platform's. */
export function isNameKnownAt(origin: NameOrigin, { kind, baseUrl }: Pick<Connection, 'kind' | 'baseUrl'>): boolean {
  return origin.isMadeUp ? kind === 'sandbox' || origin.baseUrl === baseUrl : kind !== 'sandbox';
}

/** The address of responses whose people were replaced. No connection leads there, so no service is asked about them. */
export const replacedPeopleAddress = 'https://replaced-people.invalid';

/** Every sandbox sends this header, which is stored with its responses. */
export function isSandboxResponse({ headers }: Pick<Exchange, 'headers'>): boolean {
  return headers['x-sandbox'] !== undefined;
}

/**
 * The name of the connection that a response came from. A sandbox answer is recognized by its header, because the sandbox's port
 * may have changed.
 * @param selected the connection selected for the service
 * @returns the response's address if no connection leads there any more, because no connection has such a name; the selected
 * connection for a response from a file
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

/** Where people look at the posts of a response: what their permalinks begin with. A sandbox marks its responses. */
export function getPermalinkBase(exchange: Pick<Exchange, 'headers'>): string {
  return isSandboxResponse(exchange) ? sandboxSite : platformSiteUrl;
}

/** The same by connection, for a thing without its response. */
export function getConnectionPermalinkBase(isLocal: boolean): string {
  return isLocal ? sandboxSite : platformSiteUrl;
}

/** Whether a text is a link as sandboxes make them: what it leads to is made up. */
export function isSandboxLink(text: string): boolean {
  const typed = text.trim();
  return URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`)?.host === new URL(sandboxSite).host;
}
