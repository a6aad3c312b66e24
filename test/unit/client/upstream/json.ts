import assert from 'node:assert/strict';

/** What stands at a path of keys; undefined where there is nothing. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined), // any value may stand there
    value,
  );
}

/** The elements of a list; none where there is no list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that has to be there. */
export function text(value: unknown): string {
  assert.ok(typeof value === 'string', 'a text was expected');
  return value;
}

/** The text, or nothing where there is none or an empty one. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every object and list below a value, the value itself first, each with its path: keys and indexes joined by dots. */
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
