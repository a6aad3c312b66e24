import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { noCost } from '../../../../src/core/cost/cost.ts';
import {
  describeWhatBudgetLimits,
  getInvalidBudgetMessage,
  formatCallCount,
  formatLedgerSum,
  formatSpentOfBudget,
  formatSandboxCalls,
  formatSpent,
} from '../../../../src/core/cost/formatSpend.ts';

const cost = { ...noCost, exact: 1_200n };
const sum = { spent: 1_200n, unreported: 0, maybeBilled: 0, calls: 6 };

describe('what was spent', () => {
  it('is said with the calls that it was spent in', () => {
    assert.equal(formatCallCount(1), '1 request');
    assert.equal(formatSpent({ cost, calls: 6 }), '$0.0012 in 6 requests');
  });

  it('is never money where the sandbox was called', () => {
    assert.equal(formatSandboxCalls(1), 'free · 1 request');
  });

  it('is said of a sum of the ledger with what is assumed', () => {
    assert.equal(formatLedgerSum(sum), '$0.0012 in 6 requests');
    assert.equal(formatLedgerSum({ ...sum, unreported: 1 }), '≈$0.0012 in 6 requests · 1 not reported');
  });

  it('is said with the budget that it is of', () => {
    assert.equal(formatSpentOfBudget(cost, 1_000_000n), '$0.0012 of $1.00');
    assert.equal(formatSpentOfBudget({ ...cost, unknownCalls: 1 }, 5_000_000n), '≈$0.0012 of $5.00');
  });

  it('is bound by a budget, which says what it takes', () => {
    assert.match(describeWhatBudgetLimits(), /would exceed it aren't sent/);
    assert.match(getInvalidBudgetMessage(), /such as 0\.50/);
  });
});
