import type { Service } from '../../../client/endpoint.ts';
import type { PinKind } from '../pin.ts';
import type { Services } from '../services.ts';

/** What calls of a service would meet. */
export type Standing = 'sandbox' | 'ready' | 'noKey' | 'noAddress';

/** How the services stand, as of a moment. */
export type StandingOf = Readonly<Record<Service, Standing>>;

/** The services that tell of what is to be pinned, the one that is asked first. */
const tellers: Readonly<Record<PinKind, readonly Service[]>> = {
  user: ['primary'],
  list: ['primary', 'gateway'],
  community: ['primary', 'gateway'],
};

/** How the services stand now. Makes no call and starts nothing: the sandbox starts when it is needed. */
export async function readStandings(services: Pick<Services, 'connections' | 'keys' | 'log'>): Promise<StandingOf> {
  return { primary: await standingOf(services, 'primary'), gateway: await standingOf(services, 'gateway') };
}

/**
 * Which of the services that offer a thing is asked for it: the first one that is connected or, where its key is missing, the
 * first one that has its key. The sandbox stands in for nothing that is set up to be asked for real.
 * @returns undefined where none of them has an address
 */
export function serviceToAsk(offering: readonly Service[], standings: StandingOf): Service | undefined {
  const connected = offering.filter((service) => standings[service] !== 'noAddress');
  const [first] = connected;
  return first === undefined || standings[first] !== 'noKey'
    ? first
    : (connected.find((service) => standings[service] === 'ready') ?? first);
}

/** The same where only some services may be asked: the others might as well not be there. */
export function within(standings: StandingOf, mayAsk: (service: Service) => boolean): StandingOf {
  return {
    primary: mayAsk('primary') ? standings.primary : 'noAddress',
    gateway: mayAsk('gateway') ? standings.gateway : 'noAddress',
  };
}

/**
 * The service that is asked about a thing that a person pins by what they typed. A row knows its world and asks there; a number
 * or a link to the platform says nothing of the sandbox. So the first service that is ready to be asked for real is asked,
 * also where the other one is at the sandbox: what that made up is no answer about a real thing. The box says who is asked, and
 * the price. A link that a sandbox made is asked about at the sandbox.
 */
export function pinningService(kind: PinKind, standings: StandingOf, isOfSandbox = false): Service | undefined {
  const offering = tellers[kind];
  const meant = offering.find((service) => standings[service] === (isOfSandbox ? 'sandbox' : 'ready'));
  return meant ?? serviceToAsk(offering, standings);
}

async function standingOf(
  { connections, keys, log }: Pick<Services, 'connections' | 'keys' | 'log'>,
  service: Service,
): Promise<Standing> {
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
