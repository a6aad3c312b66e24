import { isRefused, parseBaseUrl } from './address.ts';
import type { Connection } from './connection.ts';
import { SocialDataError } from './errors.ts';
import type { Money } from './money.ts';

/** The short way to a client: one key, and the addresses that it belongs to. */
export interface KeyOptions {
  /** Sent as `X-API-KEY`. */
  readonly key: string;
  /** Of the primary service. */
  readonly baseUrl?: string;
  /** Of the gateway. */
  readonly gatewayUrl?: string;
  /** Of the gateway, where it differs. */
  readonly gatewayKey?: string;
  /** What the budget assumes where no price is known, micro-dollars. Default: 0. */
  readonly assumedPrice?: Money;
}

/**
 * The connections of a program that has its key at hand.
 * @throws SocialDataError `address` when an address may not be called
 */
export function keyConnections(options: KeyOptions): { readonly primary?: Connection; readonly gateway?: Connection } {
  const toConnection = (text: string, key: string): Connection => {
    const address = parseBaseUrl(text);
    if (isRefused(address)) {
      throw new SocialDataError('address', `the address ${address.refused}`, { spent: 'no' });
    }
    const credentials = Object.freeze({ origin: address.origin, headers: { 'x-api-key': key } });
    return {
      kind: 'direct',
      baseUrl: address.baseUrl,
      credentials: () => Promise.resolve(credentials),
      assumedPrice: options.assumedPrice ?? 0n,
    };
  };
  return {
    ...(options.baseUrl === undefined ? {} : { primary: toConnection(options.baseUrl, options.key) }),
    ...(options.gatewayUrl === undefined ? {} : { gateway: toConnection(options.gatewayUrl, options.gatewayKey ?? options.key) }),
  };
}
