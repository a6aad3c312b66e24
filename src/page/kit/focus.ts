import type { LitElement, ReactiveController } from 'lit';

/**
 * Moves focus when rendering removes the focused element; otherwise Tab would start again at the top of the page. Does
 * nothing while another part of VS Code has focus.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  readonly #moveFocus: () => boolean;
  #had = false;
  #isLost = false;

  /** @param moveFocus returns false if nothing can take focus yet; it is called again after the next update */
  constructor(host: LitElement, moveFocus: () => boolean) {
    this.#host = host;
    this.#moveFocus = moveFocus;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#had = this.#host.contains(document.activeElement);
  }

  hostUpdated(): void {
    const isNowhere = document.hasFocus() && document.activeElement === document.body;
    this.#isLost = isNowhere && (this.#had || this.#isLost) && !this.#moveFocus();
  }
}

/** Restores the focused element when VS Code's palette or a context menu closes: the browser focuses only the page itself. */
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
    // a click on the background removes focus on purpose
    left = !isPressing && target instanceof HTMLElement ? target : undefined;
  });
  window.addEventListener('focus', () => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && left?.isConnected === true) {
      left.focus({ preventScroll: true });
    }
  });
}

/** Reports whether the page has focus. VS Code doesn't report this for webview views, and `when` clauses need it. */
export function watchFocus(report: (isFocused: boolean) => void): void {
  window.addEventListener('focus', () => report(true));
  window.addEventListener('blur', () => report(false));
  if (document.hasFocus()) {
    report(true);
  }
}

/**
 * Returns how to align a virtual list's row to make it visible. Measures the page, because the virtualizer learns of scrolling
 * and new heights one frame later.
 * @returns `stay` if the row is visible or fills the view; `auto` if it isn't rendered, so only the virtualizer knows its position
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
