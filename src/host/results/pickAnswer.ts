import { pickPage } from '../shared/kept/pickPage.ts';
import type { LoadedRecords } from './loadedRecords.ts';
import type { PackedAnswer } from './packedAnswer.ts';

/**
 * Asks which of the answers is meant that hold these records, all where none is named.
 * @returns the only one unasked; undefined where there is none, or none was picked
 */
export async function pickAnswer(
  records: Pick<LoadedRecords, 'answers' | 'answersOf'>,
  rows: readonly number[],
  words: { readonly title: string; readonly placeHolder: string },
): Promise<PackedAnswer | undefined> {
  const choices = records.answersOf(rows).map((answer) => ({
    number: records.answers.indexOf(answer) + 1,
    sentAt: answer.head.sentAt,
    bodyBytes: answer.bodyBytes,
    page: answer,
  }));
  return await pickPage(choices, words);
}
