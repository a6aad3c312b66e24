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
  formatSaved,
  formatSpent,
} from '../../../../src/core/cost/formatSpend.ts';

const cost = { ...noCost, exact: 1_200n };
const sum = { spent: 1_200n, unreported: 0, maybeBilled: 0, calls: 6 };

describe('spending', () => {
  it('includes the number of requests', () => {
    assert.equal(formatCallCount(1), '1 request');
    assert.equal(formatSpent({ cost, calls: 6 }), '$0.0012 for 6 requests');
  });

  it('is never an amount for the sandbox', () => {
    assert.equal(formatSandboxCalls(1), 'free · 1 request');
  });

  it('includes what history saved', () => {
    assert.equal(formatSaved({ responses: 41, paid: 9, saved: 6_400n }), '41 responses opened, 9 paid: history saved $0.0064');
    assert.equal(formatSaved({ responses: 1, paid: 0, saved: 200n }), '1 response opened, 0 paid: history saved $0.0002');
  });

  it("includes a ledger sum's assumed costs", () => {
    assert.equal(formatLedgerSum(sum), '$0.0012 for 6 requests');
    assert.equal(formatLedgerSum({ ...sum, unreported: 1 }), '≈$0.0012 for 6 requests · 1 not reported');
  });

  it('includes the budget', () => {
    assert.equal(formatSpentOfBudget(cost, 1_000_000n), '$0.0012 of $1.00');
    assert.equal(formatSpentOfBudget({ ...cost, unknownCalls: 1 }, 5_000_000n), '≈$0.0012 of $5.00');
  });

  it('is explained by the budget', () => {
    assert.match(describeWhatBudgetLimits(), /would exceed it aren't sent/);
    assert.match(getInvalidBudgetMessage(), /such as 0\.50/);
  });
});
