import * as vscode from 'vscode';
import type { Endpoint } from '../../client/endpoint.ts';
import type { ErrorKind, SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { runCommand } from './commands.ts';
import type { ParkedJob } from '../../app/session/backgroundJob.ts';
import { remainingCost } from './jobs/takes.ts';
import { presentResume } from './jobs/wordParked.ts';
import { formatExpected } from '../../app/cost/formatPrice.ts';
import { describeCharge } from '../../app/cost/formatCost.ts';
import type { Services } from './services.ts';
import { type ErrorAction, type ErrorWords, wordError } from './words/wordError.ts';

/** What a person can do about a job that waits because of an error. */
export type JobAction = 'resume' | 'stop';

export interface ErrorChoices {
  readonly endpoint: Endpoint;
  readonly retry: () => Promise<void>;
  readonly show: (exchange: Exchange) => Promise<void>;
  /** The job that waits because of the error. */
  readonly parked?: ParkedJob | undefined;
}

/**
 * An error as a row of a tree: one sentence, the whole story for the tooltip, and the first thing that can be done.
 * @param before what the calls before it, of the same load, brought and cost
 */
export function toErrorRow(error: SocialDataError, endpoint: Endpoint, before?: string) {
  const { failed, advice, actions } = wordError(error, endpoint);
  const action = actions.find((one) => one !== 'showAnswer' || error.exchange !== undefined);
  const spent = before === undefined ? [describeCharge(error)] : [before, presentRest(error)];
  return { text: failed, story: [failed, ...spent, advice].filter((part) => part !== '').join(' '), action };
}

/** What the call that failed cost, where others of the same load were paid for: of those it says nothing. */
function presentRest(error: SocialDataError): string {
  if (error.kind === 'cancelled' || error.kind === 'budget') {
    return vscode.l10n.t('The rest was not asked for.');
  }
  return error.spent === 'no' ? vscode.l10n.t('Nothing was spent on the next one.') : describeCharge(error);
}

/** An error in words, for a view that shows it in its own place. */
export interface Failure {
  /** What failed, whether money was spent, what to do. */
  readonly message: string;
  readonly severity: ErrorWords['severity'];
  /** What can be done about it; the first is the likeliest. */
  readonly actions: readonly { readonly action: ErrorAction | JobAction; readonly title: string }[];
}

/** What is mended somewhere else: a key set, a budget raised, a time waited. */
const mendedElsewhere: ReadonlySet<ErrorKind> = new Set([
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
 * Words an error of the client for a view in which it stays, and logs its kind. Shows nothing. What was mended elsewhere can
 * be tried again from there, last of all that is offered.
 * @param parked the job that waits because of it
 */
export async function presentFailure(
  services: Pick<Services, 'client' | 'log'>,
  error: SocialDataError,
  endpoint: Endpoint,
  parked?: ParkedJob,
): Promise<Failure> {
  const words = wordError(error, endpoint);
  const advice = parked === undefined ? words.advice : adviceTo(parked);
  const offered: readonly (ErrorAction | JobAction)[] = [
    ...words.actions,
    ...(parked === undefined ? retryAfterMending(error.kind, words) : jobActions),
  ];
  // not the message: it may hold what was asked, or what the service said of it
  const code = error.facts.code === undefined ? '' : ` (${error.facts.code})`;
  services.log.warn(`${endpoint.id}: ${error.kind}${code}, spent: ${error.spent}.`);
  const client = await services.client();
  const price = client.priceOf(endpoint);
  const titles: Readonly<Record<ErrorAction | JobAction, string>> = {
    retry: vscode.l10n.t('Retry ({0})', formatExpected(price)),
    setKey: vscode.l10n.t('Set API Key…'),
    selectConnection: vscode.l10n.t('Select Connection…'),
    setBudget: vscode.l10n.t('Set Budget…'),
    resume: parked === undefined ? '' : presentResume(remainingCost([parked], (one) => client.priceOf(one))),
    stop: vscode.l10n.t('Stop'),
    showAnswer: vscode.l10n.t('Show Answer'),
    showLog: vscode.l10n.t('Show Log'),
  };
  return {
    message: [words.failed, describeCharge(error), advice].filter((part) => part !== '').join(' '),
    severity: words.severity,
    actions: offered
      .filter((action) => action !== 'showAnswer' || error.exchange !== undefined)
      .map((action) => ({ action, title: titles[action] })),
  };
}

function retryAfterMending(kind: ErrorKind, { actions }: ErrorWords): readonly ErrorAction[] {
  return mendedElsewhere.has(kind) && !actions.includes('retry') ? ['retry'] : [];
}

const jobActions: readonly JobAction[] = ['resume', 'stop'];

/** What waits, and that it goes on when the person says so. */
function adviceTo({ callsLeft }: ParkedJob): string {
  return callsLeft === 1
    ? vscode.l10n.t('One more call waits: raise the budget, then resume.')
    : vscode.l10n.t('At most {0} more calls wait: raise the budget, then resume.', callsLeft);
}

/** Shows an error of the client in a notification: what failed, whether money was spent, what to do. */
export async function presentError(services: Services, error: SocialDataError, choices: ErrorChoices): Promise<void> {
  const { endpoint } = choices;
  const { message, severity, actions: offered } = await presentFailure(services, error, endpoint);
  // a notification is gone once something was chosen: what was mended elsewhere is not tried again from there
  const lasting = wordError(error, endpoint).actions;
  const actions = offered.filter(({ action }) => lasting.some((one) => one === action));
  const picked = await showMessage(
    severity,
    message,
    actions.map(({ title }) => title),
  );
  const action = actions.find(({ title }) => title === picked)?.action;
  if (action !== undefined) {
    await runErrorAction(action, error, choices);
  }
}

/** Does what a person chose to do about an error. */
export async function runErrorAction(
  action: ErrorAction | JobAction,
  { exchange }: SocialDataError,
  { endpoint, retry, show, parked }: ErrorChoices,
): Promise<void> {
  switch (action) {
    case 'retry':
      return await retry();
    case 'setKey':
      return await runCommand('socialData.connection.setKey', endpoint.service);
    case 'selectConnection':
      return await runCommand('socialData.connection.select');
    case 'setBudget':
      return await runCommand('socialData.activity.setBudget');
    case 'resume':
      return await parked?.resume();
    case 'stop':
      return parked?.stop();
    case 'showAnswer':
      return exchange === undefined ? undefined : await show(exchange);
    case 'showLog':
      return await runCommand('socialData.activity.showLog');
  }
}

async function showMessage(
  severity: ErrorWords['severity'],
  message: string,
  actions: readonly string[],
): Promise<string | undefined> {
  switch (severity) {
    case 'information':
      return await vscode.window.showInformationMessage(message, ...actions);
    case 'warning':
      return await vscode.window.showWarningMessage(message, ...actions);
    case 'error':
      return await vscode.window.showErrorMessage(message, ...actions);
  }
}
