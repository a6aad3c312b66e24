import * as vscode from 'vscode';
import type { Exchange } from '../../client/exchange.ts';
import { runCommand } from '../shared/commands.ts';
import { toExchangeUri } from '../shared/exchangeDocuments.ts';
import { presentAge } from '../shared/presentAge.ts';
import type { Services } from '../shared/services.ts';

interface AnswerItem extends vscode.QuickPickItem {
  readonly exchange: Exchange;
}

/** Saves the answer that holds what is selected as a fixture; asks which where there are several. */
export async function saveAnswers(services: Services, exchanges: readonly Exchange[]): Promise<void> {
  const [first, second] = exchanges;
  const exchange = second === undefined ? first : await pickAnswer(exchanges);
  if (exchange !== undefined) {
    services.exchanges.put(exchange);
    await runCommand('socialData.fixtures.save', toExchangeUri(exchange, 'exact'));
  }
}

async function pickAnswer(exchanges: readonly Exchange[]): Promise<Exchange | undefined> {
  const items = exchanges.map((exchange, page): AnswerItem => ({
    label: vscode.l10n.t('Page {0}', page + 1),
    description: `${presentAge(exchange.sentAt, Date.now())} · ${vscode.l10n.t('{0} bytes', exchange.body.length)}`,
    exchange,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Save as Fixture'),
    placeHolder: vscode.l10n.t('A fixture is one answer as it came. Which page?'),
  });
  return picked?.exchange;
}
