import { LitElement, type PropertyDeclarations } from 'lit';

/** An element without a shadow root: all share one style sheet, and VS Code finds `data-vscode-context` for its menus. */
export abstract class LightDomElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}

/** Declares fields that aren't attributes. Setting one renders the element again. */
export function toStateProperties(...names: readonly string[]): PropertyDeclarations {
  return Object.fromEntries(names.map((name) => [name, { state: true }]));
}

/** Returns the last result while the arguments are identical. */
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
