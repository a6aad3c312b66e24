import type { Random } from '../../../../src/sandbox/world/random.ts';
import { nodesOf } from './json.ts';

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  '',
  '__proto__',
  '\ud800',
  'x'.repeat(5000),
  [],
  {},
  [null],
  { result: {} },
];

/** A copy of a body with one to three values removed or replaced. */
export function damage(body: unknown, random: Random): unknown {
  const copy: unknown = structuredClone(body);
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    const [, node] = random.pick([...nodesOf(copy)]);
    const keys = Object.keys(node);
    if (keys.length === 0) continue;
    const key = random.pick(keys);
    if (random.chance(0.4)) Reflect.deleteProperty(node, key);
    else Reflect.set(node, key, structuredClone(random.pick(oddValues)));
  }
  return copy;
}
