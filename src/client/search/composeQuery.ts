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
  /** Ignored filters, in the order given. */
  readonly ignored: readonly IgnoredFilter[];
}

export interface IgnoredFilter {
  readonly key: string;
  /** `members`: some list items; the others are used. */
  readonly why: 'unknown' | 'type' | 'members';
}

export interface ComposedFilter {
  readonly filter: FilterKey;
  readonly text: string;
}

/**
 * Composes the query like the service: the text, a space, then the filters' operators in the order of the reference
 * (assumptions 5.12, 5.13). Blank text is left out. `+` in the text is resolved; don't resolve it again in the result, where
 * filters may have added one. Values aren't checked; see checkQuery. The service limits the result's length in UTF-16 units
 * (assumption 5.12).
 */
export function composeQuery(text: string, filters: SearchFilters = {}): string {
  const written = resolvePlusSigns(text).text;
  const parts = composeFilters(filters).map((part) => part.text);
  return [...(written.trim() === '' ? [] : [written]), ...parts].join(' ');
}

/** Leaves out filters that are false or empty arrays. */
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
 * Reads `filters` like the service: ignores unknown keys, values of a wrong type, and array items that aren't strings
 * (assumptions 5.15 to 5.17). Formats aren't checked.
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
