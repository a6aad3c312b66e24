import type { Client } from './client.ts';
import type { Service } from './endpoint.ts';
import { createPageMethods } from './pageMethods.ts';

/** The same client with these connections as the default for calls, quotes and prices. */
export function overConnections(client: Client, names: Readonly<Record<Service, string>>): Client {
  const call = ((endpoint, params, options) =>
    client.call(endpoint, params, { connection: names[endpoint.service], ...options })) as Client['call'];
  return {
    ...client,
    call,
    ...createPageMethods(call),
    quote: (endpoint, params, options) => client.quote(endpoint, params, { connection: names[endpoint.service], ...options }),
    priceOf: (endpoint, name = names[endpoint.service]) => client.priceOf(endpoint, name),
    assumedPrice: (service, name = names[service]) => client.assumedPrice(service, name),
    connection: (service, name = names[service]) => client.connection(service, name),
  };
}
