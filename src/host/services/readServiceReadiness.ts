import type { ServiceReadiness, ReadinessByService } from '../../app/explore/serviceReadiness.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Services } from '../shared/services.ts';

type StatusServices = Pick<Services, 'connections' | 'keys' | 'log'>;

/** The status of every service now. Makes no call and starts nothing: the sandbox starts when it is needed. */
export async function readServiceReadiness(services: StatusServices): Promise<ReadinessByService> {
  return {
    primary: await readReadinessOfService(services, 'primary'),
    gateway: await readReadinessOfService(services, 'gateway'),
  };
}

async function readReadinessOfService({ connections, keys, log }: StatusServices, service: Service): Promise<ServiceReadiness> {
  const slot = connections.keySlotOf(service);
  if (slot === undefined) {
    return 'sandbox';
  }
  if (connections.addressOf(slot) === '') {
    return 'noAddress';
  }
  try {
    return (await keys.get(slot)) === undefined ? 'noKey' : 'ready';
  } catch (error) {
    log.error(`The secret storage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 'ready'; // the call itself will say so
  }
}
