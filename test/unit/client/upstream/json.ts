import assert from 'node:assert/strict';

export { at } from '../../../support/at.ts';

/** A list's elements; empty for other values. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A required string. */
export function text(value: unknown): string {
  assert.ok(typeof value === 'string', 'a text was expected');
  return value;
}

/** Undefined for anything but a non-empty string. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All objects and lists in a value, including itself, with their paths joined by dots. */
export function* nodesOf(root: unknown): Generator<readonly [path: string, node: object]> {
  const open: (readonly [string, unknown])[] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, node] = next;
    if (typeof node === 'object' && node !== null) {
      yield [path, node];
      for (const [key, inner] of Object.entries(node) as [string, unknown][]) {
        open.push([path === '' ? key : `${path}.${key}`, inner]);
      }
    }
  }
}
