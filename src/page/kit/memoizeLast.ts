/**
 * A function that remembers what it gave last, for as long as it is asked with the very same arguments. What takes long is
 * then done again only when something changed that it depends on.
 */
export function memoizeLast<const Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | undefined;
  return (...args) => {
    if (last?.args.every((one, at) => Object.is(one, args[at])) !== true) {
      last = { args, result: make(...args) };
    }
    return last.result;
  };
}
