/** Something that is made on first use and kept. */
export type Lazy<T> = () => T;

export function once<T>(make: () => T): Lazy<T> {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
