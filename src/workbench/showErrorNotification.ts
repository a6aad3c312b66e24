import * as vscode from 'vscode';
import { addPrice, formatCallsLeft, formatExpectedPrice } from '../core/cost/formatPrice.ts';
import { type Connection, isSameConnection } from '../client/connection.ts';
import type { Endpoint } from '../client/endpoint.ts';
import { type ErrorKind, SocialDataError } from '../client/errors.ts';
import { toCommand } from './commands.ts';
import { showExchange } from './exchangeDocuments.ts';
import { addNoChargeSentence, describeFailedCallCharge, describeNoFurtherCharge } from '../core/cost/formatCost.ts';
import type { Services } from './services.ts';
import { adviseOnStoreFault, describeError, type ErrorAction, type ErrorDescription } from '../core/errors/describeError.ts';
import { joinParts } from '../core/text/joinParts.ts';

export interface ErrorActionContext {
  readonly services: Pick<Services, 'exchanges' | 'log' | 'open'>;
  readonly connection: string | undefined;
  readonly retry: () => Promise<void>;
}

/**
 * Describes an error as a tree row: one sentence, the full text for the tooltip, and the first action.
 * @param isPartial true if other requests in the same load succeeded
 */
export function toErrorRow(error: SocialDataError, endpoint: Endpoint, isPartial = false) {
  const { failed, advice, actions } = describeError(error, endpoint);
  const action = actions.find((one) => one !== 'showResponse' || error.exchange !== undefined);
  const charge = isPartial && error.spent === 'no' ? describeNoFurtherCharge() : describeFailedCallCharge(error);
  const story = joinParts([failed, charge, advice], ' ');
  return { text: failed, story, action };
}

export interface FailureDescription {
  /** Explains the failure, its cost, and what to do. */
  readonly message: string;
  readonly severity: ErrorDescription['severity'];
  /** Likeliest first. */
  readonly actions: readonly { readonly action: ErrorAction; readonly title: string }[];
}

/** Errors that can be resolved elsewhere, such as by setting a key, raising a budget, or waiting. */
const errorKindsRetriableLater: ReadonlySet<ErrorKind> = new Set([
  'noKey',
  'address',
  'budget',
  'unauthorized',
  'rateLimited',
  'redirect',
  'unexpectedStatus',
  'certificate',
  'cancelled',
]);

/**
 * Describes an error for a view that keeps showing it, and logs its kind. *Retry* is offered last for errors that can be resolved
 * elsewhere.
 * @param callsLeft the number of requests that weren't sent
 */
export async function toFailureDescription(
  services: Pick<Services, 'client' | 'log'>,
  error: SocialDataError,
  endpoint: Endpoint,
  callsLeft = 0,
): Promise<FailureDescription> {
  const { kind, facts, spent, exchange } = error;
  const { failed, advice, severity, actions } = describeError(error, endpoint);
  const retryLater = errorKindsRetriableLater.has(kind) && !actions.includes('retry') ? (['retry'] as const) : [];
  const offered: readonly ErrorAction[] = [...actions, ...retryLater];
  // the message may contain the query, or what the service said about it
  services.log.warn(`${endpoint.id}: ${kind}${facts.code === undefined ? '' : ` (${facts.code})`}, spent: ${spent}.`);
  const client = await services.client();
  const price = formatExpectedPrice(client.priceOf(endpoint));
  const titleOf = (action: ErrorAction): string => {
    if (action === 'retry') {
      return addPrice(kind === 'notStored' ? vscode.l10n.t('Load') : vscode.l10n.t('Retry'), price);
    }
    return action === 'showResponse' ? vscode.l10n.t('Show Response') : toErrorCommand(action, undefined).title;
  };
  return {
    message: joinParts(
      [failed, describeFailedCallCharge(error), kind === 'budget' ? formatCallsLeft(callsLeft) : '', advice],
      ' ',
    ),
    severity,
    actions: offered
      .filter((action) => action !== 'showResponse' || exchange !== undefined)
      .map((action) => ({ action, title: titleOf(action) })),
  };
}

interface DescribedFailure {
  readonly services: Pick<Services, 'client' | 'log'>;
  readonly endpoint: Endpoint;
  readonly failure: { readonly error: SocialDataError; readonly callsLeft?: number } | undefined;
}

