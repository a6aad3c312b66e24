import * as vscode from 'vscode';
import { runCommand } from '../shared/commands.ts';
import { toExchangeUri } from '../shared/kept/exchangeDocuments.ts';
import { presentAge } from '../shared/words/presentAge.ts';
import type { Services } from '../shared/services.ts';
import { type PackedAnswer, unpackAnswer } from './packedAnswer.ts';

interface AnswerItem extends vscode.QuickPickItem {
  readonly answer: PackedAnswer;
}

/** Saves the answer that holds what is selected as a fixture; asks which where there are several. */
export async function saveAnswers(services: Services, answers: readonly PackedAnswer[]): Promise<void> {
  const [first, second] = answers;
  const answer = second === undefined ? first : await pickAnswer(answers);
  if (answer !== undefined) {
    const exchange = unpackAnswer(answer);
    services.exchanges.put(exchange);
    await runCommand('socialData.fixtures.save', toExchangeUri(exchange, 'exact'));
  }
}

async function pickAnswer(answers: readonly PackedAnswer[]): Promise<PackedAnswer | undefined> {
  const items = answers.map((answer, page): AnswerItem => ({
    label: vscode.l10n.t('Page {0}', page + 1),
    description: `${presentAge(answer.head.sentAt, Date.now())} · ${vscode.l10n.t('{0} bytes', answer.bodyBytes)}`,
    answer,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Save as Fixture'),
    placeHolder: vscode.l10n.t('A fixture is one answer as it came. Which page?'),
  });
  return picked?.answer;
}
