import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { createBudget, createOverBudgetError } from '../../../../src/client/policies/budget.ts';
import type { BackgroundJob } from '../../../../src/app/session/backgroundJob.ts';
import { JobRunner } from '../../../../src/app/session/jobRunner.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { testPagedEndpoint } from '../../../support/testEndpoints.ts';

const price = 200n;

describe('jobs under a budget that is raised now and then', () => {
  it('ask for each page once, never pass the cap, and are all done in the end', async () => {
    const plans = fc.array(fc.record({ pages: fc.integer({ min: 1, max: 9 }), turns: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    const raises = fc.array(fc.bigInt({ min: 0n, max: 1_500n }), { maxLength: 6 });
    await fc.assert(fc.asyncProperty(plans, raises, run), { numRuns: propertyRuns(2_000) });
  });
});

async function run(
  plans: readonly { readonly pages: number; readonly turns: number }[],
  raises: readonly bigint[],
): Promise<void> {
  const budget = createBudget({ cap: 0n });
  const asked: string[] = [];
  let messages = 0;
  const board = new JobRunner({
    placeOf: () => ({ address: '', account: '' }),
    onParked: (parked) => {
      assert.deepEqual(parked, board.parked);
      messages += 1;
    },
    onKeyRefused: () => assert.fail('no key was refused'),
    onDearer: () => assert.fail('no price rose'),
    priceOf: () => price,
    onChange: () => undefined,
    mayUseKey: () => Promise.resolve(true),
  });
  const jobs = plans.map(({ pages, turns }, at): BackgroundJob => {
    let came = 0;
    return {
      title: `job ${at}`,
      endpoint: testPagedEndpoint,
      atMost: pages,
      closeSignal: new AbortController().signal,
      step: async () => {
        const need = { amount: price, isGuess: false };
        if (budget.room(need, undefined) === 'over') {
          throw createOverBudgetError(budget.state(), { needed: price, isPriceAssumed: false });
        }
        const reservation = budget.reserve(price, false, undefined);
        asked.push(`${at} ${came}`);
        for (let turn = 0; turn < turns; turn += 1) {
          await nextTurn();
        }
        reservation.settle(price);
        came += 1;
        return came === pages ? 'last' : 'more';
      },
      onRun: () => undefined,
      onEnd: () => undefined,
      onDropped: () => assert.fail('nothing was let go'),
    };
  });
  const total = BigInt(plans.reduce((sum, { pages }) => sum + pages, 0)) * price;
  await Promise.all(jobs.map(async (job) => await board.run(job)));
  for (const raise of [...raises, total]) {
    const { cap = 0n, spent } = budget.state();
    assert.ok(spent <= cap);
    assert.equal(spent, BigInt(asked.length) * price);
    messages = 0;
    budget.setCap(cap + raise);
    const waited = board.parked.length;
    await Promise.all(board.parked.map(async (parked) => await parked.resume()));
    assert.ok(messages <= Math.max(1, waited), `${messages} messages for ${waited} jobs`);
    assert.equal(messages > 0, board.parked.length > 0);
  }
  assert.deepEqual(board.parked, []);
  assert.equal(new Set(asked).size, asked.length);
  assert.equal(asked.length, Number(total / price));
}
