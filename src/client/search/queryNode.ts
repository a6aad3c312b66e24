import type { TextSpan } from './queryTokens.ts';

/**
 * The meaning of a query as a tree. Every node knows the span of the text it came from, so that a part
 * can be changed in place without touching the rest.
 */
export type QueryNode = TextSpan &
  (
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'phrase'; readonly text: string }
    | { readonly kind: 'hashtag'; readonly tag: string }
    | { readonly kind: 'mention'; readonly handle: string }
    | { readonly kind: 'operator'; readonly name: string; readonly value: string; readonly quoted: boolean }
    | { readonly kind: 'not'; readonly operand: QueryNode }
    /** Parentheses; `body` is null between empty ones. */
    | { readonly kind: 'group'; readonly body: QueryNode | null }
    /** Two or more operands side by side: all must hold. */
    | { readonly kind: 'and'; readonly operands: readonly QueryNode[] }
    /** Two or more operands joined by OR, which binds weaker than being side by side. */
    | { readonly kind: 'or'; readonly operands: readonly QueryNode[] }
  );

/** What is wrong with the form of a query; the parser goes on behind each. */
export interface QueryProblem extends TextSpan {
  readonly code: 'unclosedQuote' | 'unmatchedOpen' | 'unmatchedClose' | 'danglingOr' | 'emptyGroup';
}

/** The root is null when the text holds nothing. Problems are in the order of their positions. */
export interface ParsedQuery {
  readonly root: QueryNode | null;
  readonly problems: readonly QueryProblem[];
}
