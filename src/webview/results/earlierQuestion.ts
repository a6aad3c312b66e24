import type { Question, ResultField } from '../../protocol/resultsContract.ts';
import { t } from '../shared/translate.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * What the loaded records answer, in words, where the fields ask something else by now: more would be loaded of that.
 * @param asked the texts of the question that was asked
 * @param draft the texts as they stand in the fields
 * @returns empty where both ask the same
 */
export function earlierQuestion({ isSearch, fields }: Pick<Question, 'isSearch' | 'fields'>, asked: Texts, draft: Texts): string {
  const changed = fields.filter((field) => meant(field, asked) !== meant(field, draft));
  if (changed.length === 0) {
    return '';
  }
  return isSearch
    ? fields
        .filter(({ name }) => name === 'searchItem' || name === 'category')
        .map((field) => (field.choices.length > 0 ? t(meant(field, asked)) : meant(field, asked)))
        .join(' · ')
    : changed.map((field) => `${t(field.title)}: ${meant(field, asked) === '' ? '–' : meant(field, asked)}`).join(' · ');
}

/** What the service takes: where nothing is written, its own default. Blanks around it are not sent. */
function meant({ name, serviceDefault }: ResultField, texts: Texts): string {
  const text = (texts[name] ?? '').trim();
  return text === '' ? serviceDefault : text;
}
