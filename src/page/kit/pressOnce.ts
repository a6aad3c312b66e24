/** Returns a function that runs `act` once it hasn't been called for `ms`. */
export function debounce(ms: number, act: () => void): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(act, ms);
  };
}

/** The `data-vscode-context` of text fields: shows *Cut*, *Copy*, and *Paste* in the context menu. */
export const textFieldMenuContext = '{"preventDefaultContextMenuItems":false,"viewItem":""}';

/** Ignores key repeat of Enter or Space, which would send requests or press *Stop*. In a find bar, it goes to the next match. */
export function ignoreHeldKeys(): void {
  const handleKey = (event: KeyboardEvent): void => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const isFinding = target instanceof Element && target.closest('[role="search"]') !== null;
    if (event.repeat && !isFinding && (event.key === 'Enter' || (event.key === ' ' && !isTyping))) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('keydown', handleKey, { capture: true });
}

/** Ignores a double click's second click: a different button may be there by then, such as *Stop* in place of *Call*. */
export function ignoreDoubleClick(act: () => void): (event: Event) => void {
  return (event) => {
    if (!(event instanceof MouseEvent) || event.detail <= 1) {
      act();
    }
  };
}

/** Waits until Enter is released before opening a quick pick: key repeat would accept an item, which may cost money. */
export class EnterReleaseGuard {
  #isDown = false;
  #waiting: (() => void) | undefined;

  constructor() {
    const capture = true;
    window.addEventListener('keydown', ({ key }) => (this.#isDown ||= key === 'Enter'), { capture });
    window.addEventListener('keyup', ({ key }) => this.#released(key), { capture });
    window.addEventListener('blur', () => this.#forget()); // the page doesn't receive the key's release
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
