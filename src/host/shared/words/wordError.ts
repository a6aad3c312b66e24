import * as vscode from 'vscode';
import type { Endpoint } from '../../../client/endpoint.ts';
import type { ErrorKind, SocialDataError } from '../../../client/errors.ts';
import { foreignText } from './foreignText.ts';
import { describeOverBudget } from '../../../app/cost/formatCost.ts';

/** What the person can do about an error. */
export type ErrorAction = 'retry' | 'setKey' | 'selectConnection' | 'setBudget' | 'showAnswer' | 'showLog';

export interface ErrorWords {
  /** What failed, in one sentence. */
  readonly failed: string;
  /** What to do now, in one sentence. */
  readonly advice: string;
  readonly actions: readonly ErrorAction[];
  /** `information` where nothing is broken: no results, cancelled. */
  readonly severity: 'information' | 'warning' | 'error';
}

/** The words for an error, by its kind: the only place that has them. Pure but for the translation. */
export function wordError(error: SocialDataError, endpoint: Endpoint): ErrorWords {
  const { l10n } = vscode;
  const said = saidByService(error);
  const name = endpoint.title;
  const words = (
    severity: ErrorWords['severity'],
    failed: string,
    advice: string,
    ...actions: readonly ErrorAction[]
  ): ErrorWords => ({ severity, failed, advice, actions });
  const kind: ErrorKind = error.kind;
  switch (kind) {
    case 'input':
      return words(
        'error',
        l10n.t('{0} was not called: {1}.', name, foreignText(error.message)),
        l10n.t('Correct the value and try again.'),
      );
    case 'noKey':
      return words(
        'warning',
        error.facts.cause === undefined
          ? l10n.t('{0} was not called: no API key is set.', name)
          : l10n.t('{0} was not called: the secret storage could not give the key.', name),
        l10n.t('Set a key, or use the sandbox.'),
        'setKey',
        'selectConnection',
      );
    case 'address':
      return words(
        'error',
        l10n.t('{0} was not called: {1}.', name, foreignText(error.message)),
        l10n.t('Set API Key… asks for the address and for the key that belongs to it.'),
        'setKey',
        'selectConnection',
      );
    case 'connectionChanged':
      return words(
        'warning',
        l10n.t('{0} was not called: the connection changed before it was sent.', name),
        l10n.t('Retry to use the connection that is selected now.'),
        'retry',
        'selectConnection',
      );
    case 'budget':
      return words('warning', describeOverBudget(name, error.facts.budget), l10n.t('Raise the budget to go on.'), 'setBudget');
    case 'storage':
      return words('error', storageSentence(error, name), l10n.t('Make room on the disk, or see the log.'), 'retry', 'showLog');
    case 'askedElsewhere':
      return words(
        'warning',
        l10n.t('{0} was not called: another window asked the same and has no answer yet.', name),
        l10n.t('Its answer will be kept for this window too; or try again.'),
        'retry',
      );
    case 'notKept':
      return words('information', l10n.t('{0}: no answer is kept.', name), l10n.t('A call would get one.'), 'retry');
    case 'badRequest':
      return words(
        'warning',
        l10n.t('{0}: not found, or refused by the service{1}.', name, said),
        l10n.t('Check the value.'),
        'showAnswer',
      );
    case 'invalid':
      return words(
        'warning',
        l10n.t('{0}: the service refused a value{1}.', name, said),
        l10n.t('Correct it and try again.'),
        'showAnswer',
      );
    case 'notFound':
      return words(
        'warning',
        l10n.t('{0}: not found{1}.', name, said),
        l10n.t('It may have been deleted, or the id is wrong.'),
        'showAnswer',
      );
    case 'unauthorized':
      return words(
        'error',
        l10n.t('{0}: the service did not accept the key{1}.', name, said),
        l10n.t('Set another key.'),
        'setKey',
        'selectConnection',
      );
    case 'noBalance':
      return words(
        'error',
        l10n.t('{0}: the balance of this key is used up{1}.', name, said),
        l10n.t('Top it up with the service, or set another key.'),
        'setKey',
        'retry',
      );
    case 'forbidden':
      return words(
        'error',
        l10n.t('{0}: this needs access that the key does not have{1}.', name, said),
        l10n.t('Private lists, invite-only communities and protected accounts cannot be read.'),
        'showAnswer',
      );
    case 'rateLimited':
      return words(
        'warning',
        rateSentence(error, name),
        l10n.t('Other calls with this key wait as well.'),
        // while the hold lasts, trying again would only be refused here
        ...(error.facts.retryAt === undefined ? (['retry'] as const) : []),
      );
    case 'upstreamTimeout':
    case 'conflict':
    case 'server':
      return words(
        'error',
        l10n.t('{0}: the service failed with status {1}{2}.', name, error.exchange?.status ?? 0, said),
        l10n.t('Try again in a while.'),
        'retry',
        'showAnswer',
      );
    case 'noResults':
      return words('information', l10n.t('{0}: no results.', name), l10n.t('Use fewer or other words.'));
    case 'redirect':
      return words(
        'error',
        l10n.t(
          '{0}: the address answers with a redirect, which is never followed, so that the key stays where it belongs.',
          name,
        ),
        l10n.t('Set API Key… asks for the address that the service gives.'),
        'setKey',
        'showLog',
      );
    case 'unexpectedStatus':
      return words(
        'error',
        l10n.t('{0}: the service answered with status {1}{2}.', name, error.exchange?.status ?? 0, said),
        l10n.t('Check the address of the connection: Set API Key… asks for it.'),
        'setKey',
        'showAnswer',
        'showLog',
      );
    case 'network':
      return words(
        'error',
        l10n.t('{0}: the service could not be reached{1}.', name, codeOf(error)),
        l10n.t('Check the network and the address; what is kept can still be read.'),
        'retry',
        'showLog',
      );
    case 'certificate':
      return words(
        'error',
        l10n.t('{0}: the certificate of the address is not trusted{1}.', name, codeOf(error)),
        l10n.t('Check the address, or the certificates of this machine.'),
        'showLog',
      );
    case 'interrupted':
      return words(
        'error',
        l10n.t('{0}: the connection broke before the whole answer was here{1}.', name, codeOf(error)),
        l10n.t('It was not repeated by itself, because that may cost twice.'),
        'retry',
        'showAnswer',
      );
    case 'timeout':
      return words(
        'error',
        l10n.t('{0}: no whole answer came in time.', name),
        l10n.t('It was not repeated by itself, because that may cost twice.'),
        'retry',
      );
    case 'cancelled':
      return words('information', l10n.t('{0}: cancelled.', name), '');
    case 'tooLarge':
      return words(
        'error',
        l10n.t('{0}: the answer is larger than this extension takes.', name),
        l10n.t('What had arrived can be shown.'),
        'showAnswer',
      );
    case 'shape':
      return words(
        'error',
        l10n.t('{0}: an answer came, but it is not readable JSON.', name),
        l10n.t('A network that asks to log in first can cause this.'),
        'showAnswer',
        'retry',
      );
  }
}

function saidByService(error: SocialDataError): string {
  const said = error.facts.said?.trim();
  return said === undefined || said === '' ? '' : ` (${foreignText(said).replace(/[.\s]+$/, '')})`;
}

function codeOf(error: SocialDataError): string {
  return error.facts.code === undefined ? '' : ` (${error.facts.code})`;
}

function storageSentence(error: SocialDataError, name: string): string {
  return vscode.l10n.t('{0} was not called: this machine cannot keep what it costs or answers{1}.', name, codeOf(error));
}

function rateSentence(error: SocialDataError, name: string): string {
  const { retryAt } = error.facts;
  return retryAt === undefined
    ? vscode.l10n.t('{0}: too many calls; the service asks to wait.', name)
    : vscode.l10n.t('{0}: too many calls; the service takes calls again at {1}.', name, new Date(retryAt).toLocaleString());
}
