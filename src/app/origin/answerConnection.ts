import type { Connection } from '../../client/connection.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type PaidConnection, sandboxName } from './connectionSettings.ts';

export interface AnswerOrigin {
  readonly headers: Exchange['headers'];
  readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'>;
}

/** What of an answer tells where the names in it mean something. */
export interface NameOrigin {
  readonly baseUrl: string;
  readonly isMadeUp: boolean;
}

/** Whether a name is known where a service is reached: what a sandbox made up, there alone; the platform's, wherever a call is paid for. */
export function isNameKnownAt(origin: NameOrigin, { kind, baseUrl }: Pick<Connection, 'kind' | 'baseUrl'>): boolean {
  return origin.isMadeUp ? kind === 'sandbox' || origin.baseUrl === baseUrl : kind !== 'sandbox';
}

/** The address of people who were replaced: no connection leads there, so no service is asked about them. */
export const replacedPeopleAddress = 'https://replaced-people.invalid';

/** The mark that every sandbox puts on its answers, kept with them. */
export function isSandboxAnswer({ headers }: Pick<Exchange, 'headers'>): boolean {
  return headers['x-sandbox'] !== undefined;
}

/**
 * The name of the connection that an answer came from. The sandbox is known by its mark: its port may be another one by now.
 * @param selected the one that its service is reached over now
 * @returns of an answer that no connection leads to any more, its address, which is no connection's name; of what stands in a file, the selected one
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
