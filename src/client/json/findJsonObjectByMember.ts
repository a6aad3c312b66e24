import { type JsonPath, sliceJsonAtPath } from './sliceJsonAtPath.ts';

/**
 * The smallest object that has such a member itself, as it is written in the text.
 * @param text a whole JSON value, and what it was parsed to
 * @param names what the member may be called; an object with an earlier name is taken before one with a later name
 * @returns the one that ends first where there are several; undefined where there is none
 */
export function findJsonObjectByMember(
  text: string,
  parsed: unknown,
  names: readonly string[],
  value: string,
): string | undefined {
  const path = names.map((name) => findObjectPathByMember(parsed, name, value)).find((found) => found !== undefined);
  return path === undefined ? undefined : sliceJsonAtPath(text, path);
}

function findObjectPathByMember(node: unknown, name: string, value: string): JsonPath | undefined {
  if (typeof node !== 'object' || node === null) {
    return undefined;
  }
  const members: Iterable<[string | number, unknown]> = Array.isArray(node) ? node.entries() : Object.entries(node);
  for (const [key, inner] of members) {
    const path = findObjectPathByMember(inner, name, value);
    if (path !== undefined) {
      return [key, ...path];
    }
  }
  return Object.hasOwn(node, name) && Reflect.get(node, name) === value ? [] : undefined;
}
