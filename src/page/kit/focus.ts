import type { LitElement, ReactiveController } from 'lit';

/**
 * Gives the focus a new place when what it was on is gone after its element was drawn again: a keyboard would else begin at the
 * top of the page. Leaves it alone while the person is in another part of VS Code: nothing may pull the focus from there.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  readonly #give: () => boolean;
  #had = false;
  #isLost = false;

  /** @param give puts the focus on something; false where there is nothing yet, and it is asked again when there may be */
  constructor(host: LitElement, give: () => boolean) {
    this.#host = host;
    this.#give = give;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#had = this.#host.contains(document.activeElement);
  }

  hostUpdated(): void {
    const isNowhere = document.hasFocus() && document.activeElement === document.body;
    this.#isLost = isNowhere && (this.#had || this.#isLost) && !this.#give();
  }
}

/**
 * Keeps where the keyboard is in a page while something else has it: VS Code's palette, or the menu of a right click. When that
 * closes, the browser gives the keyboard to the page, and to nothing in it: keys went nowhere, and what was typed was lost.
 */
export function restoreFocusOnReturn(): void {
  let left: HTMLElement | undefined;
  let isPressing = false;
  document.addEventListener('pointerdown', () => {
    isPressing = true;
    setTimeout(() => {
      isPressing = false;
    });
  });
  document.addEventListener('focusin', () => {
    left = undefined;
  });
  document.addEventListener('focusout', ({ target }) => {
    // who presses beside everything wants to be nowhere
    left = !isPressing && target instanceof HTMLElement ? target : undefined;
  });
  window.addEventListener('focus', () => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && left?.isConnected === true) {
      left.focus({ preventScroll: true });
    }
  });
}

/** Says whether the page has the keyboard: VS Code does not know it of a page in a view, and keys of its own ask for it. */
export function watchFocus(say: (isFocused: boolean) => void): void {
  window.addEventListener('focus', () => say(true));
  window.addEventListener('blur', () => say(false));
  if (document.hasFocus()) {
    say(true);
  }
}

/**
 * Where a line of a virtual list goes to come into sight; one that is higher than the view begins at its top. Asked of the
 * page: the virtualiser hears of a scroll, and of a new height, a frame later, and would lead to where the line was.
 * @returns `stay` where it is in sight or fills the view; `auto` where it is not in the page, and the virtualiser alone knows
 */
export function findScrollAlignment(line: Element | null, scroller: Element | null): 'auto' | 'start' | 'end' | 'stay' {
  if (line === null || scroller === null) {
    return 'auto';
  }
  const [box, view] = [line.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const isHeadAbove = box.top < view.top - 1;
  const isEndBelow = box.bottom > view.bottom + 1;
  if (isHeadAbove === isEndBelow) {
    return 'stay';
  }
  return isHeadAbove || box.height > view.height ? 'start' : 'end';
}
