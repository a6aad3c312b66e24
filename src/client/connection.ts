import type { Service } from './endpoint.ts';
import type { Money } from './money.ts';

/** The key of a connection, and the one origin it may be sent to. */
export interface Credentials {
  /** scheme://host:port; the key is never sent anywhere else. */
  readonly origin: string;
  /** The authentication headers: `X-API-KEY`, or the marketplace pair. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where a service is reached and as whom. */
export interface Connection {
  readonly kind: 'sandbox' | 'direct' | 'marketplace';
  /** https, or http to loopback; may hold a path; joined by text, never resolved. */
  readonly baseUrl: string;
  /** Asked before every send, so that a removed key stops working at once; undefined = no key is set. */
  readonly credentials: () => Promise<Credentials | undefined>;
  /** Changes whenever the key does, and tells nothing of it: a hold that one key brought about is not another one's. */
  readonly keyId?: string;
  /** What the budget reserves for a call whose price is not known yet, and books for one whose price was not reported. */
  readonly assumedPrice: Money;
  /** Names that parameters travel under where the reference does not show them and the row's own names are guesses. */
  readonly parameterNames?: ParameterNames;
}

/** Names to send, by endpoint and by the row's name: `{ "primary.usersByIds": { "userIds": "ids" } }`. */
export type ParameterNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The name under which holds and outages of a connection are remembered: another key has its own. Holds no key. */
export function connectionName(service: Service, connection: Pick<Connection, 'kind' | 'baseUrl' | 'keyId'>): string {
  return `${priceName(service, connection)} ${connection.keyId ?? ''}`;
}

/** The name under which prices are remembered: they are the service's, whatever the key. */
export function priceName(service: Service, connection: Pick<Connection, 'kind' | 'baseUrl'>): string {
  return `${service} ${connection.kind} ${connection.baseUrl}`;
}
