import * as vscode from 'vscode';
import { offeredFree } from '../../app/cost/offers.ts';
import { answerKind, viewsOf } from '../../app/lookUp/answerView.ts';
import { quotePageBehind } from '../../app/session/pagedQuestion.ts';
import { formatFree } from '../../app/cost/formatCost.ts';
import { formatAnswer, formatPrice } from '../../app/cost/formatPrice.ts';
import type { CallOptions } from '../../client/client.ts';
import { endpointById } from '../../client/endpoints/table.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import { keptFirst } from '../../client/policies/history.ts';
import { toPage } from '../../client/records/toPage.ts';
import { toCommand } from '../shared/commands.ts';
import { exchangeOf, layoutOf } from '../shared/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import { isReadHere } from './actOnAnswer.ts';

const top = new vscode.Range(0, 0, 0, 0);

/** The lines above an answer: what it cost and how old it is, and what can be done with it. Never calls. */
export async function provideExchangeLenses(
  services: Services,
  { uri }: Pick<vscode.TextDocument, 'uri'>,
): Promise<readonly vscode.CodeLens[]> {
  const exchange = exchangeOf(services.exchanges, uri);
  const endpoint = exchange === undefined ? undefined : endpointById(exchange.request.endpointId);
  if (exchange === undefined || endpoint === undefined) {
    return [];
  }
  const { l10n } = vscode;
  const client = await services.client();
  const { params, format } = exchange.request;
  const quoteOf = (asked: typeof params, options: CallOptions) => client.quote(endpoint, asked, options);
  // an answer of another connection leads to no call here
  const isCurrent = services.connections.isCurrent(exchange);
  const next = isCurrent ? quotePageBehind(client, endpoint, exchange) : undefined;
  const other = format === 'raw' ? 'simple' : 'raw';
  const hasOther = isCurrent && endpoint.formats.includes(other);
  const isFree = hasOther && other === 'simple' && (await isReadHere(services, endpoint, exchange));
  const otherQuote = hasOther ? quoteOf(params, { format: other, reuse: keptFirst }) : undefined;
  const views = viewsOf(answerKind(toPage(exchange, { endpoint })));
  const hasResults = endpoint.paging !== undefined || hasList(exchange, endpoint);
  const commands: readonly (vscode.Command | false)[] = [
    toCommand('socialData.requests.showReceipt', formatAnswer(exchange, Date.now()), uri),
    views.includes('page') && toCommand('socialData.profile.open', l10n.t('Show as Page'), uri),
    hasResults && toCommand('socialData.results.open', l10n.t('Show as Results'), uri),
    exchange.value !== undefined &&
      toCommand(
        'socialData.requests.switchLayout',
        layoutOf(uri) === 'exact' ? l10n.t('Show Formatted') : l10n.t('Show Original'),
        uri,
      ),
    isCurrent &&
      exchange.from === 'history' &&
      toCommand(
        'socialData.requests.callAgain',
        l10n.t('Call Again ({0})', formatPrice(quoteOf(params, { format, reuse: 'never' }))),
        uri,
      ),
    toCommand('socialData.fixtures.save', l10n.t('Save as Fixture…'), uri),
    next !== undefined &&
      toCommand('socialData.requests.nextPage', l10n.t('Next Page ({0})', formatPrice(next.quote)), uri, offeredFree(next.quote)),
    hasOther &&
      toCommand(
        'socialData.requests.switchFormat',
        isFree
          ? l10n.t('Show Simple ({0}, read from this answer)', formatFree())
          : other === 'raw'
            ? l10n.t('Show Raw ({0})', formatPrice(otherQuote))
            : l10n.t('Show Simple ({0})', formatPrice(otherQuote)),
        uri,
        isFree ? 'only' : offeredFree(otherQuote),
      ),
    toCommand('socialData.requests.copyAsCurl', l10n.t('Copy as curl'), uri),
  ];
  return commands.filter((command) => command !== false).map((command) => new vscode.CodeLens(top, command));
}

/** Whether an answer without pages holds a list of records all the same. */
function hasList(exchange: Exchange, endpoint: Endpoint): boolean {
  const { records } = toPage(exchange, { endpoint });
  return records.length > 1 || typeof records[0]?.path?.at(-1) === 'number';
}
