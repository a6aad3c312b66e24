import * as vscode from 'vscode';
import type { FindUserId } from '../../app/requests/userField.ts';
import { addQuotes, toQuoteFromPrice } from '../../app/cost/price.ts';
import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { userByUsername } from '../../client/endpoints/primary/users.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import { toPage } from '../../client/records/toPage.ts';
import { callWithProgress, withErrorNotification } from './callAndShow.ts';
import { getKeptNamesForService } from './keptNamesForService.ts';
import type { Services } from './services.ts';

/** Makes no call. */
export async function createKnownUserIdFinder(
  services: Pick<Services, 'connections' | 'log' | 'store'>,
  { service }: Endpoint,
  connection?: string,
): Promise<FindUserId> {
  try {
    const name = services.connections.names(connection)[service];
    const { names, isServed, refresh } = await getKeptNamesForService(services, service, name);
    await refresh();
    return (handle) => names.idOf(handle, isServed);
  } catch (error) {
    services.log.error(`Handles are looked up without what is kept: ${String(error)}`);
    return () => undefined;
  }
}

/** Why the id of a user cannot be looked up for an endpoint: the look-up asks the primary service. */
export function describeUserIdLookUpRefusal(
  { connections }: Pick<Services, 'connections'>,
  { service }: Endpoint,
  connection?: string,
): string | undefined {
  const names = connections.names(connection);
  const isSandbox = (name: string) => connections.kindOf('primary', name) === 'sandbox';
  const isAnswered = connections.reaches('primary', names.primary) && isSandbox(names.primary) === isSandbox(names[service]);
  return isAnswered ? undefined : vscode.l10n.t('Enter the numeric id. The connected services do not know the same users.');
}

/** Makes no call. */
export function quoteWithUserLookUp(client: Client, endpoint: Endpoint, handle: string): Quote | undefined {
  const lookUp = client.quote(userByUsername, { username: handle }, { reuse: reuseAnyAge });
  return addQuotes(lookUp, toQuoteFromPrice(client.priceOf(endpoint)));
}

/**
 * Looks up the id of a handle, as a person agreed to; words every error. A *Retry* finds out the id alone: what it says is its price.
 * @returns undefined where it was not found out
 */
export async function lookUpUserId(
  services: Services,
  handle: string,
  options: { readonly reuse?: Extract<AnswerReuse, string> | undefined; readonly stop?: AbortSignal },
): Promise<string | undefined> {
  const { reuse = reuseAnyAge, ...others } = options;
  const exchange = await withErrorNotification(
    services,
    userByUsername,
    async () => void (await lookUpUserId(services, handle, others)),
    async () => await callWithProgress(services, userByUsername, { username: handle }, { ...others, reuse }),
  );
  return exchange === undefined ? undefined : toPage(exchange).records.find(({ kind }) => kind === 'user')?.id;
}
