/** A value that is created on first use. */
export type Lazy<T> = () => T;

export function once<T>(make: () => T): Lazy<T> {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
