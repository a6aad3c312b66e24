import type { Service } from '../../client/endpoint.ts';

export type ServiceReadiness = 'sandbox' | 'ready' | 'noKey' | 'noAddress';

export type ReadinessByService = Readonly<Record<Service, ServiceReadiness>>;

/**
 * Which of the services that offer a thing is asked for it: the first one that is connected or, where its key is missing, the
 * first one that has its key. The sandbox stands in for nothing that is set up to be asked for real.
 * @returns undefined where none of them has an address
 */
export function chooseServiceToAsk(offering: readonly Service[], statuses: ReadinessByService): Service | undefined {
  const connected = offering.filter((service) => statuses[service] !== 'noAddress');
  const [first] = connected;
  return first === undefined || statuses[first] !== 'noKey'
    ? first
    : (connected.find((service) => statuses[service] === 'ready') ?? first);
}

/**
 * Chooses the service for something that a person pins by typing it. A row knows its connection, but a number or a platform
 * link does not mention the sandbox. So the first service that is ready for real requests is used, even if the other one is set
 * to the sandbox: made-up data does not describe a real thing. The box shows the service and the price. A link that a sandbox
 * made is requested from the sandbox.
 */
export function chooseServiceForPin(
  kind: 'user' | 'list' | 'community',
  statuses: ReadinessByService,
  isOfSandbox = false,
): Service | undefined {
  const offering: readonly Service[] = kind === 'user' ? ['primary'] : ['primary', 'gateway'];
  const meant = offering.find((service) => statuses[service] === (isOfSandbox ? 'sandbox' : 'ready'));
  return meant ?? chooseServiceToAsk(offering, statuses);
}
