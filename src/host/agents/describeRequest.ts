import * as vscode from 'vscode';
import type { ConsentRequest } from '../../app/agents/consents.ts';
import type { ToolPreview } from '../../app/agents/previewTool.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { describePrice, formatCountedPrice } from '../../app/cost/formatPrice.ts';
import { shorten } from '../../text/visibleText.ts';
import { foreignText } from '../shared/words/foreignText.ts';

/** Longer values of an agent are cut: the endpoint and the price have to be seen. */
const maxParams = 300;

/** What an agent asks: the endpoint, its parameters and the price. */
export function describeRequest({ endpoint, params, price, isPriceKnown, left }: ConsentRequest): string {
  const { l10n } = vscode;
  return [
    formatParams(params),
    describePrice(formatCountedPrice(price, isPriceKnown)),
    l10n.t('Left of the tightest budget: {0}', formatDollars(left)),
    l10n.t('Service: {0}', endpoint.service),
  ].join('\n');
}

/** What the confirmation of the chat says before a tool runs. */
export function describePreview({ question, price }: ToolPreview): string {
  const asked = vscode.l10n.t('{0} with {1}.', question.endpoint.title, formatParams(question.params));
  return `${asked} ${describePrice(formatCountedPrice(price.amount, price.kind === 'known'))}`;
}

/** What agents were allowed is taken back. */
export function describeStopped(): string {
  return vscode.l10n.t('Agents were stopped. Nothing further of theirs is sent.');
}

function formatParams(params: Readonly<Record<string, unknown>>): string {
  return shorten(foreignText(JSON.stringify(params)), maxParams);
}
