type Params = Readonly<Record<string, unknown>>;

/** What is asked at the moment, so that it is not sent again by a second press. */
export class Asking {
  #now: { readonly question: string; readonly isAnew: boolean; readonly answered: Promise<void> } | undefined;

  /** Resolves with the answer to that question, where it is on its way and new enough. */
  answerTo(params: Params, reuse: 'never' | undefined): Promise<void> | undefined {
    const now = this.#now;
    return now?.question === JSON.stringify(params) && (now.isAnew || reuse !== 'never') ? now.answered : undefined;
  }

  /** Keeps in mind what is asked until it is answered. */
  async keep(params: Params, reuse: 'never' | undefined, answered: Promise<void>): Promise<void> {
    const now = { question: JSON.stringify(params), isAnew: reuse === 'never', answered };
    this.#now = now;
    try {
      await answered;
    } finally {
      if (this.#now === now) {
        this.#now = undefined;
      }
    }
  }

  /** It was stopped: asked again, it is asked anew. */
  forget(): void {
    this.#now = undefined;
  }
}
