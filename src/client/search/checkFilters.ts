import type { SearchFault } from './describeSearchFault.ts';
import { type FilterDefinition, filterKeys, findFilterByKey, filterDefinitions as rows } from './filters.ts';
import { type ValueFormatName, hasValueFormat } from './valueFormats.ts';
import { suggestSimilarName } from './suggestSimilarName.ts';

type GivenFilters = Readonly<Record<string, unknown>>;

/** The pairs of filters that exclude each other (assumption 5.24). */
export const oppositeFilterPairs: readonly (readonly [string, string])[] = rows.flatMap((row: FilterDefinition, index) => {
  const opposite = row.type === 'boolean' ? row.opposite : undefined;
  const isFirst = rows.findIndex((other) => other.key === opposite) > index;
  return opposite !== undefined && isFirst ? [[row.key, opposite] as const] : [];
});

/** `at` is where faults of filters are put: the end of the text. */
export function checkOppositeFilters(given: GivenFilters, at: number): readonly SearchFault[] {
  return oppositeFilterPairs
    .filter(([one, other]) => given[one] === true && given[other] === true)
    .map(([one, other]) => ({
      code: 'oppositePair',
      from: at,
      to: at,
      filter: other,
      filters: [one, other],
      fixes: [],
    }));
}

/** Values of the right type and the wrong format, in the order of the reference (assumptions 5.16 to 5.22). */
export function checkFilterFormats(given: GivenFilters, at: number): readonly SearchFault[] {
  return rows.flatMap((row: FilterDefinition) =>
    listMalformedValues(row, given[row.key]).map(({ value, format }): SearchFault => ({
      code: 'filterFormat',
      from: at,
      to: at,
      filter: row.key,
      value,
      format,
      fixes: [],
    })),
  );
}

/** Keys and values that the service would pass over without a word, in the order given. */
export function checkFilterKeysAndTypes(given: GivenFilters, at: number): readonly SearchFault[] {
  return Object.entries(given).flatMap(([key, value]): readonly SearchFault[] => {
    const row = findFilterByKey(key);
    if (row === undefined) {
      const nearest = suggestSimilarName(key, filterKeys);
      const names = nearest === undefined ? { filter: key } : { filter: key, nearest };
      return [{ code: 'unknownFilter', from: at, to: at, ...names, fixes: [] }];
    }
    if (value === undefined || hasType(row, value)) return [];
    return [{ code: 'filterType', from: at, to: at, filter: key, type: row.type, fixes: [] }];
  });
}

function hasType(row: FilterDefinition, value: unknown): boolean {
  if (row.type === 'string[]') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === row.type;
}

function listMalformedValues(row: FilterDefinition, value: unknown): readonly { value: string; format: ValueFormatName }[] {
  switch (row.type) {
    case 'boolean':
      return [];
    case 'number':
      return typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0)
        ? []
        : [{ value: String(value), format: 'count' }];
    case 'string':
      return listMalformedTexts([value], row.format);
    case 'string[]':
      return Array.isArray(value) ? listMalformedTexts(value, row.format) : [];
  }
}

function listMalformedTexts(
  values: readonly unknown[],
  format: ValueFormatName,
): readonly { value: string; format: ValueFormatName }[] {
  return values
    .filter((value) => typeof value === 'string')
    .filter((value) => !hasValueFormat(value, format))
    .map((value) => ({ value, format }));
}
