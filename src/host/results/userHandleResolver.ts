import { findUserHandle, type FindUserId } from '../../app/requests/userField.ts';
import type { FieldTexts } from '../../app/search/collectIdentifiers.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import type { Services } from '../shared/services.ts';
import { createKnownUserIdFinder, describeUserIdLookUpRefusal, lookUpUserId } from '../shared/userIds.ts';
import { type CurrentQuestion, parseNewQuestionTexts } from './quoteQuestion.ts';

/** The users whom the question of a tab names by their handles: the ids that something kept tells, and the look-up of any other. */
export class UserHandleToIdResolver {
  readonly #services: Services;
  #idOf: FindUserId = () => undefined;
  /** Fires when a look-up is not wanted any more. */
  #lookUp = new AbortController();

  constructor(services: Services) {
    this.#services = services;
  }

  /** As of the last `read`. */
  readonly idOf: FindUserId = (handle) => this.#idOf(handle);

  /** Reads what is known of a user that is named by a handle. Makes no call. */
  async read(endpoint: Endpoint, texts: FieldTexts): Promise<void> {
    if (findUserHandle(endpoint, texts) !== undefined) {
      this.#idOf = await createKnownUserIdFinder(this.#services, endpoint);
    }
  }

  /** Why an id cannot be looked up for an endpoint; undefined where it can. */
  refusal(endpoint: Endpoint): string | undefined {
    return describeUserIdLookUpRefusal(this.#services, endpoint);
  }

  /**
   * Finds out the id that a question needs, by a look-up where nothing kept tells it: the price that was said holds that call.
   * @returns whether the question can be asked now
   */
  async resolve(
    before: CurrentQuestion,
    texts: FieldTexts,
    typed: readonly string[],
    reuse: AnswerReuse | undefined,
  ): Promise<boolean> {
    const { endpoint } = before;
    await this.read(endpoint, texts);
    const { faults, unknownHandle: handle } = parseNewQuestionTexts(before, texts, typed);
    if (handle === undefined || faults.length > 0) {
      return faults.length === 0 && before.endpoint === endpoint;
    }
    this.stop();
    const { signal } = (this.#lookUp = new AbortController());
    const id = await lookUpUserId(this.#services, handle, { reuse: reuse === 'only' ? reuse : undefined, stop: signal });
    this.#idOf = (name) => (name === handle ? id : undefined);
    return id !== undefined && !signal.aborted;
  }

  /** Nothing further is sent for a look-up that waits. */
  stop(): void {
    this.#lookUp.abort();
  }
}
