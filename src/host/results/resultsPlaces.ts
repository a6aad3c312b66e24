import { isDeepStrictEqual } from 'node:util';
import { NavigationHistory } from '../../app/session/navigationHistory.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { findEndpointById } from '../../client/endpoints/table.ts';
import type { RestorableResults } from '../../protocol/resultsContract.ts';
import type { ResultsSession } from './resultsSession.ts';

/** What a tab with results showed before, and what *Back* left: each place is a question with its records. */
export class ResultsPlaces {
  readonly #session: Pick<ResultsSession, 'endpoint' | 'records' | 'source' | 'texts'>;
  readonly #onNavigated: () => void;
  readonly #history = new NavigationHistory<RestorableResults>();
  /** How often *Back* and *Forward* led to another place. */
  #moves = 0;

  /** @param onNavigated called when there may be something else to go back or forward to */
  constructor(session: Pick<ResultsSession, 'endpoint' | 'records' | 'source' | 'texts'>, onNavigated: () => void) {
    this.#session = session;
    this.#onNavigated = onNavigated;
  }

  get canGoBack(): boolean {
    return this.#history.canGoBack;
  }

  get canGoForward(): boolean {
    return this.#history.canGoForward;
  }

  /** @param restore shows the place again, from what is kept */
  async go(
    direction: 'back' | 'forward',
    restore: (endpoint: Endpoint, place: RestorableResults) => Promise<void>,
  ): Promise<void> {
    const place = this.#history[direction](this.#session.source);
    const endpoint = place === undefined ? undefined : findEndpointById(place.endpointId);
    if (place === undefined || endpoint === undefined) {
      return;
    }
    this.#moves += 1;
    const restoring = restore(endpoint, place);
    this.#onNavigated();
    await restoring;
  }

  /** The same question once more is no other place. @param before what was shown until now */
  leave(before: RestorableResults | undefined): void {
    const { endpoint, texts } = this.#session;
    if (before !== undefined && (before.endpointId !== endpoint.id || !isDeepStrictEqual(before.texts, { ...texts }))) {
      this.#history.leave(before);
      this.#onNavigated();
    }
  }

  /** Leaves what is shown as soon as a question takes its place, so that *Back* leads there while the answer is on its way. */
  async leaveWhile(asking: () => Promise<void>): Promise<void> {
    const { source: before, records } = this.#session;
    const moves = this.#moves;
    const isReplaced = () => this.#session.records !== records && moves === this.#moves;
    const asked = asking();
    const wasReplaced = isReplaced();
    if (wasReplaced) {
      this.leave(before);
    }
    await asked;
    if (!wasReplaced && isReplaced()) {
      this.leave(before); // an id had to be looked up first
    }
  }
}
