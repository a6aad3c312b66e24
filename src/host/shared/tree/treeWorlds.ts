import type { Service } from '../../../client/endpoint.ts';
import type { Connections } from '../connections/connections.ts';
import { isApart, servesWorld, type World, worldOfOrigin, worldOrDefault } from '../connections/world.ts';
import type { PagedRow } from './treeNode.ts';

/** What a tree asks about the worlds of its records, as the services are connected now. */
export interface TreeWorlds {
  /** The world of what pages brought; undefined while they have brought nothing. */
  readonly ofPages: (pages: PagedRow) => World | undefined;
  /** The world of what is remembered without one. */
  readonly orDefault: (world: World | undefined) => World;
  /** Whether a service may be asked about a thing of a world. */
  readonly serves: (world: World, service: Service) => boolean;
  /** Whether a thing has to be told from those of another world. */
  readonly isApart: (world: World) => boolean;
}

/** The worlds as connections tell of them. */
export function treeWorlds(connections: Connections): TreeWorlds {
  return {
    ofPages: ({ source }) => {
      const [first] = source.state.pages;
      const { service } = source.question.endpoint;
      return first === undefined
        ? undefined
        : worldOfOrigin(connections, { service, baseUrl: first.content.baseUrl, isMadeUp: first.content.isMadeUp });
    },
    orDefault: (world) => worldOrDefault(connections, world),
    serves: (world, service) => servesWorld(connections, world, service),
    isApart: (world) => isApart(connections, world),
  };
}
