import type { ComposedFilter } from './composeQuery.ts';
import type { SearchFault } from './faults.ts';
import { type TokenizedQuery, createTextEditFix } from './fixes.ts';
import { parseQueryTokens } from './parseQuery.ts';
import type { QueryNode } from './queryNode.ts';
import type { TextSpan } from './queryTokens.ts';

/**
 * Operators that hold for one side of an OR, though they were meant for all: those at an edge of a text whose other sides have none,
 * and those that filters add behind it. Side by side binds tighter than OR (assumption 5.32).
 */
export function checkOrPrecedence(text: TokenizedQuery, parts: readonly ComposedFilter[]): readonly SearchFault[] {
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
    fixes: [createTextEditFix({ message: 'Add parentheses', args: [] }, open, close)],
  };
}

/** The operators behind the last side or in front of the first one, and the words of all sides. */
function findEdgeOperatorSpans(sides: readonly QueryNode[]): { readonly span: TextSpan; readonly words: TextSpan } | undefined {
  const [first, last] = [sides[0], sides.at(-1)];
  const [side, ...others] = sides.filter(hasOperatorNode);
  // a side of nothing but an operator is meant as one: `coffee OR from:nasa`
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

/** undefined unless there are both: operators and words. */
function toOperatorAndWordSpans(
  filters: readonly QueryNode[],
  { from, to }: { readonly from: number | undefined; readonly to: number | undefined },
): { readonly span: TextSpan; readonly words: TextSpan } | undefined {
  const [first, last] = [filters[0], filters.at(-1)];
  if (first === undefined || last === undefined || from === undefined || to === undefined) return undefined;
  return { span: { from: first.from, to: last.to }, words: { from, to } };
}

function hasOperatorNode(side: QueryNode): boolean {
  return side.kind === 'and' ? side.operands.some(isOperatorNode) : isOperatorNode(side);
}

function isOperatorNode(node: QueryNode): boolean {
  return node.kind === 'operator' || (node.kind === 'not' && isOperatorNode(node.operand));
}
