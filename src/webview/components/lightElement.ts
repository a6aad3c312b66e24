import { LitElement } from 'lit';

/**
 * An element that renders into the page itself: one style sheet and one set of icons serve thousands of them, and VS Code
 * finds the context of its menus.
 */
export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
