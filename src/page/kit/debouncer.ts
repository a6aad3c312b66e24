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
