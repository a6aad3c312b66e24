import { controlCharacters, loneSurrogates } from './characters.ts';
import { checkFormats, checkOpposites, checkTypes } from './checkFilters.ts';
import { checkForm } from './checkText.ts';
import { type ComposedFilter, composeFilters, queryLength } from './composeQuery.ts';
import type { Fault, TextEdit } from './faults.ts';
import { replacing, textFix } from './fixes.ts';
import { isFiltersObject, readFilters } from './readFilters.ts';
import { readPlus } from './readPlus.ts';
import type { Span } from './queryTokens.ts';
import { tokenize } from './tokenize.ts';

/** The limit of the text and of the composed query, in UTF-16 units (primary reference, Limits). */
export const longestQuery = 512;

/** A text this long is no query; one fault says so, and nobody reads a thousand more. */
const longestExamined = 2 * longestQuery;

export interface CheckOptions {
  /** The path `/search_v2` takes control characters. */
  readonly allowControlCharacters?: boolean;
}

/**
 * Everything wrong with a search, before it costs anything: the text and the `filters` object (any value:
 * it may come from a form, a file or a request). Never throws.
 * The faults come in the order of the service's checks, so the first one that has a status (see
 * statusOf) is the one that the service would answer with (primary reference, GET /search, rules 1 to 3;
 * decisions, 5). What the service would take comes last.
 */
export function checkQuery(text: string, filters?: unknown, options: CheckOptions = {}): readonly Fault[] {
  const end = text.length;
  const given = isFiltersObject(filters) ? filters : {};
  const lenient = readFilters(given).filters;
  const parts = composeFilters(lenient);
  const { text: read, plusIsSpace } = readPlus(text);
  const form =
    text.length > longestExamined ? { refused: [], doubtful: [] } : checkForm({ written: text, read, tokens: tokenize(read) });
  return [
    ...spansOf(text, loneSurrogates).map((span): Fault => ({
      code: 'notUnicode',
      ...span,
      fixes: [replacing('Remove it', span, '')],
    })),
    ...(filters === undefined || isFiltersObject(filters) ? [] : [filtersNotObject(end)]),
    ...(text.trim() === '' && parts.length === 0 ? [empty(end)] : []),
    ...checkOpposites(given, end),
    ...(options.allowControlCharacters === true ? [] : controlFaults(text, parts)),
    ...lengthFaults(text, Math.max(queryLength(text, lenient), end)),
    ...bracketFaults(text, parts),
    ...form.refused.filter((fault) => fault.code === 'unclosedQuote'),
    ...quoteFaultsOf(parts, end),
    ...form.refused.filter((fault) => fault.code !== 'unclosedQuote'),
    ...checkFormats(given, end),
    ...checkTypes(given, end),
    ...(plusIsSpace ? [plusFault(text)] : []),
    ...form.doubtful,
  ];
}

function filtersNotObject(end: number): Fault {
  return { code: 'filtersNotObject', from: end, to: end, fixes: [] };
}

function empty(end: number): Fault {
  return { code: 'empty', from: 0, to: end, fixes: [] };
}

function controlFaults(text: string, parts: readonly ComposedFilter[]): readonly Fault[] {
  return [
    ...spansOf(text, controlCharacters).map((span): Fault => ({
      code: 'controlCharacters',
      ...span,
      fixes: [replacing('Replace with a space', span, ' ')],
    })),
    ...faultyParts(parts, (part) => spansOf(part, controlCharacters).length > 0).map((filter): Fault => ({
      code: 'controlCharacters',
      from: text.length,
      to: text.length,
      filter,
      fixes: [],
    })),
  ];
}

/** The span is what has to go: as many characters at the end as there are too many. */
function lengthFaults(text: string, length: number): readonly Fault[] {
  if (length <= longestQuery) return [];
  const from = Math.max(0, text.length - (length - longestQuery));
  return [{ code: 'tooLong', from, to: text.length, length, limit: longestQuery, fixes: [] }];
}

function bracketFaults(text: string, parts: readonly ComposedFilter[]): readonly Fault[] {
  return [
    ...spansOf(text, /[[\]]+/g).map((span): Fault => ({ code: 'bracket', ...span, fixes: [replacing('Remove it', span, '')] })),
    ...faultyParts(parts, (part) => /[[\]]/.test(part)).map((filter): Fault => ({
      code: 'bracket',
      from: text.length,
      to: text.length,
      filter,
      fixes: [],
    })),
  ];
}

function quoteFaultsOf(parts: readonly ComposedFilter[], end: number): readonly Fault[] {
  const isOdd = (part: string): boolean => part.split('"').length % 2 === 0;
  return faultyParts(parts, isOdd).map((filter) => ({ code: 'unclosedQuote', from: end, to: end, filter, fixes: [] }));
}

function plusFault(text: string): Fault {
  const plusses = spansOf(text, /\+/g);
  const edits = plusses.map((span): TextEdit => ({ ...span, text: ' ' }));
  const fixes = [textFix({ message: 'Write spaces instead', args: [] }, ...edits)];
  return { code: 'plusIsSpace', from: plusses[0]?.from ?? 0, to: plusses.at(-1)?.to ?? 0, fixes };
}

function faultyParts(parts: readonly ComposedFilter[], isFaulty: (part: string) => boolean): readonly string[] {
  return parts.filter((part) => isFaulty(part.text)).map((part) => part.filter);
}

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return Array.from(text.matchAll(pattern), (match) => ({ from: match.index, to: match.index + match[0].length }));
}
