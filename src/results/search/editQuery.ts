import { composeFilters } from '../../client/search/composeQuery.ts';
import { type FilterKey, filterOf, type SearchFilters } from '../../client/search/filters.ts';
import type { Span } from '../../client/search/queryTokens.ts';
import { readBuilder, withoutSpans } from './readBuilder.ts';

/**
 * The text after a field of the builder was set, or emptied with undefined. What the field wrote before is changed in
 * place, its opposite goes, and the rest of the text stays as it was.
 * @param value has the format of its filter; see checkFilterValue
 * @returns the same text where a quote or parenthesis is open
 */
export function setFilter(text: string, key: FilterKey, value: SearchFilters[FilterKey]): string {
  const { entries, canEdit, isOr } = readBuilder(text);
  if (!canEdit) {
    return text;
  }
  const piece =
    value === undefined
      ? ''
      : composeFilters({ [key]: value })
          .map((part) => part.text)
          .join(' ');
  const row = filterOf(key);
  const opposite = row?.type === 'boolean' && row.opposite !== undefined ? row.opposite : undefined;
  const spans = [...entries.values()]
    .filter((entry) => entry.key === key || entry.key === opposite)
    .flatMap((entry) => entry.spans);
  const [first, ...others] = spans.toSorted((a, b) => a.from - b.from);
  if (first !== undefined) {
    return piece === '' ? withoutSpans(text, spans) : replaced(withoutSpans(text, others), first, piece);
  }
  if (piece === '') {
    return text;
  }
  // side by side binds tighter than OR: without parentheses the filter would hold for the last side only
  const whole = isOr ? `(${text.trim()})` : text.trimEnd();
  return whole === '' ? piece : `${whole} ${piece}`;
}

/** The text after the words that no field says were changed; what the fields wrote stands behind them. */
export function setWords(text: string, words: string): string {
  const { entries, canEdit } = readBuilder(text);
  if (!canEdit) {
    return text;
  }
  const pieces = [...entries.values()]
    .flatMap(({ spans }) => spans)
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to }) => text.slice(from, to));
  return [...(words.trim() === '' ? [] : [words.trim()]), ...pieces].join(' ');
}

function replaced(text: string, { from, to }: Span, piece: string): string {
  return text.slice(0, from) + piece + text.slice(to);
}
