import type { Client } from './client.ts';
import { createPageMethods } from './pageMethods.ts';

/** The same client, whose calls, quotes and prices are those of one connection unless they name another. */
export function overConnection(client: Client, connection: string): Client {
  const call = ((endpoint, params, options) => client.call(endpoint, params, { connection, ...options })) as Client['call'];
  return {
    ...client,
    call,
    ...createPageMethods(call),
    quote: (endpoint, params, options) => client.quote(endpoint, params, { connection, ...options }),
    priceOf: (endpoint, name = connection) => client.priceOf(endpoint, name),
    assumedPrice: (service, name = connection) => client.assumedPrice(service, name),
    connection: (service, name = connection) => client.connection(service, name),
  };
}
