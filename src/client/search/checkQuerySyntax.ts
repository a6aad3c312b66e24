import type { Fault } from './faults.ts';
import {
  fixesOfEmptyValue,
  fixesOfParenthesis,
  fixesOfQuote,
  fixesOfUnknownOperator,
  type QueryText,
  createReplaceFix,
} from './fixes.ts';
import { hasFormat } from './valueFormats.ts';
import { suggestSimilarName } from './suggestSimilarName.ts';
import { operatorNamed, operatorNames } from './operators.ts';
import { parseTokens } from './parseQuery.ts';
import type { QueryProblem } from './queryNode.ts';
import type { TokenOf } from './queryTokens.ts';

/**
 * The faults of the form of a query text, in the order of the service's checks: quotes, parentheses,
 * operator names and values (assumption 5.0, checks 8 to 10), then what the service takes but hardly means
 * what was wanted.
 */
export function checkQuerySyntax(text: QueryText): { readonly refused: readonly Fault[]; readonly doubtful: readonly Fault[] } {
  const { problems } = parseTokens(text.tokens);
  const operators = text.tokens.filter((token) => token.kind === 'operator');
  return {
    refused: [
      ...quoteFaults(text, problems),
      ...parenthesisFaults(text, problems),
      ...operators.flatMap((token) => nameFaults(text, token)),
    ],
    doubtful: [...operators.flatMap(valueFaults), ...joinFaults(problems)],
  };
}

function quoteFaults(text: QueryText, problems: readonly QueryProblem[]): readonly Fault[] {
  return problems
    .filter((problem) => problem.code === 'unclosedQuote')
    .map(({ from, to }) => ({ code: 'unclosedQuote', from, to, fixes: fixesOfQuote(text, { from, to }) }));
}

function parenthesisFaults(text: QueryText, problems: readonly QueryProblem[]): readonly Fault[] {
  const partnerless = problems.filter((problem) => problem.code === 'unmatchedOpen' || problem.code === 'unmatchedClose');
  const unmatched = new Set(partnerless.map((problem) => problem.from));
  return partnerless.map((problem) => ({
    code: 'unbalancedParenthesis',
    from: problem.from,
    to: problem.to,
    parenthesis: problem.code === 'unmatchedOpen' ? '(' : ')',
    fixes: fixesOfParenthesis(text, problem, problems, unmatched),
  }));
}

function nameFaults(text: QueryText, token: TokenOf<'operator'>): readonly Fault[] {
  const { name, from, to } = token;
  if (operatorNamed(name) === undefined) {
    const lower = operatorNamed(name.toLowerCase())?.name;
    const nearest = lower ?? suggestSimilarName(name, operatorNames);
    const facts = nearest === undefined ? { name } : { name, nearest };
    return [{ code: 'unknownOperator', from, to, ...facts, fixes: fixesOfUnknownOperator(text, token, nearest) }];
  }
  if (token.value.trim() !== '') return [];
  return [{ code: 'emptyOperatorValue', from, to, name, fixes: fixesOfEmptyValue(text, token) }];
}

/** Values that the service takes without a look, and that then find nothing or are passed over. */
function valueFaults(token: TokenOf<'operator'>): readonly Fault[] {
  const operator = operatorNamed(token.name);
  const { name, value } = token;
  if (operator === undefined || value.trim() === '') return [];
  const span = { from: token.valueFrom, to: token.to };
  if (operator.format !== undefined && !hasFormat(value, operator.format)) {
    return [{ code: 'operatorFormat', ...span, name, value, format: operator.format, fixes: [] }];
  }
  if (operator.values === undefined || operator.values.includes(value)) return [];
  const nearest = suggestSimilarName(value, operator.values);
  if (nearest === undefined) return [{ code: 'operatorChoice', ...span, name, value, fixes: [] }];
  const fixes = [createReplaceFix('Change to "{0}"', span, nearest, nearest)];
  return [{ code: 'operatorChoice', ...span, name, value, nearest, fixes }];
}

function joinFaults(problems: readonly QueryProblem[]): readonly Fault[] {
  return problems.flatMap((problem): readonly Fault[] => {
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
