/** Work that is on its way: whoever wants the same meanwhile waits for it. */
export class UnderWay {
  readonly #going = new Map<string, Promise<void>>();

  has(name: string): boolean {
    return this.#going.has(name);
  }

  /** Does the work, unless the same is on its way. */
  async once(name: string, work: () => Promise<void>): Promise<void> {
    const going = this.#going.get(name) ?? work().finally(() => this.#going.delete(name));
    this.#going.set(name, going);
    await going;
  }
}
