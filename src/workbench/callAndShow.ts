import * as vscode from 'vscode';
import { systemClock } from '../client/clock.ts';
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

/** Most requests are done by then, and a notification would only flash. */
const progressDelayMs = 1_000;

/** @throws SocialDataError */
export async function callWithProgress<E extends Endpoint>(
  services: Services,
  endpoint: E,
  params: EndpointParams<E>,
  options: Pick<CallOptions, 'format' | 'reuse' | 'stop'>,
): Promise<Exchange> {
  const client = await services.client();
  const abort = new AbortController();
  let message = endpoint.title;
  let report = () => {};
  const say = (waiting: string) => {
    message = waiting === '' ? endpoint.title : waiting;
    report();
  };
  const response = client.call(endpoint, params, {
    ...options,
    initiator: 'command',
    signal: abort.signal,
    onWaiting: (waiting) => say(describeWaiting(waiting)),
    onSent: () => say(''),
  });
  const showProgress = async (progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken) => {
    token.onCancellationRequested(() => abort.abort());
    report = () => progress.report({ message });
    report();
    await response.catch(() => undefined); // the caller reports the error
  };
  const location = vscode.ProgressLocation.Notification;
  const endDelay = systemClock.schedule(
    progressDelayMs,
    () => void vscode.window.withProgress({ location, cancellable: true }, showProgress),
  );
  return await response.finally(endDelay);
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
