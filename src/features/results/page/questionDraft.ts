import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { checkQuery } from '../../../client/search/checkQuery.ts';
import { getSearchFaultSeverity } from '../../../client/search/faults.ts';
import type { ShownQuestion, QuestionPriceAndFaults, QuestionField } from '../resultsContract.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';

/** Empty if the request may be sent. Faults are shown at their fields. */
export function describeCallBlocker(
  { draft, quote: { faults } }: { readonly draft: FieldTexts; readonly quote: QuestionPriceAndFaults },
  { isSearch, fields }: ShownQuestion,
): string {
  if (isSearch && (draft['searchItem'] ?? '').trim() === '') {
    return l10n.t('Enter a query to search.');
  }
  if (isSearch && checkQuery(draft['searchItem'] ?? '').some((fault) => getSearchFaultSeverity(fault) === 'error')) {
    return l10n.t('Correct the query.');
  }
  const named = isSearch ? [] : fields.filter(({ name }) => faults.some(({ field }) => field === name));
  const missing = named.filter(({ name }) => (draft[name] ?? '') === '');
  const titles = (some: readonly QuestionField[]) => some.map(({ title }) => translateTableText(title)).join(', ');
  if (missing.length > 0) {
    return l10n.t('Enter {0}.', titles(missing));
  }
  return named.length > 0 ? l10n.t('Correct {0}.', titles(named)) : (faults[0]?.message ?? '');
}

/**
 * What the loaded records answer, in words, where the fields ask something else by now: more would be loaded of that.
 * @returns empty where both ask the same
 */
export function formatEarlierQuestion({ isSearch, fields }: ShownQuestion, asked: FieldTexts, draft: FieldTexts): string {
  const changed = fields.filter((field) => getEffectiveFieldText(field, asked) !== getEffectiveFieldText(field, draft));
  return changed
    .map((field) => {
      const text = getEffectiveFieldText(field, asked) || '–';
      const shown = field.choices.length > 0 ? translateTableText(text) : text;
      return isSearch ? shown : `${translateTableText(field.title)}: ${shown}`;
    })
    .join(' · ');
}

/** What the service takes: where nothing is written, its own default. Blanks around it are not sent. */
function getEffectiveFieldText({ name, serviceDefault }: QuestionField, texts: FieldTexts): string {
  const text = (texts[name] ?? '').trim();
  return text === '' ? serviceDefault : text;
}
