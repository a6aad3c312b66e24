import { resolvePlusSigns, type QueryToken, type TextSpan, type QueryTokenOfKind, tokenizeQuery } from './tokenizeQuery.ts';

type OperandToken = QueryTokenOfKind<'word' | 'hashtag' | 'mention' | 'phrase' | 'operator'>;

/** A query as a tree. Every node has its span in the text, so the text can be changed in place. */
export type QueryNode =
  | OperandToken
  | (TextSpan &
      (
        | { readonly kind: 'not'; readonly operand: QueryNode }
        /** Parentheses; `body` is null if they are empty. */
        | { readonly kind: 'group'; readonly body: QueryNode | null }
        /** Two or more adjacent operands, all of which must match. */
        | { readonly kind: 'and'; readonly operands: readonly QueryNode[] }
        /** Two or more operands joined by OR, which binds weaker than `and`. */
        | { readonly kind: 'or'; readonly operands: readonly QueryNode[] }
      ));

/** The parser continues after each problem. */
export interface QueryProblem extends TextSpan {
  readonly code: 'unclosedQuote' | 'unmatchedOpen' | 'unmatchedClose' | 'danglingOr' | 'emptyGroup';
}

/** `root` is null for blank text. Problems are in text order. */
export interface ParsedQuery {
  readonly root: QueryNode | null;
  readonly problems: readonly QueryProblem[];
}

interface ParenthesisLevel {
  readonly opener: TextSpan | undefined;
  readonly alternatives: QueryNode[][];
  operands: QueryNode[];
  /** Minus signs before the next operand. */
  minuses: TextSpan[];
  lastOr: TextSpan | undefined;
}

/**
 * Parses query text, with `+` resolved. Never throws. Adjacent terms bind tighter than `OR`, a minus tighter than both
 * (assumption 5.32). Not recursive, so a million parentheses are safe.
 */
export function parseQuery(text: string): ParsedQuery {
  return parseQueryTokens(tokenizeQuery(resolvePlusSigns(text).text));
}

export function parseQueryTokens(tokens: readonly QueryToken[]): ParsedQuery {
  const problems: QueryProblem[] = [];
  const outermost = createParenthesisLevel(undefined);
  const inner: ParenthesisLevel[] = [];
  for (const token of tokens) {
    const level = inner.at(-1) ?? outermost;
    switch (token.kind) {
      case 'open':
        inner.push(createParenthesisLevel(token));
        break;
      case 'close': {
        const closed = inner.pop();
        if (closed === undefined) problems.push(createQueryProblem('unmatchedClose', token));
        else addGroup(inner.at(-1) ?? outermost, closed, token.to, true, problems);
        break;
      }
      case 'minus':
        level.minuses.push(token);
        break;
      case 'or':
        addOr(level, token, problems);
        break;
      default:
        if ('closed' in token && !token.closed) {
          const from = token.kind === 'operator' ? token.valueFrom : token.from;
          problems.push(createQueryProblem('unclosedQuote', { from, to: token.to }));
        }
        addOperand(level, token);
    }
  }
  for (let open = inner.pop(); open !== undefined; open = inner.pop()) {
    if (open.opener !== undefined) problems.push(createQueryProblem('unmatchedOpen', open.opener));
    addGroup(inner.at(-1) ?? outermost, open, tokens.at(-1)?.to ?? 0, false, problems);
  }
  const root = buildLevelNode(outermost, problems);
  return { root, problems: problems.toSorted((a, b) => a.from - b.from) };
}

function createParenthesisLevel(opener: TextSpan | undefined): ParenthesisLevel {
  return { opener, alternatives: [], operands: [], minuses: [], lastOr: undefined };
}

function addOperand(level: ParenthesisLevel, node: QueryNode): void {
  let operand = node;
  for (const minus of level.minuses.toReversed()) {
    operand = { kind: 'not', from: minus.from, to: node.to, operand };
  }
  level.minuses = [];
  level.operands.push(operand);
}

function addOr(level: ParenthesisLevel, token: TextSpan, problems: QueryProblem[]): void {
  if (level.operands.length === 0) {
    problems.push(createQueryProblem('danglingOr', token));
    return;
  }
  level.alternatives.push(level.operands);
  level.operands = [];
  level.lastOr = token;
}

function addGroup(
  outer: ParenthesisLevel,
  level: ParenthesisLevel,
  to: number,
  isClosed: boolean,
  problems: QueryProblem[],
): void {
  const from = level.opener?.from ?? 0;
  const body = buildLevelNode(level, problems);
  if (body === null && isClosed) problems.push(createQueryProblem('emptyGroup', { from, to }));
  addOperand(outer, { kind: 'group', from, to, body });
}

function buildLevelNode(level: ParenthesisLevel, problems: QueryProblem[]): QueryNode | null {
  if (level.operands.length > 0) level.alternatives.push(level.operands);
  else if (level.lastOr !== undefined) problems.push(createQueryProblem('danglingOr', level.lastOr));
  return joinOperands(
    'or',
    level.alternatives.map((operands) => joinOperands('and', operands)).filter((node) => node !== null),
  );
}

function joinOperands(kind: 'and' | 'or', operands: readonly QueryNode[]): QueryNode | null {
  const [first] = operands;
  const last = operands.at(-1);
  if (first === undefined || last === undefined) return null;
  return operands.length === 1 ? first : { kind, from: first.from, to: last.to, operands };
}

function createQueryProblem(code: QueryProblem['code'], { from, to }: TextSpan): QueryProblem {
  return { code, from, to };
}
