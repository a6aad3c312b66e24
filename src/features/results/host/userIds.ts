import * as vscode from 'vscode';
import { findUserHandle, type FindUserId } from '../../../core/requests/userField.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import { userByUsername } from '../../../client/endpoints/primary/users.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import { toPage } from '../../../client/records/toPage.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import { callWithProgress, withErrorNotification } from '../../../workbench/callAndShow.ts';
import { getStoredNamesForService } from '../../../workbench/storedNamesForService.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { type CurrentQuery, parseNewQueryTexts } from './query.ts';

/** Resolves the handle in a tab's request to an id, from stored responses or with a look-up. */
export class UserHandleToIdResolver {
  readonly #services: Services;
  readonly #connection: () => string;
  #idOf: FindUserId = () => undefined;
  #lookUp = new AbortController();

  constructor(services: Services, connection: () => string) {
    this.#services = services;
    this.#connection = connection;
  }

  /** Uses the ids from the last `read`. */
  readonly idOf: FindUserId = (handle) => this.#idOf(handle);

  /** Makes no call. */
  async read(endpoint: Endpoint, texts: FieldTexts): Promise<void> {
    if (findUserHandle(endpoint, texts) === undefined) {
      return;
    }
    const { service } = endpoint;
    try {
      const name = this.#services.connections.names(this.#connection())[service];
      const { names, isServed, refresh } = await getStoredNamesForService(this.#services, service, name);
      await refresh();
      this.#idOf = (handle) => names.idOf(handle, isServed);
    } catch (error) {
      this.#services.log.error(`Handles are looked up without what is kept: ${String(error)}`);
      this.#idOf = () => undefined;
    }
  }

  /** Why the id cannot be looked up: the look-up asks the primary service. */
  refusal({ service }: Endpoint): string | undefined {
    const { connections } = this.#services;
    const names = connections.names(this.#connection());
    const isSandbox = (name: string) => connections.kindOf('primary', name) === 'sandbox';
    const isAnswered = connections.reaches('primary', names.primary) && isSandbox(names.primary) === isSandbox(names[service]);
    return isAnswered ? undefined : vscode.l10n.t("Enter the numeric id. The connected services don't share the same users.");
  }

  /**
   * Finds the id that a request needs, with a look-up if no stored response has it. The price that was shown includes that call.
   * @returns whether the request can be sent now
   */
  async resolve(before: CurrentQuery, texts: FieldTexts, reuse: ResponseReuse | undefined): Promise<boolean> {
    const { endpoint } = before;
    await this.read(endpoint, texts);
    const { faults, unknownHandle: handle } = parseNewQueryTexts(before, texts);
    if (handle === undefined || faults.length > 0) {
      return faults.length === 0 && before.endpoint === endpoint;
    }
    this.stop();
    const { signal } = (this.#lookUp = new AbortController());
    const services = pinConnections(this.#services, this.#connection());
    const id = await lookUpUserId(services, handle, reuse === 'only' ? reuse : reuseAnyAge, signal);
    this.#idOf = (name) => (name === handle ? id : undefined);
    return id !== undefined && !signal.aborted;
  }

  /** Cancels a look-up that is still waiting. */
  stop(): void {
    this.#lookUp.abort();
  }
}

/** Words every error. A *Retry* finds out the id alone: what it says is its price. */
async function lookUpUserId(
  services: Services,
  handle: string,
  reuse: ResponseReuse,
  stop: AbortSignal,
): Promise<string | undefined> {
  const exchange = await withErrorNotification(
    services,
    userByUsername,
    async () => void (await lookUpUserId(services, handle, reuseAnyAge, stop)),
    async () => await callWithProgress(services, userByUsername, { username: handle }, { stop, reuse }),
  );
  return exchange === undefined ? undefined : toPage(exchange).records.find(({ kind }) => kind === 'user')?.id;
}
