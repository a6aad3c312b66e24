/** How many requests are under way at once: to all hosts, to one that has answered before, and to one that has not. */
const maxRequestsAtOnce = 24;
const maxPerRespondingHost = 6;
const maxPerUnansweredHost = 1;

/** Lets requests wait for their turn, so that hosts that do not answer hold up nobody else's pictures. */
export class RequestQueueByHost {
  readonly #atWork = new Map<string, number>();
  readonly #known = new Set<string>();
  readonly #waiting: { readonly host: string; readonly begin: () => void }[] = [];
  #count = 0;

  /** @param work is begun when it is its host's turn */
  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(host)) {
      this.#begin(host);
    } else {
      await new Promise<void>((begin) => this.#waiting.push({ host, begin }));
    }
    try {
      return await work();
    } finally {
      this.#end(host);
    }
  }

  /** A host has answered. */
  markResponsive(host: string): void {
    this.#known.add(host);
    this.#next();
  }

  #isFree(host: string): boolean {
    const limit = this.#known.has(host) ? maxPerRespondingHost : maxPerUnansweredHost;
    return this.#count < maxRequestsAtOnce && (this.#atWork.get(host) ?? 0) < limit;
  }

  #begin(host: string): void {
    this.#count += 1;
    this.#atWork.set(host, (this.#atWork.get(host) ?? 0) + 1);
  }

  #end(host: string): void {
    this.#count -= 1;
    const left = (this.#atWork.get(host) ?? 1) - 1;
    if (left === 0) {
      this.#atWork.delete(host);
    } else {
      this.#atWork.set(host, left);
    }
    this.#next();
  }

  #next(): void {
    for (let at = 0; at < this.#waiting.length && this.#count < maxRequestsAtOnce;) {
      const one = this.#waiting[at];
      if (one === undefined || !this.#isFree(one.host)) {
        at += 1;
        continue;
      }
      this.#waiting.splice(at, 1);
      this.#begin(one.host);
      one.begin();
    }
  }
}
