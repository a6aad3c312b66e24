import * as vscode from 'vscode';
import { presentAge } from '../shared/words/presentAge.ts';
import type { LoadedRecords } from './loadedRecords.ts';
import type { PackedAnswer } from './packedAnswer.ts';

interface AnswerItem extends vscode.QuickPickItem {
  readonly answer: PackedAnswer;
}

/**
 * Asks which of the answers is meant that hold these records, all where none is named.
 * @returns the only one unasked; undefined where there is none, or none was picked
 */
export async function pickAnswer(
  records: Pick<LoadedRecords, 'answers' | 'answersOf'>,
  rows: readonly number[],
  words: { readonly title: string; readonly placeHolder: string },
): Promise<PackedAnswer | undefined> {
  const answers = records.answersOf(rows);
  const [first, second] = answers;
  if (second === undefined) {
    return first;
  }
  const items = answers.map((answer): AnswerItem => ({
    label: vscode.l10n.t('Page {0}', records.answers.indexOf(answer) + 1),
    description: `${presentAge(answer.head.sentAt, Date.now())} · ${vscode.l10n.t('{0} bytes', answer.bodyBytes)}`,
    answer,
  }));
  return (await vscode.window.showQuickPick(items, words))?.answer;
}
