import type { LitElement, ReactiveController } from 'lit';

/**
 * Gives the focus a new place when what it was on is gone after its element was drawn anew: a keyboard would else begin at the
 * top of the page. Leaves it alone while the person is elsewhere in VS Code: nothing may pull the focus from there.
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
