import type { Connections } from '../connections/connections.ts';
import { isApart, servesWorld, worldOfOrigin, worldOrDefault } from '../connections/world.ts';
import type { TreeWorlds } from './treeNode.ts';

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
