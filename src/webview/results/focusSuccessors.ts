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

/** Gives the focus of a button that goes, often by its own press, to what stands in its place: else it would go back to the top. */
export function passFocusOn(page: LightElement): void {
  let had: { readonly element: Element; readonly next: readonly string[] } | undefined;
  const goOn = (next: readonly string[]) => {
    // by then a person may be in another place, on the page or beyond it
    if (document.activeElement === document.body && document.hasFocus()) {
      const found = next.map((selector) => page.querySelector<HTMLElement>(selector)).find((element) => element !== null);
      found?.focus({ preventScroll: true });
    }
  };
  page.addController({
    hostUpdate: () => {
      const element = document.activeElement;
      const next = successors.find(([within]) => (element?.closest(within) ?? null) !== null)?.[1];
      had = element === null || next === undefined || !page.contains(element) ? undefined : { element, next };
    },
    hostUpdated: () => {
      if (had?.element.isConnected === false) {
        const { next } = had;
        requestAnimationFrame(() => goOn(next)); // the records draw themselves after the page around them
      }
    },
  });
}
