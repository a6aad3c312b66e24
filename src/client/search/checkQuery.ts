import { checkFilterFormats, checkOppositeFilters, checkFilterKeysAndTypes } from './checkFilters.ts';
import { checkQuerySyntax } from './checkQuerySyntax.ts';
import { type ComposedFilter, composeFilters, getComposedQueryLength } from './composeQuery.ts';
import type { SearchFault, QueryTextEdit } from './faults.ts';
import { createReplaceFix, createTextEditFix } from './fixes.ts';
import { checkOrPrecedence } from './checkOrPrecedence.ts';
import { isFiltersObject, readFiltersLeniently } from './readFiltersLeniently.ts';
import { resolvePlusSigns } from './resolvePlusSigns.ts';
import type { TextSpan } from './queryTokens.ts';
import { tokenizeQuery } from './tokenizeQuery.ts';

/** The limit of the text and of the composed query, in UTF-16 units (primary reference, Limits). */
export const maxSearchQueryLength = 512;

/** Runs of control characters: U+0000–001F and U+007F–009F (assumption 5.8). */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Single halves of surrogate pairs: they have no UTF-8 form and cannot be put into an address. */
const loneSurrogates = /\p{Surrogate}+/gu;

/** A text this long is no query; one fault says so, and nobody reads a thousand more. */
const maxExamined = 2 * maxSearchQueryLength;

export interface AllowControlCharactersOption {
  /** The path `/search_v2` takes control characters. */
  readonly allowControlCharacters?: boolean;
}

/**
 * Everything wrong with a search, before it costs anything: the text and the `filters` object (any value:
 * it may come from a form, a file or a request). Never throws.
 * The faults come in the order of the service's checks, so the first one that has a status (see
 * getSearchRefusalStatus) is the one that the service would answer with (primary reference, GET /search, rules 1 to 3;
 * assumption 5.0). What the service would take comes last.
 */
export function checkQuery(text: string, filters?: unknown, options: AllowControlCharactersOption = {}): readonly SearchFault[] {
  const end = text.length;
  const given = isFiltersObject(filters) ? filters : {};
  const lenient = readFiltersLeniently(given).filters;
  const parts = composeFilters(lenient);
  const { text: read, plusIsSpace } = resolvePlusSigns(text);
  const examined = text.length > maxExamined ? undefined : { written: text, read, tokens: tokenizeQuery(read) };
  const form = examined === undefined ? { refused: [], doubtful: [] } : checkQuerySyntax(examined);
  return [
    ...findPatternSpans(text, loneSurrogates).map((span): SearchFault => ({
      code: 'notUnicode',
      ...span,
      fixes: [createReplaceFix('Remove it', span, '')],
    })),
    ...(filters === undefined || isFiltersObject(filters)
      ? []
      : [{ code: 'filtersNotObject', from: end, to: end, fixes: [] } as const]),
    ...(text.trim() === '' && parts.length === 0 ? [{ code: 'empty', from: 0, to: end, fixes: [] } as const] : []),
    ...checkOppositeFilters(given, end),
    ...(options.allowControlCharacters === true ? [] : findPatternFaults('controlCharacters', controlCharacters, text, parts)),
    ...findLengthFaults(text, Math.max(getComposedQueryLength(text, lenient), end)),
    ...findPatternFaults('bracket', /[[\]]+/g, text, parts),
    ...form.refused.filter((fault) => fault.code === 'unclosedQuote'),
    ...findComposedFilterFaults('unclosedQuote', end, parts, (part) => part.split('"').length % 2 === 0),
    ...form.refused.filter((fault) => fault.code !== 'unclosedQuote'),
    ...checkFilterFormats(given, end),
    ...checkFilterKeysAndTypes(given, end),
    ...(plusIsSpace ? [createPlusSignFault(text)] : []),
    ...form.doubtful,
    ...(examined === undefined ? [] : checkOrPrecedence(examined, parts)),
  ];
}

/** The span is what has to go: as many characters at the end as there are too many. */
function findLengthFaults(text: string, length: number): readonly SearchFault[] {
  if (length <= maxSearchQueryLength) return [];
  const from = Math.max(0, text.length - (length - maxSearchQueryLength));
  return [{ code: 'tooLong', from, to: text.length, length, limit: maxSearchQueryLength, fixes: [] }];
}

/** The places of a pattern that may not stand anywhere: in the text, or in the operators of filters. */
function findPatternFaults(
  code: 'controlCharacters' | 'bracket',
  pattern: RegExp,
  text: string,
  parts: readonly ComposedFilter[],
): readonly SearchFault[] {
  return [
    ...findPatternSpans(text, pattern).map((span): SearchFault => {
      const fix =
        code === 'bracket' ? createReplaceFix('Remove it', span, '') : createReplaceFix('Replace with a space', span, ' ');
      return { code, ...span, fixes: [fix] };
    }),
    ...findComposedFilterFaults(code, text.length, parts, (part) => findPatternSpans(part, pattern).length > 0),
  ];
}

/** Of filters whose operators are at fault: they would stand at the end of the text. */
function findComposedFilterFaults(
  code: 'controlCharacters' | 'bracket' | 'unclosedQuote',
  end: number,
  parts: readonly ComposedFilter[],
  isFaulty: (part: string) => boolean,
): readonly SearchFault[] {
  return parts.filter((part) => isFaulty(part.text)).map(({ filter }) => ({ code, from: end, to: end, filter, fixes: [] }));
}

function createPlusSignFault(text: string): SearchFault {
  const plusses = findPatternSpans(text, /\+/g);
  const edits = plusses.map((span): QueryTextEdit => ({ ...span, text: ' ' }));
  const fixes = [createTextEditFix({ message: 'Write spaces instead', args: [] }, ...edits)];
  return { code: 'plusIsSpace', from: plusses[0]?.from ?? 0, to: plusses.at(-1)?.to ?? 0, fixes };
}

function findPatternSpans(text: string, pattern: RegExp): readonly TextSpan[] {
  return Array.from(text.matchAll(pattern), (match) => ({ from: match.index, to: match.index + match[0].length }));
}
