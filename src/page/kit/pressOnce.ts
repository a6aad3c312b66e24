export class Debouncer {
  readonly #ms: number;
  readonly #act: () => void;
  #timer = 0;

  constructor(ms: number, act: () => void) {
    this.#ms = ms;
    this.#act = act;
  }

  start(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#act, this.#ms);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }
}

/** What a text field says of itself to VS Code: a right click there offers its own *Cut*, *Copy* and *Paste*, as in any field. */
export const textFieldMenuContext = '{"preventDefaultContextMenuItems":false}';

/**
 * A key that is held presses once: what repeats by itself calls nothing, and stops nothing that has just begun. Where something is
 * looked for, a held key goes from one find to the next.
 */
export function ignoreHeldKeys(): void {
  const handleKey = (event: KeyboardEvent): void => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const isLooking = target instanceof Element && target.closest('[role="search"]') !== null;
    if (event.repeat && !isLooking && (event.key === 'Enter' || (event.key === ' ' && !isTyping))) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('keydown', handleKey, { capture: true });
}

/**
 * What a press does; the second one of a double click does nothing, for by then another button may stand in the place of the
 * first: a *Stop* where *Call* was.
 */
export function ignoreDoubleClick(act: () => void): (event: Event) => void {
  return (event) => {
    if (!(event instanceof MouseEvent) || event.detail <= 1) {
      act();
    }
  };
}

/**
 * Knows whether Enter is held. What opens a pick of VS Code waits for its release: the pick would take the repeats of the key
 * for a choice, and a choice may cost something.
 */
export class EnterReleaseGuard {
  #isDown = false;
  #waiting: (() => void) | undefined;

  constructor() {
    const capture = true;
    window.addEventListener('keydown', ({ key }) => (this.#isDown ||= key === 'Enter'), { capture });
    window.addEventListener('keyup', ({ key }) => this.#released(key), { capture });
    window.addEventListener('blur', () => this.#forget()); // its release is not heard any more
  }

  do(act: () => void): void {
    if (this.#isDown) {
      this.#waiting = act;
    } else {
      act();
    }
  }

  #released(key: string): void {
    if (key === 'Enter') {
      const act = this.#waiting;
      this.#forget();
      act?.();
    }
  }

  #forget(): void {
    this.#isDown = false;
    this.#waiting = undefined;
  }
}

export function createValueHandler(act: (value: string) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      act(target.value);
    }
  };
}

export function createCheckedHandler(act: (isChecked: boolean) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement) {
      act(target.checked);
    }
  };
}
