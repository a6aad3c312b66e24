import type { SearchFault } from './faults.ts';
import {
  createEmptyValueFixes,
  createParenthesisFixes,
  createUnclosedQuoteFixes,
  createUnknownOperatorFixes,
  type TokenizedQuery,
  createReplaceFix,
} from './fixes.ts';
import { hasValueFormat } from './valueFormats.ts';
import { suggestSimilarName } from './suggestSimilarName.ts';
import { findOperatorByName, operatorNames } from './operators.ts';
import { parseQueryTokens } from './parseQuery.ts';
import type { QueryProblem } from './queryNode.ts';
import type { QueryTokenOfKind } from './queryTokens.ts';

/**
 * The faults of the form of a query text, in the order of the service's checks: quotes, parentheses,
 * operator names and values (assumption 5.0, checks 8 to 10), then what the service takes but hardly means
 * what was wanted.
 */
export function checkQuerySyntax(text: TokenizedQuery): {
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

/** Values that the service takes without a look, and that then find nothing or are passed over. */
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
  const fixes = [createReplaceFix('Change to "{0}"', span, nearest, nearest)];
  return [{ code: 'operatorChoice', ...span, name, value, nearest, fixes }];
}

function findMissingOperandFaults(problems: readonly QueryProblem[]): readonly SearchFault[] {
  return problems.flatMap((problem): readonly SearchFault[] => {
    const { from, to } = problem;
    if (problem.code === 'danglingOr') {
      const fixes = [createReplaceFix('Remove it', problem, ''), createReplaceFix('Put it in quotes', problem, '"OR"')];
      return [{ code: 'danglingOr', from, to, fixes }];
    }
    if (problem.code === 'emptyGroup')
      return [{ code: 'emptyGroup', from, to, fixes: [createReplaceFix('Remove it', problem, ' ')] }];
    return [];
  });
}
