import type { QueryNode } from '../../../client/search/queryNode.ts';

export type Test<T> = (subject: T) => boolean;

/** A part of a query that asks for something by itself. */
export type Leaf = Extract<QueryNode, { readonly kind: 'word' | 'phrase' | 'hashtag' | 'mention' | 'operator' }>;

/** Nobody nests this deep; a text of thousands of parentheses must not end the program. */
const deepest = 200;

/**
 * Makes one test of a query tree. What is nested too deep is passed over.
 * @param leafTest the test of a part; undefined where the part is passed over, negated or not (decision 5.7)
 * @returns undefined when nothing in the tree constrains anything
 */
export function compileQuery<T>(
  node: QueryNode | null,
  leafTest: (leaf: Leaf) => Test<T> | undefined,
  depth = 0,
): Test<T> | undefined {
  if (node === null || depth > deepest) {
    return undefined;
  }
  switch (node.kind) {
    case 'not': {
      const test = compileQuery(node.operand, leafTest, depth + 1);
      return test === undefined ? undefined : (subject) => !test(subject);
    }
    case 'group':
      return compileQuery(node.body, leafTest, depth + 1);
    case 'and': {
      const tests = node.operands.flatMap((operand) => compileQuery(operand, leafTest, depth + 1) ?? []);
      return tests.length === 0 ? undefined : (subject) => tests.every((test) => test(subject));
    }
    case 'or': {
      const tests = node.operands.flatMap((operand) => compileQuery(operand, leafTest, depth + 1) ?? []);
      return tests.length === 0 ? undefined : (subject) => tests.some((test) => test(subject));
    }
    case 'word':
    case 'phrase':
    case 'hashtag':
    case 'mention':
    case 'operator':
      return leafTest(node);
  }
}

/** Every leaf that is not negated. */
export function positiveLeaves(node: QueryNode | null, depth = 0): readonly Leaf[] {
  if (node === null || node.kind === 'not' || depth > deepest) {
    return [];
  }
  switch (node.kind) {
    case 'group':
      return positiveLeaves(node.body, depth + 1);
    case 'and':
    case 'or':
      return node.operands.flatMap((operand) => positiveLeaves(operand, depth + 1));
    case 'word':
    case 'phrase':
    case 'hashtag':
    case 'mention':
    case 'operator':
      return [node];
  }
}
