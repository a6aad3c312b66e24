import { checkFormats, checkTypes } from '../../client/search/checkFilters.ts';
import type { Sentence } from '../../client/search/faults.ts';
import { type FilterKey, filterOf } from '../../client/search/filters.ts';
import { presentAtPlace } from '../../client/search/presentFault.ts';

/** What a field of the builder holds, before it is checked. */
export type FieldText = string | boolean;

/** A field's text as the value of its filter, or what is wrong with it. An empty field has no value. */
export type FieldReading =
  | { readonly ok: true; readonly value: string | number | boolean | readonly string[] | undefined }
  | { readonly ok: false; readonly fault: Sentence };

/** Reads a field: lists have commas or line breaks between, numbers are whole. */
export function checkFilterValue(key: FilterKey, field: FieldText): FieldReading {
  const value = toValue(key, field);
  if (value === undefined) {
    return { ok: true, value };
  }
  const [fault] = [...checkFormats({ [key]: value }, 0), ...checkTypes({ [key]: value }, 0)];
  return fault === undefined ? { ok: true, value } : { ok: false, fault: presentAtPlace(fault) };
}

/** The text that a field shows for a value of its filter. */
export function fieldText(value: string | number | boolean | readonly string[] | undefined): FieldText {
  return typeof value === 'boolean'
    ? value
    : typeof value === 'object'
      ? value.join(', ')
      : value === undefined
        ? ''
        : String(value);
}

function toValue(key: FilterKey, field: FieldText): string | number | boolean | readonly string[] | undefined {
  const row = filterOf(key);
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
