import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { applySearchFix, checkQuery } from '../../../../src/client/search/checkQuery.ts';
import { composeQuery } from '../../../../src/client/search/composeQuery.ts';
import { filtersSchema } from '../../../../src/client/search/filtersSchema.ts';
import { parseQuery, type QueryNode } from '../../../../src/client/search/parseQuery.ts';
import {
  type SearchFault,
  refusalStatusByFaultCode,
  describeSearchFault,
  fillPlaceholders,
} from '../../../../src/client/search/describeSearchFault.ts';
import { tokenizeQuery } from '../../../../src/client/search/tokenizeQuery.ts';
import { anyFilters, queryTexts, validFilters } from './arbitraries.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const runs = { numRuns: propertyRuns(4_000, 200) };

/** Identifies an issue, to check that a fix removes it. */
function identity({ code, from, to: _to, fixes: _fixes, ...facts }: SearchFault): string {
  return JSON.stringify({ code, from: facts.filter === undefined ? from : null, ...facts });
}

describe('the search language, for any text', () => {
  it('is checked without an exception, with issues within the text and in order', () => {
    fc.assert(
      fc.property(queryTexts, anyFilters, fc.boolean(), (text, filters, allowControlCharacters) => {
        const faults = checkQuery(text, filters, { allowControlCharacters });
        for (const { from, to } of faults) assert.ok(from >= 0 && from <= to && to <= text.length);
        const ranks = faults.filter((fault) => refusalStatusByFaultCode[fault.code] !== null).map((fault) => rankOf(fault));
        assert.deepEqual(
          ranks,
          ranks.toSorted((a, b) => a - b),
        );
      }),
      runs,
    );
  });

  it('has each issue removed by each of its fixes', () => {
    let fixed = 0;
    fc.assert(
      fc.property(queryTexts, anyFilters, (text, filters) => {
        for (const fault of checkQuery(text, filters)) {
          for (const fix of fault.fixes) {
            const after = applySearchFix(text, fix);
            const left = checkQuery(after, filters).map(identity);
            assert.ok(
              !left.includes(identity(fault)),
              `${fillPlaceholders(fix.title)} left ${identity(fault)} in ${JSON.stringify(after)}`,
            );
            fixed += 1;
          }
        }
      }),
      runs,
    );
    assert.ok(fixed > 100, `only ${fixed} fixes were tried`);
  });

  it('is described in sentences with all arguments', () => {
    fc.assert(
      fc.property(queryTexts, anyFilters, (text, filters) => {
        for (const fault of checkQuery(text, filters)) {
          for (const sentence of [describeSearchFault(fault), ...fault.fixes.map((fix) => fix.title)]) {
            const places = [...sentence.message.matchAll(/\{(\d)\}/g)].map((match) => Number(match[1]));
            assert.deepEqual(
              [...new Set(places)].toSorted((a, b) => a - b),
              [...sentence.args.keys()],
            );
          }
        }
      }),
      runs,
    );
  });

  it('is covered by its tokens except for whitespace, in order', () => {
    fc.assert(
      fc.property(queryTexts, (text) => {
        let end = 0;
        for (const { from, to } of tokenizeQuery(text)) {
          assert.ok(from >= end && to > from);
          assert.equal(text.slice(end, from).trim(), '');
          end = to;
        }
        assert.equal(text.slice(end).trim(), '');
      }),
      runs,
    );
  });

  it('is parsed to nodes with spans inside their parents', () => {
    fc.assert(
      fc.property(queryTexts, (text) => {
        const { root } = parseQuery(text);
        if (root !== null) assertNested(root, 0, text.length);
      }),
      runs,
    );
  });
});

describe('valid filters', () => {
  it('pass the check and the schema, and so does their composed text', () => {
    fc.assert(
      fc.property(validFilters, (filters) => {
        assert.deepEqual(checkQuery('cats', filters), []);
        assert.equal(filtersSchema.safeParse(filters).success, true);
        const composed = composeQuery('cats', filters);
        // a + in a filter is literal; in the text it could be a space
        assert.deepEqual(
          checkQuery(composed.replaceAll('+', 'p')).filter((fault) => refusalStatusByFaultCode[fault.code] !== null),
          [],
        );
      }),
      runs,
    );
  });
});

/** Operator names and values are one check with one rank. */
function rankOf(fault: SearchFault): number {
  return Object.keys(refusalStatusByFaultCode).indexOf(fault.code === 'emptyOperatorValue' ? 'unknownOperator' : fault.code);
}

function assertNested(node: QueryNode, from: number, to: number): void {
  assert.ok(node.from >= from && node.to <= to && node.from < node.to, JSON.stringify(node));
  switch (node.kind) {
    case 'not':
      return assertNested(node.operand, node.from, node.to);
    case 'group':
      return node.body === null ? undefined : assertNested(node.body, node.from, node.to);
    case 'and':
    case 'or':
      for (const operand of node.operands) assertNested(operand, node.from, node.to);
      return undefined;
    default:
      return undefined;
  }
}
