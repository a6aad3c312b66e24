import { composeFilters } from '../../../client/search/composeQuery.ts';
import { type FilterKey, type SearchFilters, findFilterByKey } from '../../../client/search/filters.ts';
import { type FilterValue, readQueryFields, withoutSpans } from './readQueryFields.ts';
import { checkFilterFormats, checkFilterKeysAndTypes } from '../../../client/search/checkQuery.ts';
import { type MessageTemplate, describeSearchFaultInPlace } from '../../../client/search/describeSearchFault.ts';

/**
 * Sets a filter in a query, or removes it with undefined. Replaces an earlier value in place and removes the opposite filter.
 * @param value a valid value; see parseFilterField
 * @returns the same text if a quote or parenthesis is open
 */
export function setQueryFilter(text: string, key: FilterKey, value: SearchFilters[FilterKey]): string {
  const { entries, canEdit, isOr } = readQueryFields(text);
  if (!canEdit) {
    return text;
  }
  const piece =
    value === undefined
      ? ''
      : composeFilters({ [key]: value })
          .map((part) => part.text)
          .join(' ');
  const row = findFilterByKey(key);
  const opposite = row?.type === 'boolean' && row.opposite !== undefined ? row.opposite : undefined;
  const spans = [...entries.values()]
    .filter((entry) => entry.key === key || entry.key === opposite)
    .flatMap((entry) => entry.spans);
  const [first, ...others] = spans.toSorted((a, b) => a.from - b.from);
  if (first !== undefined) {
    if (piece === '') {
      return withoutSpans(text, spans);
    }
    const rest = withoutSpans(text, others);
    return rest.slice(0, first.from) + piece + rest.slice(first.to);
  }
  if (piece === '') {
    return text;
  }
  // AND binds tighter than OR, so without parentheses the filter would apply to the last operand only
  const whole = isOr ? `(${text.trim()})` : text.trimEnd();
  return whole === '' ? piece : `${whole} ${piece}`;
}

/** Replaces the words outside filters. The filters follow the words. */
export function setQueryWords(text: string, words: string): string {
  const { entries, canEdit } = readQueryFields(text);
  if (!canEdit) {
    return text;
  }
  const pieces = [...entries.values()]
    .flatMap(({ spans }) => spans)
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to }) => text.slice(from, to));
  return [...(words.trim() === '' ? [] : [words.trim()]), ...pieces].join(' ');
}

export type FilterFieldInput = string | boolean;

type FilterFieldResult =
  | { readonly ok: true; readonly value: FilterValue | undefined }
  | { readonly ok: false; readonly fault: MessageTemplate };

/** Lists are separated by commas or line breaks. The value of an empty field is undefined. */
export function parseFilterField(key: FilterKey, field: FilterFieldInput): FilterFieldResult {
  const value = toFilterValue(key, field);
  if (value === undefined) {
    return { ok: true, value };
  }
  const [fault] = [...checkFilterFormats({ [key]: value }, 0), ...checkFilterKeysAndTypes({ [key]: value }, 0)];
  return fault === undefined ? { ok: true, value } : { ok: false, fault: describeSearchFaultInPlace(fault) };
}

export function toFilterFieldInput(value: FilterValue | undefined): FilterFieldInput {
  return typeof value === 'boolean'
    ? value
    : typeof value === 'object'
      ? value.join(', ')
      : value === undefined
        ? ''
        : String(value);
}

function toFilterValue(key: FilterKey, field: FilterFieldInput): FilterValue | undefined {
  const row = findFilterByKey(key);
  if (typeof field === 'boolean') {
    return field ? true : undefined;
  }
  const text = field.trim();
  if (text === '' || row === undefined) {
    return undefined;
  }
  switch (row.type) {
    case 'number':
      return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    case 'string[]': {
      const items = text
        .split(/[,\n]/)
        .map((item) => item.trim())
        .filter((item) => item !== '');
      return items.length === 0 ? undefined : items;
    }
    case 'string':
      return text;
    case 'boolean':
      return true;
  }
}
