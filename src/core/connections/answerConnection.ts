import type { Connection } from '../../client/connection.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type PaidConnection, sandboxName } from './connectionSettings.ts';

export interface AnswerOrigin {
  readonly headers: Exchange['headers'];
  readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'>;
}

/** Tells where the names in an answer are valid. */
export interface NameOrigin {
  readonly baseUrl: string;
  readonly isMadeUp: boolean;
}

/** Whether a connection knows a name: a sandbox knows only its own names, every paid connection knows the platform's. */
export function isNameKnownAt(origin: NameOrigin, { kind, baseUrl }: Pick<Connection, 'kind' | 'baseUrl'>): boolean {
  return origin.isMadeUp ? kind === 'sandbox' || origin.baseUrl === baseUrl : kind !== 'sandbox';
}

/** The address of answers whose people were replaced. No connection leads there, so no service is asked about them. */
export const replacedPeopleAddress = 'https://replaced-people.invalid';

/** Every sandbox sends this header, which is stored with its answers. */
export function isSandboxAnswer({ headers }: Pick<Exchange, 'headers'>): boolean {
  return headers['x-sandbox'] !== undefined;
}

/**
 * The name of the connection that an answer came from. A sandbox answer is recognized by its header, because the sandbox's port
 * may have changed.
 * @param selected the connection selected for the service
 * @returns the answer's address if no connection leads there any more, because no connection has such a name; the selected
 * connection for an answer from a file
 */
export function findConnectionOfAnswer(answer: AnswerOrigin, connections: readonly PaidConnection[], selected: string): string {
  const { service, baseUrl } = answer.request;
  const there = connections.filter((connection) => connection.service === service && connection.address === baseUrl);
  const found = there.find(({ name }) => name === selected) ?? there[0];
  if (found !== undefined) {
    return found.name;
  }
  return isSandboxAnswer(answer) && baseUrl !== replacedPeopleAddress ? sandboxName : baseUrl === '' ? selected : baseUrl;
}
