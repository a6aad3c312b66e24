import type { Service } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { CurrentConnectionLookup } from './connectionInfo.ts';

/**
 * Where the things that an answer names are to be found: on the platform, in this extension's sandbox or, by its origin, in a
 * sandbox of the developer's own. An id says nothing outside of its world, and to ask a billed service about it is money lost.
 */
export type World = 'platform' | 'sandbox' | `http${string}`;

/** Where people who were replaced are to be found: nowhere, so no service is asked about them. */
export const replacedPeopleWorld = 'https://replaced-people.invalid';

/** What of an answer tells the world of its records. */
export interface AnswerOrigin {
  readonly service: Service;
  readonly baseUrl: string;
  /** Whether the answer says that a sandbox gave it. */
  readonly isMadeUp: boolean;
}

/** The mark that every sandbox puts on its answers, kept with them. */
export function isSandboxAnswer({ headers }: Pick<Exchange, 'headers'>): boolean {
  return headers['x-sandbox'] !== undefined;
}

/** The world of an answer's records. */
export function getAnswerWorld(connections: CurrentConnectionLookup, exchange: Pick<Exchange, 'headers' | 'request'>): World {
  return getOriginWorld(connections, { ...exchange.request, isMadeUp: isSandboxAnswer(exchange) });
}

/** The same for what is known of an answer that is not at hand. */
export function getOriginWorld(
  connections: CurrentConnectionLookup,
  { service, baseUrl, isMadeUp: isMarked }: AnswerOrigin,
): World {
  const isCurrent = connections.isCurrent({ request: { service, baseUrl } });
  // a person may have connected a service with the sandbox's address as with a sandbox of their own
  const isOwnSandbox = isCurrent ? connections.kindOf(service) === 'sandbox' : isMarked && connections.isOwnSandbox(baseUrl);
  if (isOwnSandbox) {
    return 'sandbox';
  }
  return isMarked ? toDeveloperSandboxWorld(baseUrl) : 'platform';
}

/** What is remembered without its world is taken for a thing of where the primary service is reached. */
export function worldOrDefault(connections: Pick<CurrentConnectionLookup, 'kindOf'>, world: World | undefined): World {
  return world ?? (connections.kindOf('primary') === 'sandbox' ? 'sandbox' : 'platform');
}

/**
 * Whether a service may be asked about a thing of a world. The sandbox knows its own things alone; any other connection is
 * taken for one that is paid, so it is asked about the platform's things and about what it made up itself.
 */
export function servesWorld(connections: CurrentConnectionLookup, world: World, service: Service): boolean {
  if (connections.kindOf(service) === 'sandbox') {
    return world === 'sandbox';
  }
  if (world === 'platform') {
    return true;
  }
  const { baseUrl } = connections.of(service) ?? {};
  return baseUrl !== undefined && URL.parse(baseUrl)?.origin === world;
}

/** The world that a service is asked in now, as far as that is known before it has answered. */
export function getExpectedWorld(connections: Pick<CurrentConnectionLookup, 'kindOf'>, service: Service): World {
  return connections.kindOf(service) === 'sandbox' ? 'sandbox' : 'platform';
}

/** What is known of the world of something on screen. */
export interface ViewOrigin {
  /** As it was when it came; undefined where it is not known. */
  readonly world: World | undefined;
  /** The first answer that it was made from: the world of an answer depends on how its service is reached now. */
  readonly first: Pick<Exchange, 'headers' | 'request'> | undefined;
}

/**
 * The world of something on screen that a service may not be asked about now: what stands there outlived its connection.
 * @returns undefined where it may be asked, or nothing is known
 */
export function findForeignWorld(
  connections: CurrentConnectionLookup,
  { world, first }: ViewOrigin,
  service: Service,
): World | undefined {
  const worlds = [world, first === undefined ? undefined : getAnswerWorld(connections, first)].filter((one) => one !== undefined);
  return worlds.some((one) => servesWorld(connections, one, service)) ? undefined : worlds[0];
}

/**
 * How a thing of a world stands beside the services that are connected: whether a mark has to tell it from the things of
 * another world that stand in the same view.
 */
export function needsWorldMark(connections: CurrentConnectionLookup, world: World): boolean {
  const connected = (['primary', 'gateway'] as const).filter((service) => {
    const slot = connections.keySlotOf(service);
    return slot === undefined || connections.addressOf(slot) !== '';
  });
  const serving = connected.filter((service) => servesWorld(connections, world, service));
  return world === 'platform' ? serving.length === 0 : serving.length < connected.length;
}

/** Whether a value that was kept somewhere names a world. */
export function isWorld(value: unknown): value is World {
  return (
    value === 'platform' ||
    value === 'sandbox' ||
    (typeof value === 'string' && /^https?:\/\/[!-~]{1,300}$/.test(value) && URL.parse(value)?.origin === value)
  );
}

function toDeveloperSandboxWorld(baseUrl: string): World {
  const origin = URL.parse(baseUrl)?.origin;
  return isWorld(origin) ? origin : 'sandbox';
}
