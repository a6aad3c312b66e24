import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import type { Exchange } from '../../client/exchange.ts';
import { runCommand } from '../shared/commands.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { toExchangeUri } from '../shared/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import { getThreadDocumentUri } from './readThreadPage.ts';

/** Opens the posts of a thread that are loaded in the results. Makes no call. */
export async function openThreadAsTable({ exchanges }: Pick<Services, 'exchanges'>, answers: readonly Exchange[]): Promise<void> {
  const [first] = answers;
  if (first === undefined || answers.some(({ id }) => getThreadDocumentUri(id) !== undefined)) {
    return showRefusal(
      addNoChargeSentence(vscode.l10n.t('This thread was read from a document, not from an answer: no table was opened.')),
    );
  }
  answers.forEach((answer) => exchanges.put(answer));
  const ids = answers.map(({ id }) => id);
  await runCommand('socialData.results.open', toExchangeUri(first, 'exact'), ids);
}
