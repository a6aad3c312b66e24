import type { Connection } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';

/** Where a key is kept: each service and each way to it has its own, and each named connection, by its id. */
export type KeySlot = 'primary' | 'marketplace' | 'gateway' | `named:${string}`;

/** Where services are reached now. */
export interface CurrentConnectionLookup {
  kindOf(service: Service): Connection['kind'];
  /** The place of the key that a service's connection uses; the sandbox uses none. */
  keySlotOf(service: Service): KeySlot | undefined;
  /** Empty where none is set. */
  addressOf(slot: KeySlot): string;
  /** undefined where the service cannot be reached. */
  of(service: Service): Pick<Connection, 'baseUrl'> | undefined;
  /** Whether an address is that of the sandbox of this window, whether or not a service is connected with it. */
  isOwnSandbox(baseUrl: string): boolean;
  /** Whether an answer came from where its service is reached now. */
  isCurrent(exchange: { readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'> }): boolean;
}
