import * as vscode from 'vscode';
import type { ConsentRequest } from '../../app/agents/consents.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { shorten } from '../../text/visibleText.ts';
import { foreignText } from '../shared/words/foreignText.ts';

/** Longer values of an agent are cut: the endpoint and the price have to be seen. */
const maxParams = 300;

/** Who wants what. The name is the program's own say, so it stands in quotes. */
export function describeWish({ agent, endpoint }: ConsentRequest): string {
  const { l10n } = vscode;
  return agent === undefined
    ? l10n.t('An AI agent wants to request {0}.', endpoint.title)
    : l10n.t('"{0}" wants to request {1}.', foreignText(agent), endpoint.title);
}

/** What an agent asks: the parameters and where. The endpoint stands above, the price on the button, each once. */
export function describeRequest({ endpoint, params, left }: ConsentRequest): string {
  const { l10n } = vscode;
  return [
    shorten(foreignText(JSON.stringify(params)), maxParams),
    l10n.t('Left of the tightest budget: {0}', formatDollars(left)),
    l10n.t('Service: {0}', endpoint.service),
  ].join('\n');
}

/** What agents were allowed is taken back. */
export function describeStopped(): string {
  return vscode.l10n.t('Agents were stopped. Nothing further of theirs is sent.');
}
