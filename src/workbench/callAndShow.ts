import * as vscode from 'vscode';
import { getResponseView, getExchangeKind } from '../core/records/responseView.ts';
import type { Endpoint, EndpointParams } from '../client/endpoint.ts';
import { SocialDataError } from '../client/errors.ts';
import type { Exchange } from '../client/exchange.ts';
import { reuseAnyAge } from '../client/policies/history.ts';
import type { ResponseReuse, CallOptions } from '../client/policies/send.ts';
import { showExchange } from './exchangeDocuments.ts';
import { completeWalkthroughStep } from './walkthroughSteps.ts';
import { showErrorNotification } from './showErrorNotification.ts';
import type { Services } from './services.ts';
import { describeWaiting } from '../core/errors/describeError.ts';

type ShownCallOptions = Pick<CallOptions, 'format' | 'reuse'>;

/**
 * Sends a request for a command and shows the response. Shows an error as a notification.
 * @param show default: shows the JSON
 */
export async function callAndShow<E extends Endpoint>(
  services: Services,
  endpoint: E,
  params: EndpointParams<E>,
  options: ShownCallOptions = {},
  show: (services: Services, exchange: Exchange) => Promise<void> = showExchange,
): Promise<void> {
  const exchange = await callWithNotifications(services, endpoint, params, options, async (error) => {
    await callAndShow(services, endpoint, params, { ...options, reuse: getReuseForRetry(error) }, show);
  });
  if (exchange !== undefined) {
    await show(services, exchange);
  }
}

/** After a failure, the stored response is the failure itself, so it isn't reused. */
function getReuseForRetry({ kind }: SocialDataError): ResponseReuse {
  return kind === 'notStored' ? reuseAnyAge : 'never';
}

/**
 * Sends a request with progress that can be canceled. Shows an error as a notification with actions.
 * @param retry runs on *Retry*
 */
export async function callWithNotifications<E extends Endpoint>(
  services: Services,
  endpoint: E,
  params: EndpointParams<E>,
  options: ShownCallOptions,
  retry: (error: SocialDataError) => Promise<void>,
): Promise<Exchange | undefined> {
  return await withErrorNotification(
    services,
    endpoint,
    retry,
    async () => await callWithProgress(services, endpoint, params, options),
  );
}

/** Resolves after the notification is closed. */
export async function withErrorNotification(
  services: Services,
  endpoint: Endpoint,
  retry: (error: SocialDataError) => Promise<void>,
  work: () => Promise<Exchange | undefined>,
): Promise<Exchange | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SocialDataError)) {
      throw error; // an internal error: VS Code shows it with the command's name
    }
    await showErrorNotification(services, error, endpoint, async () => await retry(error));
    return undefined;
  }
}

/** @throws SocialDataError */
export async function callWithProgress<E extends Endpoint>(
  services: Services,
  endpoint: E,
  params: EndpointParams<E>,
  options: Pick<CallOptions, 'format' | 'reuse' | 'stop'>,
): Promise<Exchange> {
  const client = await services.client();
  return await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
    },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      let isWaiting = false;
      progress.report({ message: endpoint.title });
      /** Replaces the endpoint's title in the notification. */
      const report = (message: string) => {
        isWaiting = message !== '';
        progress.report({ message: isWaiting ? message : endpoint.title });
      };
      return await client.call(endpoint, params, {
        ...options,
        initiator: 'command',
        signal: abort.signal,
        onWaiting: (waiting) => report(describeWaiting(waiting)),
        onSent: () => (isWaiting ? report('') : undefined),
      });
    },
  );
}

export async function showResponse({ open }: Pick<Services, 'open'>, exchange: Exchange): Promise<void> {
  switch (getResponseView(getExchangeKind(exchange))) {
    case 'page':
      await open.profile(exchange);
      break;
    case 'results':
      await open.results([exchange]);
      break;
    case 'thread':
      await open.responseThread(exchange);
      break;
  }
  completeWalkthroughStep('lookUp');
}
