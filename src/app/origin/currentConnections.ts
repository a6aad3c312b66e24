import { type Connection, isSameConnection } from '../../client/connection.ts';
import type { Service } from '../../client/endpoint.ts';

interface ServiceConnectionLookup {
  of(service: Service): Connection | undefined;
}

/** The connections that a person sees while they read a price and agree to it. */
export type CurrentConnections = Readonly<Record<Service, Connection | undefined>>;

export function getCurrentConnections(connections: ServiceConnectionLookup): CurrentConnections {
  return { primary: connections.of('primary'), gateway: connections.of('gateway') };
}

/** Whether both services are still reached over the connections of before: what was said to cost something costs that there. */
export function hasSameConnections(connections: ServiceConnectionLookup, before: CurrentConnections): boolean {
  const now = getCurrentConnections(connections);
  return isSameConnection(before.primary, now.primary) && isSameConnection(before.gateway, now.gateway);
}

/** Whether both services are still reached at the same addresses in the same way, with whatever key: prices and ids are theirs. */
export function hasSameAddresses(connections: ServiceConnectionLookup, before: CurrentConnections): boolean {
  const now = getCurrentConnections(connections);
  return (['primary', 'gateway'] as const).every(
    (service) => before[service]?.kind === now[service]?.kind && before[service]?.baseUrl === now[service]?.baseUrl,
  );
}
