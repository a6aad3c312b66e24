/** The value at a path of keys, or undefined. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined), // any value is allowed
    value,
  );
}
