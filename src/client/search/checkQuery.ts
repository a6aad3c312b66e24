import type { SearchFault, QueryTextEdit, SearchFix } from './describeSearchFault.ts';
import { type FilterDefinition, filterKeys, findFilterByKey, filterDefinitions as rows } from './filters.ts';
import { type ValueFormatName, hasValueFormat } from './valueFormats.ts';
import { suggestSimilarName } from './suggestSimilarName.ts';
import { isFiltersObject, readFiltersLeniently, type ComposedFilter, composeFilters, composeQuery } from './composeQuery.ts';
import { resolvePlusSigns, type TextSpan, type QueryTokenOfKind, tokenizeQuery, type QueryToken } from './tokenizeQuery.ts';
import { parseQueryTokens, type QueryNode, type QueryProblem } from './parseQuery.ts';
import { findOperatorByName, operatorNames } from './operators.ts';

type GivenFilters = Readonly<Record<string, unknown>>;

/** Pairs of filters that exclude each other (assumption 5.24). */
export const oppositeFilterPairs: readonly (readonly [string, string])[] = rows.flatMap((row: FilterDefinition, index) => {
  const opposite = row.type === 'boolean' ? row.opposite : undefined;
  const isFirst = rows.findIndex((other) => other.key === opposite) > index;
  return opposite !== undefined && isFirst ? [[row.key, opposite] as const] : [];
});

/** @param at the end of the text, where filter issues are reported */
function checkOppositeFilters(given: GivenFilters, at: number): readonly SearchFault[] {
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

/** Reports values of the right type but wrong format, in the reference's order (assumptions 5.16 to 5.22). */
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

/** Reports keys and values that the service would silently ignore, in the order given. */
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

/** The maximum length of the text and the composed query, in UTF-16 units (primary reference, Limits). */
export const maxSearchQueryLength = 512;

/** U+0000–001F and U+007F–009F (assumption 5.8). */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Lone surrogates can't be encoded in UTF-8 or sent. */
const loneSurrogates = /\p{Surrogate}+/gu;

/** For longer text, only the length is reported. */
const maxExamined = 2 * maxSearchQueryLength;

/**
 * Checks a search before money is spent. Never throws. Issues are in the order of the service's checks: the first with a status
 * (see refusalStatusByFaultCode) is the one that the service would return (primary reference, GET /search, rules 1 to 3;
 * assumption 5.0). Issues that the service accepts come last.
 * @param filters any value, since it may come from a form, a file, or a request
 */
export function checkQuery(
  text: string,
  filters?: unknown,
  options: { readonly allowControlCharacters?: boolean } = {},
): readonly SearchFault[] {
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
      fixes: [createReplaceFix('Remove', span, '')],
    })),
    ...(filters === undefined || isFiltersObject(filters)
      ? []
      : [{ code: 'filtersNotObject', from: end, to: end, fixes: [] } as const]),
    ...(text.trim() === '' && parts.length === 0 ? [{ code: 'empty', from: 0, to: end, fixes: [] } as const] : []),
    ...checkOppositeFilters(given, end),
    ...(options.allowControlCharacters === true ? [] : findPatternFaults('controlCharacters', controlCharacters, text, parts)),
    ...findLengthFaults(text, Math.max(composeQuery(text, lenient).length, end)),
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

/** The span covers the excess characters at the end. */
function findLengthFaults(text: string, length: number): readonly SearchFault[] {
  if (length <= maxSearchQueryLength) return [];
  const from = Math.max(0, text.length - (length - maxSearchQueryLength));
  return [{ code: 'tooLong', from, to: text.length, length, limit: maxSearchQueryLength, fixes: [] }];
}

function findPatternFaults(
  code: 'controlCharacters' | 'bracket',
  pattern: RegExp,
  text: string,
  parts: readonly ComposedFilter[],
): readonly SearchFault[] {
  return [
    ...findPatternSpans(text, pattern).map((span): SearchFault => {
      const fix = code === 'bracket' ? createReplaceFix('Remove', span, '') : createReplaceFix('Replace with spaces', span, ' ');
      return { code, ...span, fixes: [fix] };
    }),
    ...findComposedFilterFaults(code, text.length, parts, (part) => findPatternSpans(part, pattern).length > 0),
  ];
}

