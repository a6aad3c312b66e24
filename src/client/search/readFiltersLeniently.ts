import { type FilterDefinition, findFilterByKey, type SearchFilters } from './filters.ts';

export interface LenientFiltersResult {
  readonly filters: SearchFilters;
  /** What it would pass over, in the order it was given. */
  readonly ignored: readonly IgnoredFilter[];
}

export interface IgnoredFilter {
  readonly key: string;
  /** `members`: of a list, some; the others count. */
  readonly why: 'unknown' | 'type' | 'members';
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
  const kept: Record<string, unknown> = {};
  const ignored: IgnoredFilter[] = [];
  for (const [key, given] of Object.entries(isFiltersObject(value) ? value : {})) {
    if (given === undefined) continue;
    const filter = findFilterByKey(key);
    const read = filter === undefined ? undefined : readValue(filter, given);
    if (read !== undefined) kept[key] = read;
    if (read === undefined) ignored.push({ key, why: filter === undefined ? 'unknown' : 'type' });
    else if (Array.isArray(given) && Array.isArray(read) && read.length < given.length) ignored.push({ key, why: 'members' });
  }
  return { filters: kept, ignored };
}

function readValue(filter: FilterDefinition, given: unknown): unknown {
  if (filter.type !== 'string[]') return typeof given === filter.type ? given : undefined;
  return Array.isArray(given) ? given.filter((item) => typeof item === 'string') : undefined;
}