/** Describes each failure once, because describing it logs it. */
export function createFailureDescriber(read: () => DescribedFailure): () => Promise<FailureDescription | undefined> {
  let of: DescribedFailure['failure'];
  let words: Promise<FailureDescription> | undefined;
  return async function describe(): Promise<FailureDescription | undefined> {
    const { services, endpoint, failure } = read();
    if (failure !== of) {
      of = failure;
      words = failure === undefined ? undefined : toFailureDescription(services, failure.error, endpoint, failure.callsLeft);
    }
    const described = await words;
    return failure === read().failure ? described : await describe();
  };
}

export async function showErrorNotification(
  services: Services,
  error: SocialDataError,
  endpoint: Endpoint,
  retry: () => Promise<void>,
): Promise<void> {
  const { message, severity, actions: offered } = await toFailureDescription(services, error, endpoint);
  // a notification closes with a click, so it offers no Retry for errors that must be resolved first
  const lasting: readonly ErrorAction[] = describeError(error, endpoint).actions;
  const actions = offered.filter(({ action }) => lasting.includes(action));
  const show = { information: 'showInformationMessage', warning: 'showWarningMessage', error: 'showErrorMessage' } as const;
  const before = await getConnection(services, endpoint);
  const picked = await vscode.window[show[severity]](message, ...actions.map(({ title }) => title));
  const action = actions.find(({ title }) => title === picked)?.action;
  if (action === undefined) {
    return;
  }
  await runErrorAction(action, error, { services, connection: before?.name, retry });
  const isConnectionEdited = action === 'setKey' || action === 'editAddress';
  if (isConnectionEdited && !isSameConnection(before, await getConnection(services, endpoint))) {
    await offerRetry(services, endpoint, retry);
  }
}

async function getConnection({ client }: Services, { service }: Endpoint): Promise<Connection | undefined> {
  return (await client()).connection(service);
}

async function offerRetry(services: Services, endpoint: Endpoint, retry: () => Promise<void>): Promise<void> {
  const client = await services.client();
  const title = addPrice(vscode.l10n.t('Retry'), formatExpectedPrice(client.priceOf(endpoint)));
  const message = vscode.l10n.t('You can retry {0} with this connection.', endpoint.title);
  if ((await vscode.window.showInformationMessage(message, title)) === title) {
    await retry();
  }
}

export async function runErrorAction(
  action: ErrorAction,
  { exchange }: SocialDataError,
  { services, connection, retry }: ErrorActionContext,
): Promise<void> {
  switch (action) {
    case 'retry':
      return await retry();
    case 'showResponse':
      return exchange === undefined ? undefined : await showExchange(services, exchange);
    case 'setKey':
      return await services.open.manageConnections(connection, 'key');
    case 'editAddress':
      return await services.open.manageConnections(connection, 'address');
    case 'selectConnection':
      return await services.open.selectConnection();
    case 'setBudget':
      return await services.open.setBudget();
    case 'showLog':
      services.log.show();
  }
}

/** The command for an action. */
export function toErrorCommand(
  action: Exclude<ErrorAction, 'retry' | 'showResponse'>,
  connection: string | undefined,
): vscode.Command {
  switch (action) {
    case 'setKey':
      return toCommand('socialData.connections.manage', vscode.l10n.t('Set API Key…'), connection, 'key');
    case 'editAddress':
      return toCommand('socialData.connections.manage', vscode.l10n.t('Edit Base URL…'), connection, 'address');
    case 'selectConnection':
      return toCommand('socialData.connections.select', vscode.l10n.t('Select Connection…'));
    case 'setBudget':
      return toCommand('socialData.spending.setBudget', vscode.l10n.t('Set Budget…'));
    case 'showLog':
      return toCommand('socialData.log.show', vscode.l10n.t('Show Log'));
  }
}

export async function withStoreErrorNotification(services: Pick<Services, 'log'>, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof SocialDataError && error.kind === 'storage')) {
      throw error; // VS Code shows other errors with the command's name
    }
    const code = error.facts.code === undefined ? '' : ` (${error.facts.code})`;
    services.log.error(`The store: ${error.kind}${code}`);
    await vscode.window.showErrorMessage(
      addNoChargeSentence(
        vscode.l10n.t("The history couldn't be read or written{0}.", code),
        adviseOnStoreFault(error.facts.code),
      ),
    );
  }
}
