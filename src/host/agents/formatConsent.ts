import * as vscode from 'vscode';
import type { ConsentQuestion, ConsentRequest } from '../../app/agents/consents.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { shortenText } from '../../text/stripHiddenCharacters.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';

/** Longer values of an agent are cut: the endpoint and the price have to be seen. */
const maxParamsTextLength = 300;
/** Of several requests, each on a line of its own, and how many have one. */
const maxParamsLengthPerLine = 80;
const maxRequestLines = 5;

/** Who wants what. The name is the program's own say, so it stands in quotes. */
export function formatConsentTitle({ agent, calls }: ConsentQuestion): string {
  const { l10n } = vscode;
  const [{ endpoint }] = calls;
  const who = agent === undefined ? l10n.t('An AI agent') : `"${sanitizeForVsCode(agent)}"`;
  return calls.length === 1
    ? l10n.t('{0} wants to request {1}.', who, endpoint.title)
    : l10n.t('{0} wants to make {1} requests.', who, calls.length);
}

/** What an agent asks: the parameters and where. The endpoint of a single request stands above, the price on the button, each once. */
export function formatConsentDetails({ calls, left }: ConsentQuestion): string {
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

/** What agents were allowed is taken back. */
export function describeAgentsStopped(): string {
  return vscode.l10n.t('Agents were stopped. Nothing further of theirs is sent.');
}
