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
 * The service that is asked about a thing that a person pins by what they typed. A row knows its connection and asks there; a number
 * or a link to the platform says nothing of the sandbox. So the first service that is ready to be asked for real is asked,
 * also where the other one is at the sandbox: what that made up is no answer about a real thing. The box says who is asked, and
 * the price. A link that a sandbox made is asked about at the sandbox.
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
