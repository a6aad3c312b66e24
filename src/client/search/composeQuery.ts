import {
  type FilterDefinition,
  filterDefinitions as rows,
  type FilterKey,
  type SearchFilters,
  findFilterByKey,
} from './filters.ts';
import { resolvePlusSigns } from './tokenizeQuery.ts';

interface LenientFiltersResult {
  readonly filters: SearchFilters;
  /** What it would pass over, in the order it was given. */
  readonly ignored: readonly IgnoredFilter[];
}

export interface IgnoredFilter {
  readonly key: string;
  /** `members`: of a list, some; the others count. */
  readonly why: 'unknown' | 'type' | 'members';
}

export interface ComposedFilter {
  readonly filter: FilterKey;
  readonly text: string;
}

/**
 * The final query text as the service composes it: the text, one space, the operators of the filters in
 * the order of the reference (assumptions 5.12, 5.13). A blank text counts for nothing; `+` in the text is
 * read as the service reads it, and not again: parse the result with parseQueryTokens(tokenize(…)), for a `+`
 * that a filter brought is itself. Values are taken as they are: see checkQuery for whether they are right.
 * Its length in UTF-16 units is what the service limits (assumption 5.12).
 */
export function composeQuery(text: string, filters: SearchFilters = {}): string {
  const written = resolvePlusSigns(text).text;
  const parts = composeFilters(filters).map((part) => part.text);
  return [...(written.trim() === '' ? [] : [written]), ...parts].join(' ');
}

/** What each filter that is set adds; those that add nothing (false, an empty array) are left out. */
export function composeFilters(filters: SearchFilters): readonly ComposedFilter[] {
  return rows.flatMap((row) => {
    const text = composeFilter(row, filters[row.key]);
    return text === '' ? [] : [{ filter: row.key, text }];
  });
}

function composeFilter(filter: FilterDefinition, value: unknown): string {
  switch (filter.type) {
    case 'boolean':
      return value === true ? filter.operator : '';
    case 'number':
      return typeof value === 'number' ? filter.compose(value) : '';
    case 'string':
      return typeof value === 'string' ? filter.compose(value) : '';
    case 'string[]': {
      const items = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
      return items.length === 0 ? '' : filter.compose(items);
    }
  }
}

export function isFiltersObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads `filters` as leniently as the service: unknown keys, values of a wrong type and array items that
 * are not strings are passed over (assumptions 5.15 to 5.17). Formats are not looked at. Undefined and
 * anything but an object hold no filter.
 */
export function readFiltersLeniently(value: unknown): LenientFiltersResult {
  const stored: Record<string, unknown> = {};
  const ignored: IgnoredFilter[] = [];
  for (const [key, given] of Object.entries(isFiltersObject(value) ? value : {})) {
    if (given === undefined) continue;
    const filter = findFilterByKey(key);
    const read = filter === undefined ? undefined : readValue(filter, given);
    if (read !== undefined) stored[key] = read;
    if (read === undefined) ignored.push({ key, why: filter === undefined ? 'unknown' : 'type' });
    else if (Array.isArray(given) && Array.isArray(read) && read.length < given.length) ignored.push({ key, why: 'members' });
  }
  return { filters: stored, ignored };
}

function readValue(filter: FilterDefinition, given: unknown): unknown {
  if (filter.type !== 'string[]') return typeof given === filter.type ? given : undefined;
  return Array.isArray(given) ? given.filter((item) => typeof item === 'string') : undefined;
}
