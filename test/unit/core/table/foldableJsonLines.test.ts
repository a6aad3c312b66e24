import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatJson } from '../../../../src/client/json/formatJson.ts';
import { type FoldableJsonLine, toFoldableJsonLines, tokenizeJsonLine } from '../../../../src/core/table/foldableJsonLines.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const linesOf = (parts: readonly FoldableJsonLine[]): readonly string[] =>
  parts.flatMap(({ line, inside, end }) => [line, ...linesOf(inside ?? []), ...(end === undefined ? [] : [end])]);
const cutJson = fc.tuple(fc.json(), fc.nat(400)).map(([json, length]) => formatJson(json).slice(0, length));

describe('foldable JSON', () => {
  it('preserves all lines and tokens if the text is cut anywhere', () => {
    const shown = fc.property(cutJson, (text) => {
      assert.equal(linesOf(toFoldableJsonLines(text)).join('\n'), text);
      for (const line of text.split('\n')) {
        assert.equal(
          tokenizeJsonLine(line)
            .map((piece) => piece.text)
            .join(''),
          line,
        );
      }
    });
    fc.assert(shown, { numRuns: propertyRuns(10_000, 200) });
  });

  it('folds lists and objects from their first to their last line', () => {
    const [root, ...others] = toFoldableJsonLines(formatJson('{"a":{"b":[1,2]},"c":{},"d":"{"}'));
    assert.deepEqual(others, []);
    assert.deepEqual([root?.line, root?.end], ['{', '}']);
    assert.deepEqual(
      root?.inside?.map(({ line, inside, end }) => [line.trim(), inside?.length, end?.trim()]),
      [
        ['"a": {', 1, '},'],
        ['"c": {},', undefined, undefined],
        ['"d": "{"', undefined, undefined],
      ],
    );
  });

  it('distinguishes names, strings, numbers, booleans, and null', () => {
    const kinds = (line: string) =>
      tokenizeJsonLine(line).flatMap(({ kind, text }) => (kind === 'other' ? [] : [`${kind} ${text}`]));
    assert.deepEqual(kinds('  "id": "15 \\" true",'), ['name "id":', 'string "15 \\" true"']);
    assert.deepEqual(kinds('"n": -1.5e+3, "t": true, null'), [
      'name "n":',
      'number -1.5e+3',
      'name "t":',
      'boolean true',
      'value null',
    ]);
    assert.deepEqual(kinds('"cut \\" off'), ['string "cut \\" off']);
  });
});
