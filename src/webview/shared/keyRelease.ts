/**
 * Knows whether Enter is held. What opens a pick of VS Code waits for its release: the pick would take the repeats of the key
 * for a choice, and a choice may cost something.
 */
export class KeyRelease {
  #isDown = false;
  #waiting: (() => void) | undefined;

  constructor() {
    const capture = true;
    window.addEventListener('keydown', ({ key }) => this.#pressed(key), { capture });
    window.addEventListener('keyup', ({ key }) => this.#released(key), { capture });
    window.addEventListener('blur', () => this.#forget()); // its release is not heard any more
  }

  /** Does it at once where Enter is not held. */
  do(act: () => void): void {
    if (this.#isDown) {
      this.#waiting = act;
    } else {
      act();
    }
  }

  #pressed(key: string): void {
    this.#isDown ||= key === 'Enter';
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
