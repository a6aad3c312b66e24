import * as vscode from 'vscode';
import { runCommand } from '../shared/commands.ts';
import { showExchange, toExchangeUri } from '../shared/kept/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import type { LoadedRecords } from './loadedRecords.ts';
import { unpackAnswer } from './packedAnswer.ts';
import { pickAnswer } from './pickAnswer.ts';

/** Saves the answer that holds what is selected as a fixture; asks which where there are several. */
export async function saveAnswer(services: Services, records: LoadedRecords, rows: readonly number[]): Promise<void> {
  const answer = await pickAnswer(records, rows, {
    title: vscode.l10n.t('Save as Fixture'),
    placeHolder: vscode.l10n.t('A fixture is one answer as it came. Which page?'),
  });
  if (answer !== undefined) {
    const exchange = unpackAnswer(answer);
    services.exchanges.put(exchange);
    await runCommand('socialData.fixtures.save', toExchangeUri(exchange, 'exact'));
  }
}

/** Opens the answer that holds what is selected as a document; asks which where there are several. */
export async function openAnswer(services: Services, records: LoadedRecords, rows: readonly number[]): Promise<void> {
  const answer = await pickAnswer(records, rows, {
    title: vscode.l10n.t('Open as JSON'),
    placeHolder: vscode.l10n.t('A document is one answer as it came. Which page?'),
  });
  if (answer !== undefined) {
    await showExchange(services, unpackAnswer(answer));
  }
}
