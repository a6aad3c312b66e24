import type { SearchFix } from './describeSearchFault.ts';
import type { QueryProblem } from './parseQuery.ts';
import type { QueryToken, TextSpan, QueryTokenOfKind } from './tokenizeQuery.ts';
import { findOperatorByName } from './operators.ts';

/** The text as written, as the service reads it (of the same length), and its tokens. */
export interface TokenizedQuery {
  readonly written: string;
  readonly read: string;
  readonly tokens: readonly QueryToken[];
}

/** @param fix from a check of this text */
export function applySearchFix(text: string, fix: SearchFix): string {
  return fix.edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, text: insert }) => changed.slice(0, from) + insert + changed.slice(to), text);
}

export function createReplaceFix(message: string, span: TextSpan, text: string, ...args: readonly string[]): SearchFix {
  return { title: { message, args }, edits: [{ from: span.from, to: span.to, text }] };
}

/** Suggests the nearest operator, or quotes. */
export function createUnknownOperatorFixes(
  text: TokenizedQuery,
  token: QueryTokenOfKind<'operator'>,
  nearest: string | undefined,
): readonly SearchFix[] {
  const name = { from: token.from, to: token.from + token.name.length };
  const meant = nearest === undefined ? [] : [createReplaceFix("Change to '{0}:'", name, nearest, nearest)];
  return [...meant, createQuotingFix(text, token)];
}

/** Suggests to remove the space before the value, the operator, or to quote it. */
export function createEmptyValueFixes(text: TokenizedQuery, token: QueryTokenOfKind<'operator'>): readonly SearchFix[] {
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
 * Suggests to quote a smiley, or to close or remove the parenthesis.
 * @param unmatched the positions of all unmatched parentheses
 */
export function createParenthesisFixes(
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
  // a space, so that the words on both sides stay apart
  fixes.push(createReplaceFix('Remove', problem, ' '));
  return fixes;
}

/** Suggests to close the quote at the end, or to remove it. */
export function createUnclosedQuoteFixes(text: TokenizedQuery, problem: TextSpan): readonly SearchFix[] {
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

/** Whether the run contains no matched parentheses, no operator and no start of a group. */
function canQuoteRunSafely(text: TokenizedQuery, run: TextSpan, unmatched: ReadonlySet<number>): boolean {
  if (/\([\p{L}\p{N}_]/u.test(text.read.slice(run.from, run.to))) return false;
  return text.tokens
    .filter((token) => token.from >= run.from && token.to <= run.to)
    .every((token) => {
      if (token.kind === 'open' || token.kind === 'close') return unmatched.has(token.from);
      return token.kind !== 'operator' || findOperatorByName(token.name) === undefined;
    });
}
