import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseQuery, type QueryNode } from '../../../../src/client/search/parseQuery.ts';

/** A tree as one line: and(a, not(from=b)). */
function shapeOf(node: QueryNode | null): string {
  if (node === null) return 'nothing';
  switch (node.kind) {
    case 'word':
      return node.text;
    case 'phrase':
      return `'${node.text}'`;
    case 'hashtag':
      return `tag(${node.tag})`;
    case 'mention':
      return `mention(${node.handle})`;
    case 'operator':
      return `${node.name}=${node.quoted ? `'${node.value}'` : node.value}`;
    case 'not':
      return `not(${shapeOf(node.operand)})`;
    case 'group':
      return `group(${shapeOf(node.body)})`;
    case 'and':
    case 'or':
      return `${node.kind}(${node.operands.map(shapeOf).join(', ')})`;
  }
}

/** Text, its tree, and its problems. */
function trees(...rows: readonly (readonly [text: string, tree: string, ...problems: readonly string[]])[]): void {
  for (const [text, tree, ...problems] of rows) {
    it(`${text} → ${tree}`, () => {
      const parsed = parseQuery(text);
      assert.equal(shapeOf(parsed.root), tree);
      assert.deepEqual(
        parsed.problems.map((problem) => problem.code),
        problems,
      );
    });
  }
}

describe('parseQuery', () => {
  trees(
    ['', 'nothing'],
    ['cats', 'cats'],
    ['a b', 'and(a, b)'],
    ['a OR b', 'or(a, b)'],
    ['a b OR c d', 'or(and(a, b), and(c, d))'],
    ['a OR b c OR d', 'or(a, and(b, c), d)'],
    ['(a OR b) c', 'and(group(or(a, b)), c)'],
    ['a or b', 'and(a, or, b)'],
    ['-a b', 'and(not(a), b)'],
    ['-a OR -b', 'or(not(a), not(b))'],
    ['--a', 'not(not(a))'],
    ['-(a b)', 'not(group(and(a, b)))'],
    ['-"a b"', "not('a b')"],
    ['-from:a', 'not(from=a)'],
    ['-OR', 'not(OR)'],
    ['a - b', 'and(a, -, b)'],
    ['a-b', 'a-b'],
    ['(a -)', 'group(and(a, -))'],
    ['#tag @handle $cash', 'and(tag(tag), mention(handle), $cash)'],
    ['#tag! @a.b', 'and(#tag!, @a.b)'],
    ['near:"San Francisco" x', "and(near='San Francisco', x)"],
    ['url:https://a.b/c?d=e:f', 'url=https://a.b/c?d=e:f'],
    ['from:a(b)', 'and(from=a, group(b))'],
    ['from:a"b"', "and(from=a, 'b')"],
    ['a"b"c', "and(a, 'b', c)"],
    ['note:x', 'note=x'],
    ['cats+from:a', 'and(cats, from=a)'],
    ['"from:a"', "'from:a'"],
    ['(a', 'group(a)', 'unmatchedOpen'],
    ['-(a', 'not(group(a))', 'unmatchedOpen'],
    ['a)', 'a', 'unmatchedClose'],
    ['a "b', "and(a, 'b')", 'unclosedQuote'],
    ['()', 'group(nothing)', 'emptyGroup'],
    ['OR a', 'a', 'danglingOr'],
    ['a OR', 'a', 'danglingOr'],
    ['(a OR) OR b', 'or(group(a), b)', 'danglingOr'],
  );

  it("keeps the text's spans in UTF-16 units", () => {
    assert.deepEqual(parseQuery('😀 -near:"a b"').root, {
      kind: 'and',
      from: 0,
      to: 14,
      operands: [
        { kind: 'word', from: 0, to: 2, text: '😀' },
        {
          kind: 'not',
          from: 3,
          to: 14,
          operand: { kind: 'operator', from: 4, to: 14, name: 'near', value: 'a b', valueFrom: 9, quoted: true, closed: true },
        },
      ],
    });
  });

  it('survives a hundred thousand parentheses', () => {
    assert.equal(parseQuery('('.repeat(100_000)).problems.length, 100_000);
  });
});
