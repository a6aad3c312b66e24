import { type ServiceReadiness, type ReadinessByService, sandboxName } from '../../core/connections/connectionSettings.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Services } from '../services.ts';

type StatusServices = Pick<Services, 'connections' | 'keys' | 'log'>;

/**
 * The status of every service now. Makes no call and starts nothing: the sandbox starts when it is needed.
 * @param connection the one that something was opened over; default: the selected ones
 */
export async function readServiceReadiness(services: StatusServices, connection?: string): Promise<ReadinessByService> {
  const names = services.connections.names(connection);
  return {
    primary: await readReadinessOfService(services, 'primary', names.primary),
    gateway: await readReadinessOfService(services, 'gateway', names.gateway),
  };
}

async function readReadinessOfService(
  { connections, keys, log }: StatusServices,
  service: Service,
  name: string,
): Promise<ServiceReadiness> {
  if (!connections.reaches(service, name)) {
    return 'noAddress';
  }
  if (name === sandboxName) {
    return 'sandbox';
  }
  try {
    return (await keys.get(name)) === undefined ? 'noKey' : 'ready';
  } catch (error) {
    log.error(`The secret storage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 'ready'; // the call itself will say so
  }
}
