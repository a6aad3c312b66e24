import { isAddressRefusal, parseBaseUrl } from './address.ts';
import type { Service } from './endpoint.ts';
import { SocialDataError } from './errors.ts';

/** A connection's key, and the only origin that it may be sent to. */
export interface Credentials {
  /** scheme://host:port. The key is never sent to a different origin. */
  readonly origin: string;
  /** Headers for authentication, such as `X-API-KEY`. All values are secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Other headers to send, such as a marketplace's host. */
  readonly nonSecretHeaders?: Readonly<Record<string, string>>;
}

export interface Connection {
  /** The user's name for it, if a service has several. A call keeps its connection even if a different one is selected. */
  readonly name?: string;
  readonly kind: 'sandbox' | 'direct' | 'marketplace';
  /** https, or http to loopback. May contain a path. */
  readonly baseUrl: string;
  /** Called before every request, so a removed key stops working at once. Undefined if no key is set. */
  readonly credentials: () => Promise<Credentials | undefined>;
  /** Changes with the key but doesn't reveal it, so one key's rate limit doesn't apply to other keys. */
  readonly keyId?: string;
  /** Names to send parameters under if the reference doesn't show them. */
  readonly parameterNames?: ParamNameOverrides;
}

/** By endpoint and parameter: `{ "primary.usersByIds": { "userIds": "ids" } }`. */
export type ParamNameOverrides = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function isSameConnection(a: Connection | undefined, b: Connection | undefined): boolean {
  return a === b || (a?.kind === b?.kind && a?.baseUrl === b?.baseUrl && a?.keyId === b?.keyId);
}

/** Prices don't depend on the key. */
export function toPriceBookKey(service: Service, connection: Pick<Connection, 'kind' | 'baseUrl'>): string {
  return `${service} ${connection.kind} ${connection.baseUrl}`;
}

/** One key and its addresses. */
export interface ApiKeyOptions {
  readonly key: string;
  /** The Primary API's address. */
  readonly baseUrl?: string;
  /** The Gateway API's address. */
  readonly gatewayUrl?: string;
  /** Default: `key`. */
  readonly gatewayKey?: string;
}

/** @throws SocialDataError `address` if an address isn't allowed, `noKey` if a key is empty */
export function createApiKeyConnections(options: ApiKeyOptions): {
  readonly primary?: Connection;
  readonly gateway?: Connection;
} {
  const toConnection = (text: string, key: string): Connection => {
    const address = parseBaseUrl(text);
    if (isAddressRefusal(address)) {
      throw new SocialDataError('address', `the address ${address.refused}`, { spent: 'no' });
    }
    // callers in JavaScript may pass undefined
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
