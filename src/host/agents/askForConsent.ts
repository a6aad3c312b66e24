import * as vscode from 'vscode';
import { type ConsentQuestion, type ConsentReply, getOfferedAllowance, type ConsentRequest } from '../../app/agents/consents.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { formatKnownOrAssumedPrice } from '../../app/cost/formatPrice.ts';
import { shortenText } from '../../text/stripHiddenCharacters.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';

/**
 * Asks before requests of an agent are paid for: the only question that there is, for the confirmation of a chat is skipped by settings
 * and permission levels. It comes whenever an agent wants it, perhaps while the person types: what Enter and Escape press spends nothing.
 * @returns for these requests, or for further ones up to an amount that stands on the button
 */
export async function askForConsent(question: ConsentQuestion): Promise<ConsentReply> {
  const { l10n } = vscode;
  // VS Code gives Enter to the first button that is not its Cancel, so this one stands beside it
  const refuse = l10n.t('Do Not Allow');
  const { calls, price, isPriceKnown } = question;
  const cost = formatKnownOrAssumedPrice(price, isPriceKnown);
  const once =
    calls.length === 1 ? l10n.t('Allow Once ({0})', cost) : l10n.t('Allow These {0} ({1} at Most)', calls.length, cost);
  const amount = getOfferedAllowance(question);
  const upTo = amount === undefined ? undefined : l10n.t('Allow up to {0}', formatDollars(amount));
  const picked = await vscode.window.showWarningMessage(
    formatConsentTitle(question),
    { modal: true, detail: formatConsentDetails(question) },
    refuse,
    once,
    ...(upTo === undefined ? [] : [upTo]),
  );
  if (picked === once) {
    return 'once';
  }
  return amount !== undefined && picked === upTo ? { upTo: amount } : 'no';
}

/** Cuts longer values from an agent, so that the endpoint and the price stay visible. */
const maxParamsTextLength = 300;
const maxParamsLengthPerLine = 80;
const maxRequestLines = 5;

/** The name is in quotes, because the program chose it itself. */
function formatConsentTitle({ agent, calls }: ConsentQuestion): string {
  const { l10n } = vscode;
  const [{ endpoint }] = calls;
  const who = agent === undefined ? l10n.t('An AI agent') : `"${sanitizeForVsCode(agent)}"`;
  return calls.length === 1
    ? l10n.t('{0} wants to request {1}.', who, endpoint.title)
    : l10n.t('{0} wants to make {1} requests.', who, calls.length);
}

/** Leaves out what is shown elsewhere: the endpoint of a single request is above, the price on the button. */
function formatConsentDetails({ calls, left }: ConsentQuestion): string {
  const { l10n } = vscode;
  const more = calls.length - maxRequestLines;
  const services = new Set(calls.map(({ endpoint }) => endpoint.service));
  return [
    ...(calls.length === 1
      ? [formatConsentParams(calls[0], maxParamsTextLength)]
      : calls.slice(0, maxRequestLines).map(formatRequestLine)),
    ...(more > 0 ? [l10n.t('{0} more', more)] : []),
    l10n.t('Left of the tightest budget: {0}', formatDollars(left)),
    l10n.t('Service: {0}', [...services].join(', ')),
  ].join('\n');
}

function formatRequestLine(request: ConsentRequest): string {
  return `${request.endpoint.title} ${formatConsentParams(request, maxParamsLengthPerLine)}`;
}

function formatConsentParams({ params }: ConsentRequest, max: number): string {
  return shortenText(sanitizeForVsCode(JSON.stringify(params)), max);
}

export function describeAgentsStopped(): string {
  return vscode.l10n.t('Agents were stopped. Nothing further of theirs is sent.');
}
