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
