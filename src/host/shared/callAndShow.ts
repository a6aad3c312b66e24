import * as vscode from 'vscode';
import type { CallOptions } from '../../client/client.ts';
import type { Endpoint, ParamsOf } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { keptFirst } from '../../client/policies/history.ts';
import type { Reuse } from '../../client/policies/send.ts';
import { showExchange } from './exchangeDocuments.ts';
import { presentError } from './presentError.ts';
import type { Services } from './services.ts';
import { describeWaiting } from './words/describeWaiting.ts';

/** Makes one call for a person's command and opens the answer; words every error. */
export async function callAndShow<E extends Endpoint>(
  services: Services,
  endpoint: E,
  params: ParamsOf<E>,
  options: Pick<CallOptions, 'format' | 'reuse'> = {},
): Promise<void> {
  const exchange = await callForPerson(services, endpoint, params, options, async (error) => {
    const reuse = reuseOfRetry(error);
    await callAndShow(services, endpoint, params, { ...options, ...(reuse === undefined ? {} : { reuse }) });
  });
  if (exchange !== undefined) {
    await showExchange(services, exchange);
  }
}

/**
 * Whether a Retry may take an answer that is kept: another window may have it by now. After any other failure what is kept is what
 * failed: it was paid for and cannot be read.
 */
function reuseOfRetry({ kind }: SocialDataError): Reuse | undefined {
  return kind === 'duplicateInFlight' ? undefined : kind === 'notKept' ? keptFirst : 'never';
}

/**
 * Makes one call with a progress notification that can be cancelled; words every error and offers what to do.
 * @param retry what the person may do again, with its price
 */
export async function callForPerson<E extends Endpoint>(
  services: Services,
  endpoint: E,
  params: ParamsOf<E>,
  options: Pick<CallOptions, 'format' | 'reuse'>,
  retry: (error: SocialDataError) => Promise<void>,
): Promise<Exchange | undefined> {
  try {
    const client = await services.client();
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('{0}: waiting for the answer', endpoint.title),
        cancellable: true,
      },
      async (progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        let isWaiting = false;
        const say = (message: string) => {
          isWaiting = message !== '';
          progress.report({ message });
        };
        return await client.call(endpoint, params, {
          ...options,
          initiator: 'command',
          signal: abort.signal,
          onWaiting: (waiting) => say(describeWaiting(waiting)),
          onSent: () => (isWaiting ? say('') : undefined),
        });
      },
    );
  } catch (error) {
    if (!(error instanceof SocialDataError)) {
      throw error; // a fault of ours: VS Code shows it with the command's name
    }
    await presentError(services, error, endpoint, async () => await retry(error));
    return undefined;
  }
}
