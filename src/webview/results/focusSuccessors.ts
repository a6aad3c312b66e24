import type { ReactiveController } from 'lit';
import type { LightElement } from '../components/lightElement.ts';

const records = '.body [tabindex="0"], .body select';

/** Where the keyboard goes on when what had the focus is gone, by where that stood: to what took its place, else to what is next. */
const successors: readonly (readonly [within: string, next: readonly string[]])[] = [
  ['.saved', [':popover-open .saved .icon', '.drop:has(:popover-open) > button']],
  ['.question', ['.question .stop', '.question .call']],
  ['.summary', ['.summary vscode-button', records, '.question .call']],
  ['.middle', ['.question .stop', '.filter', '.question .call']],
  ['.banner', ['.summary .stop', records, '.question .call']],
];

/** Gives the focus of a button that goes, often by its own press, to what stands in its place: else it would begin anew at the top. */
export class FocusSuccessors implements ReactiveController {
  readonly #host: LightElement;
  #had: { readonly element: Element; readonly next: readonly string[] } | undefined;

  constructor(host: LightElement) {
    this.#host = host;
  }

  hostUpdate(): void {
    const element = document.activeElement;
    const next = successors.find(([within]) => (element?.closest(within) ?? null) !== null)?.[1];
    this.#had = element === null || next === undefined || !this.#host.contains(element) ? undefined : { element, next };
  }

  hostUpdated(): void {
    const had = this.#had;
    if (had !== undefined && !had.element.isConnected) {
      // the records draw themselves after the page around them
      requestAnimationFrame(() => this.#goOn(had.next));
    }
  }

  #goOn(next: readonly string[]): void {
    // by then a person may be elsewhere, on the page or beyond it
    if (document.activeElement === document.body && document.hasFocus()) {
      const found = next.map((selector) => this.#host.querySelector<HTMLElement>(selector)).find((element) => element !== null);
      found?.focus({ preventScroll: true });
    }
  }
}
