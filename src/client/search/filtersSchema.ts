import * as z from 'zod';
import { oppositeFilterPairs, checkQuery } from './checkQuery.ts';
import { type FilterDefinition, filterKeys, type FilterKey, filterDefinitions, type FilterValue } from './filters.ts';
import { type ValueFormat, type ValueFormatName, valueFormats, hasValueFormat } from './valueFormats.ts';
import { suggestSimilarName } from './suggestSimilarName.ts';
import {
  type SearchFaultCode,
  getSearchFaultSeverity,
  describeSearchFaultInPlace,
  fillPlaceholders,
} from './describeSearchFault.ts';

type FiltersShape = {
  readonly [K in FilterKey]: z.ZodExactOptional<z.ZodType<FilterValue<K>, FilterValue<K>>>;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each schema is made by its row's type, as FilterValue is; fromEntries cannot say so
const filterSchemaByKey = Object.fromEntries(
  filterDefinitions.map((row) => [row.key, createFilterSchema(row).exactOptional()]),
) as unknown as FiltersShape;

/**
 * Rejects unknown keys (suggesting the nearest name), wrong types, wrong formats, and opposite pairs before money is spent,
 * although the service would ignore the first two (primary reference, GET /search; assumptions 5.16, 5.17, 5.24).
 */
export const filtersSchema = z
  .strictObject(filterSchemaByKey, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? describeUnknownKeys(issue.keys) : undefined),
  })
  .superRefine((given: Readonly<Record<string, unknown>>, context) => {
    for (const [one, other] of oppositeFilterPairs) {
      if (given[one] !== true || given[other] !== true) continue;
      context.addIssue({ code: 'custom', path: [other], message: `can't be true together with ${one}`, input: given });
    }
  });

function createFilterSchema(row: FilterDefinition): z.ZodType {
  const { title, help, example } = row;
  switch (row.type) {
    case 'boolean':
      return z.boolean().meta({ title, help, examples: [true], serviceDefault: false });
    case 'number':
      return z
        .int('must be a whole number, 0 or more')
        .min(0, 'must be a whole number, 0 or more')
        .meta({ title, help, examples: [10] });
    case 'string':
      return createFormattedTextSchema(row.format).meta({ title, help, examples: [example ?? valueFormats[row.format].example] });
    case 'string[]':
      return z
        .array(createFormattedTextSchema(row.format))
        .meta({ title, help, examples: [[example ?? valueFormats[row.format].example]] });
  }
}

function createFormattedTextSchema(name: ValueFormatName): z.ZodString {
  const format: ValueFormat = valueFormats[name];
  const error = `must be ${format.says}`;
  return z
    .string()
    .regex(format.pattern, { error, abort: true })
    .refine((value) => hasValueFormat(value, name), error);
}

function describeUnknownKeys(keys: readonly string[]): string {
  return keys
    .map((key) => {
      const nearest = suggestSimilarName(key, filterKeys);
      return nearest === undefined ? `no filter is named ${key}` : `no filter is named ${key}: did you mean ${nearest}?`;
    })
    .join('; ');
}

/** Reported by filtersSchema, at the filter itself. */
const saidBySchema: ReadonlySet<SearchFaultCode> = new Set(['oppositePair', 'filterFormat', 'unknownFilter', 'filterType']);

/**
 * Adds every error in the text and the filters together as an issue of `searchItem` or the filter, in the order of the
 * service's checks. Leaves out warnings.
 */
export function refineSearchParams(
  params: { readonly searchItem?: string | undefined; readonly filters?: object | undefined },
  context: z.RefinementCtx,
): void {
  // rejected values are missing from the params, so further checks would be wrong
  if (context.issues.length > 0) return;
  for (const fault of checkQuery(params.searchItem ?? '', params.filters)) {
    if (getSearchFaultSeverity(fault) === 'warning' || saidBySchema.has(fault.code)) continue;
    const path = fault.filter === undefined ? ['searchItem'] : ['filters', fault.filter];
    context.addIssue({ code: 'custom', path, message: fillPlaceholders(describeSearchFaultInPlace(fault)), input: params });
  }
}