/** Reports issues in filter operators, at the end of the text. */
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
  const fixes = [{ title: { message: 'Replace with spaces', args: [] }, edits }];
  return { code: 'plusIsSpace', from: plusses[0]?.from ?? 0, to: plusses.at(-1)?.to ?? 0, fixes };
}

function findPatternSpans(text: string, pattern: RegExp): readonly TextSpan[] {
  return Array.from(text.matchAll(pattern), (match) => ({ from: match.index, to: match.index + match[0].length }));
}

/**
 * Finds operators that apply to one side of an OR but were meant for all: operators at an edge of the text whose other sides
 * have none, and operators that filters append. Adjacent terms bind tighter than OR (assumption 5.32).
 */
function checkOrPrecedence(text: TokenizedQuery, parts: readonly ComposedFilter[]): readonly SearchFault[] {
  const { root, problems } = parseQueryTokens(text.tokens);
  if (root?.kind !== 'or' || problems.length > 0) return [];
  const end = text.read.length;
  const added = parts.map((part) => part.text).join(' ');
  const typed = findEdgeOperatorSpans(root.operands);
  return [
    ...(typed === undefined
      ? []
      : [createPartialFilterFault(typed.span, text.read.slice(typed.span.from, typed.span.to), typed.words)]),
    ...(added === '' ? [] : [createPartialFilterFault({ from: end, to: end }, added, root)]),
  ];
}

function createPartialFilterFault(span: TextSpan, operators: string, words: TextSpan): SearchFault {
  const [open, close] = [
    { from: words.from, to: words.from, text: '(' },
    { from: words.to, to: words.to, text: ')' },
  ];
  return {
    code: 'partialFilter',
    ...{ from: span.from, to: span.to },
    operators,
    fixes: [{ title: { message: 'Add parentheses', args: [] }, edits: [open, close] }],
  };
}

/** Finds operators after the last side or before the first one, and the words on all sides. */
function findEdgeOperatorSpans(sides: readonly QueryNode[]): { readonly span: TextSpan; readonly words: TextSpan } | undefined {
  const [first, last] = [sides[0], sides.at(-1)];
  const [side, ...others] = sides.filter((one) => (one.kind === 'and' ? one.operands.some(isOperatorNode) : isOperatorNode(one)));
  // a side that is only an operator is intended: `coffee OR from:nasa`
  if (first === undefined || last === undefined || side?.kind !== 'and' || others.length > 0) return undefined;
  const { operands } = side;
  if (side === last) {
    const at = operands.findLastIndex((part) => !isOperatorNode(part)) + 1;
    return toOperatorAndWordSpans(operands.slice(at), { from: first.from, to: operands[at - 1]?.to });
  }
  if (side !== first) return undefined;
  const at = operands.findIndex((part) => !isOperatorNode(part));
  return toOperatorAndWordSpans(operands.slice(0, at), { from: operands[at]?.from, to: last.to });
}

function toOperatorAndWordSpans(
  filters: readonly QueryNode[],
  { from, to }: { readonly from: number | undefined; readonly to: number | undefined },
): { readonly span: TextSpan; readonly words: TextSpan } | undefined {
  const [first, last] = [filters[0], filters.at(-1)];
  if (first === undefined || last === undefined || from === undefined || to === undefined) return undefined;
  return { span: { from: first.from, to: last.to }, words: { from, to } };
}

function isOperatorNode(node: QueryNode): boolean {
  return node.kind === 'operator' || (node.kind === 'not' && isOperatorNode(node.operand));
}

/**
 * Finds syntax errors in the order of the service's checks: quotes, parentheses, operator names, and values (assumption 5.0,
 * checks 8 to 10); then syntax that the service accepts but that is probably not intended.
 */
function checkQuerySyntax(text: TokenizedQuery): {
  readonly refused: readonly SearchFault[];
  readonly doubtful: readonly SearchFault[];
} {
  const { problems } = parseQueryTokens(text.tokens);
  const operators = text.tokens.filter((token) => token.kind === 'operator');
  return {
    refused: [
      ...findQuoteFaults(text, problems),
      ...findParenthesisFaults(text, problems),
      ...operators.flatMap((token) => findUnknownOrEmptyFaults(text, token)),
    ],
    doubtful: [...operators.flatMap(findOperatorValueFaults), ...findMissingOperandFaults(problems)],
  };
}

