import { isObject } from './node.ts';
import type { PageBuilder } from './pageBuilder.ts';
import { step, type Trail } from './reading.ts';
import { readTimeline } from './readTimeline.ts';
import type { Operation } from './upstreamPage.ts';

interface Level {
  readonly node: object;
  readonly trail: Trail | undefined;
}

interface RawRoot {
  readonly instructions?: unknown;
}

/** The deepest known root has five levels above its instructions. */
const deepestRoot = 8;

/**
 * Reads a timeline whose root has a name that is not known: the platform adds operations, the items of their timelines stay
 * the same. Only objects are looked into, level by level; what they list is not.
 * @returns undefined where there are no instructions
 */
export function readOtherTimeline(page: PageBuilder, trail: Trail | undefined, data: object): Operation | undefined {
  let level: readonly Level[] = [{ node: data, trail }];
  for (let depth = 0; depth < deepestRoot && level.length > 0; depth += 1) {
    const below: Level[] = [];
    for (const { node, trail: at } of level) {
      const { instructions }: RawRoot = node;
      if (Array.isArray(instructions)) {
        readTimeline(page, step(at, 'instructions'), instructions);
        return 'otherTimeline';
      }
      for (const [key, inner] of Object.entries(node) as readonly (readonly [string, unknown])[]) {
        if (isObject(inner) && !Array.isArray(inner)) {
          below.push({ node: inner, trail: step(at, key) });
        }
      }
    }
    level = below;
  }
  return undefined;
}
