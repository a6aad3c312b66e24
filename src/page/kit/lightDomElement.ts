import { LitElement, type PropertyDeclarations } from 'lit';

/**
 * An element that renders into the page itself: one style sheet and one set of icons serve thousands of them, and VS Code
 * finds the context of its menus.
 */
export abstract class LightDomElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}

/** Declares fields of an element that are no attributes: it is rendered again when one of them is set. */
export function toStateProperties(...names: readonly string[]): PropertyDeclarations {
  return Object.fromEntries(names.map((name) => [name, { state: true }]));
}

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