function findQuoteFaults(text: TokenizedQuery, problems: readonly QueryProblem[]): readonly SearchFault[] {
  return problems
    .filter((problem) => problem.code === 'unclosedQuote')
    .map(({ from, to }) => ({ code: 'unclosedQuote', from, to, fixes: createUnclosedQuoteFixes(text, { from, to }) }));
}

function findParenthesisFaults(text: TokenizedQuery, problems: readonly QueryProblem[]): readonly SearchFault[] {
  const partnerless = problems.filter((problem) => problem.code === 'unmatchedOpen' || problem.code === 'unmatchedClose');
  const unmatched = new Set(partnerless.map((problem) => problem.from));
  return partnerless.map((problem) => ({
    code: 'unbalancedParenthesis',
    from: problem.from,
    to: problem.to,
    parenthesis: problem.code === 'unmatchedOpen' ? '(' : ')',
    fixes: createParenthesisFixes(text, problem, problems, unmatched),
  }));
}

function findUnknownOrEmptyFaults(text: TokenizedQuery, token: QueryTokenOfKind<'operator'>): readonly SearchFault[] {
  const { name, from, to } = token;
  if (findOperatorByName(name) === undefined) {
    const lower = findOperatorByName(name.toLowerCase())?.name;
    const nearest = lower ?? suggestSimilarName(name, operatorNames);
    const facts = nearest === undefined ? { name } : { name, nearest };
    return [{ code: 'unknownOperator', from, to, ...facts, fixes: createUnknownOperatorFixes(text, token, nearest) }];
  }
  if (token.value.trim() !== '') return [];
  return [{ code: 'emptyOperatorValue', from, to, name, fixes: createEmptyValueFixes(text, token) }];
}

/** The service accepts these values, but ignores them or finds no matches. */
function findOperatorValueFaults(token: QueryTokenOfKind<'operator'>): readonly SearchFault[] {
  const operator = findOperatorByName(token.name);
  const { name, value } = token;
  if (operator === undefined || value.trim() === '') return [];
  const span = { from: token.valueFrom, to: token.to };
  if (operator.format !== undefined && !hasValueFormat(value, operator.format)) {
    return [{ code: 'operatorFormat', ...span, name, value, format: operator.format, fixes: [] }];
  }
  if (operator.values === undefined || operator.values.includes(value)) return [];
  const nearest = suggestSimilarName(value, operator.values);
  if (nearest === undefined) return [{ code: 'operatorChoice', ...span, name, value, fixes: [] }];
  const fixes = [createReplaceFix("Change to '{0}'", span, nearest, nearest)];
  return [{ code: 'operatorChoice', ...span, name, value, nearest, fixes }];
}

function findMissingOperandFaults(problems: readonly QueryProblem[]): readonly SearchFault[] {
  return problems.flatMap((problem): readonly SearchFault[] => {
    const { from, to } = problem;
    if (problem.code === 'danglingOr') {
      const fixes = [createReplaceFix('Remove', problem, ''), createReplaceFix('Put in quotes', problem, '"OR"')];
      return [{ code: 'danglingOr', from, to, fixes }];
    }
    if (problem.code === 'emptyGroup')
      return [{ code: 'emptyGroup', from, to, fixes: [createReplaceFix('Remove', problem, ' ')] }];
    return [];
  });
}

/** The text as written, as the service reads it (the same length), and its tokens. */
interface TokenizedQuery {
  readonly written: string;
  readonly read: string;
  readonly tokens: readonly QueryToken[];
}

/** @param fix a fix that checkQuery returned for this text */
export function applySearchFix(text: string, fix: SearchFix): string {
  return fix.edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, text: insert }) => changed.slice(0, from) + insert + changed.slice(to), text);
}

function createReplaceFix(message: string, span: TextSpan, text: string, ...args: readonly string[]): SearchFix {
  return { title: { message, args }, edits: [{ from: span.from, to: span.to, text }] };
}

