import { isAddressRefusal, parseBaseUrl } from './address.ts';
import type { Service } from './endpoint.ts';
import { SocialDataError } from './errors.ts';

/** The key of a connection, and the one origin it may be sent to. */
export interface Credentials {
  /** scheme://host:port; the key is never sent anywhere else. */
  readonly origin: string;
  /** The headers of authentication: `X-API-KEY`, or that of a marketplace's key. Each value is secret, whatever the header is called. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent beside them and is no secret: a marketplace's host. */
  readonly nonSecretHeaders?: Readonly<Record<string, string>>;
}

/** Where a service is reached and as whom. */
export interface Connection {
  /** The person's name for it, if a service has several. A call stays on it even if another one is selected meanwhile. */
  readonly name?: string;
  readonly kind: 'sandbox' | 'direct' | 'marketplace';
  /** https, or http to loopback; may hold a path; joined by text, never resolved. */
  readonly baseUrl: string;
  /** Asked before every send, so that a removed key stops working at once; undefined = no key is set. */
  readonly credentials: () => Promise<Credentials | undefined>;
  /** Changes whenever the key does, and tells nothing of it: a hold that one key brought about is not another one's. */
  readonly keyId?: string;
  /** Names that parameters travel under where the reference does not show them and the row's own names are guesses. */
  readonly parameterNames?: ParamNameOverrides;
}

/** Names to send, by endpoint and by the row's name: `{ "primary.usersByIds": { "userIds": "ids" } }`. */
export type ParamNameOverrides = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function isSameConnection(a: Connection | undefined, b: Connection | undefined): boolean {
  return a === b || (a?.kind === b?.kind && a?.baseUrl === b?.baseUrl && a?.keyId === b?.keyId);
}

/** Another key has its own. Holds no key. */
export function toConnectionStateKey(service: Service, connection: Pick<Connection, 'kind' | 'baseUrl' | 'keyId'>): string {
  return `${toPriceBookKey(service, connection)} ${connection.keyId ?? ''}`;
}

/** Prices are the service's, whatever the key. */
export function toPriceBookKey(service: Service, connection: Pick<Connection, 'kind' | 'baseUrl'>): string {
  return `${service} ${connection.kind} ${connection.baseUrl}`;
}

/** The short way to a client: one key, and the addresses that it belongs to. */
export interface ApiKeyOptions {
  /** Sent as `X-API-KEY`. */
  readonly key: string;
  /** Of the primary service. */
  readonly baseUrl?: string;
  /** Of the gateway. */
  readonly gatewayUrl?: string;
  /** Of the gateway, where it differs. */
  readonly gatewayKey?: string;
}

/**
 * @throws SocialDataError `address` when an address may not be called, `noKey` when a key is empty or no text
 */
export function createApiKeyConnections(options: ApiKeyOptions): {
  readonly primary?: Connection;
  readonly gateway?: Connection;
} {
  const toConnection = (text: string, key: string): Connection => {
    const address = parseBaseUrl(text);
    if (isAddressRefusal(address)) {
      throw new SocialDataError('address', `the address ${address.refused}`, { spent: 'no' });
    }
    // whoever calls from JavaScript may pass a variable that is not set
    if (typeof key !== 'string' || key.trim() === '') {
      throw new SocialDataError('noKey', 'no key was provided', { spent: 'no' });
    }
    const credentials = Object.freeze({ origin: address.origin, headers: { 'x-api-key': key } });
    return {
      kind: 'direct',
      baseUrl: address.baseUrl,
      credentials: () => Promise.resolve(credentials),
    };
  };
  return {
    ...(options.baseUrl === undefined ? {} : { primary: toConnection(options.baseUrl, options.key) }),
    ...(options.gatewayUrl === undefined ? {} : { gateway: toConnection(options.gatewayUrl, options.gatewayKey ?? options.key) }),
  };
}