/** Suggests the nearest operator, or quotes. */
function createUnknownOperatorFixes(
  text: TokenizedQuery,
  token: QueryTokenOfKind<'operator'>,
  nearest: string | undefined,
): readonly SearchFix[] {
  const name = { from: token.from, to: token.from + token.name.length };
  const meant = nearest === undefined ? [] : [createReplaceFix("Change to '{0}:'", name, nearest, nearest)];
  return [...meant, createQuotingFix(text, token)];
}

/** Suggests removing the space before the value, removing the operator, or quoting it. */
function createEmptyValueFixes(text: TokenizedQuery, token: QueryTokenOfKind<'operator'>): readonly SearchFix[] {
  const index = text.tokens.indexOf(token);
  const next = text.tokens[index + 1];
  const joinable =
    !token.quoted &&
    (next?.kind === 'word' || next?.kind === 'mention' || next?.kind === 'phrase') &&
    text.read.slice(token.to, next.from).trim() === '' &&
    (next.kind !== 'phrase' || next.text.trim() !== '');
  const join = joinable
    ? [createReplaceFix("Remove the space after '{0}:'", { from: token.to, to: next.from }, '', token.name)]
    : [];
  return [
    ...join,
    createReplaceFix("Remove '{0}:'", { from: findStartWithMinusSigns(text, index), to: token.to }, ' ', token.name),
    createQuotingFix(text, token),
  ];
}

/**
 * Suggests quoting a smiley, or closing or removing the parenthesis.
 * @param unmatched the positions of all unmatched parentheses
 */
function createParenthesisFixes(
  text: TokenizedQuery,
  problem: QueryProblem,
  problems: readonly QueryProblem[],
  unmatched: ReadonlySet<number>,
): readonly SearchFix[] {
  const fixes: SearchFix[] = [];
  const run = findRunAround(text.read, problem);
  if (canQuoteRunSafely(text, run, unmatched)) {
    fixes.push(createReplaceFix('Put in quotes', run, `"${text.written.slice(run.from, run.to)}"`));
  }
  const inside = text.read.slice(problem.to).trim() !== '';
  if (problem.code === 'unmatchedOpen' && inside && !problems.some((other) => other.code === 'unclosedQuote')) {
    const open = problems.filter((other) => other.code === 'unmatchedOpen' && other.from >= problem.from);
    const end = { from: text.read.length, to: text.read.length };
    fixes.push(createReplaceFix('Close at the end', end, ')'.repeat(open.length)));
  }
  // a space keeps the words on both sides apart
  fixes.push(createReplaceFix('Remove', problem, ' '));
  return fixes;
}

/** Suggests closing the quote at the end, or removing it. */
function createUnclosedQuoteFixes(text: TokenizedQuery, problem: TextSpan): readonly SearchFix[] {
  const end = text.written.length;
  const remove = createReplaceFix('Remove', { from: problem.from, to: problem.from + 1 }, '');
  const close = createReplaceFix('Close at the end', { from: end, to: end }, '"');
  return problem.from === end - 1 ? [remove] : [close, remove];
}

function createQuotingFix(text: TokenizedQuery, token: QueryTokenOfKind<'operator'>): SearchFix {
  const inner = text.written.slice(token.from, token.to).replaceAll('"', '');
  return createReplaceFix('Put in quotes', token, `"${inner}"`);
}

function findStartWithMinusSigns(text: TokenizedQuery, index: number): number {
  let first = index;
  while (text.tokens[first - 1]?.kind === 'minus') first -= 1;
  return text.tokens[first]?.from ?? 0;
}

/** The span extended to the next spaces or quotes. */
function findRunAround(text: string, span: TextSpan): TextSpan {
  let { from, to } = span;
  while (from > 0 && !/[\s"]/.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && !/[\s"]/.test(text.charAt(to))) to += 1;
  return { from, to };
}

/** Whether the run doesn't contain matched parentheses, operators, or the start of a group. */
function canQuoteRunSafely(text: TokenizedQuery, run: TextSpan, unmatched: ReadonlySet<number>): boolean {
  if (/\([\p{L}\p{N}_]/u.test(text.read.slice(run.from, run.to))) return false;
  return text.tokens
    .filter((token) => token.from >= run.from && token.to <= run.to)
    .every((token) => {
      if (token.kind === 'open' || token.kind === 'close') return unmatched.has(token.from);
      return token.kind !== 'operator' || findOperatorByName(token.name) === undefined;
    });
}
