import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { type Fate, type Held, pageCount } from './support/pagedService.ts';
import { Schedule } from './support/schedule.ts';
import { SessionWorld } from './support/sessionWorld.ts';
import { names, type Step } from './support/steps.ts';

const begins = Date.UTC(2027, 0, 15, 8);
const date = 'Fri, 15 Jan 2027 08:00:00 GMT';
const month = 31 * 24 * 60 * 60 * 1_000;

/** All forms of Retry-After: seconds, a date, and invalid values, which are treated as 5 seconds. */
const held: fc.Arbitrary<Held> = fc.oneof(
  fc.nat({ max: 90 }).map((seconds): Held => ({ retryAfter: String(seconds), holds: { ms: 1_000 * seconds } })),
  fc.constantFrom<Held>(
    { retryAfter: '1.5', holds: { ms: 1_500 } },
    { retryAfter: '100000', holds: { ms: 100_000_000 } },
    { retryAfter: '99999999999999999999', holds: { ms: month } },
    { retryAfter: 'Fri, 31 Dec 2999 23:59:59 GMT', holds: { ms: month } },
    { retryAfter: 'Fri, 15 Jan 2027 08:00:20 GMT', holds: { until: begins + 20_000 } },
    { retryAfter: 'Fri, 15 Jan 2027 08:00:20 GMT', date, holds: { ms: 20_000 } },
  ),
  fc
    .constantFrom(undefined, '', 'soon', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT')
    .map((retryAfter): Held => ({ retryAfter, holds: { ms: 5_000 } })),
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>('page') },
  { weight: 2, arbitrary: fc.constantFrom<Fate>('emptyPage', 'repeated', 'unpriced', 'failed', 'garbage') },
  { weight: 1, arbitrary: fc.constant<Fate>('cut') },
  { weight: 1, arbitrary: fc.constantFrom<Fate>('unauthorized', 'noBalance') },
  { weight: 3, arbitrary: fc.constantFrom<Fate>('refunded', 'notSent') },
  { weight: 4, arbitrary: held },
);
const of = fc.nat({ max: names.length - 1 });
const ms = fc.constantFrom(0, 1, 400, 3_000, 31_000, 61_000, 700_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('open', 'load', 'more', 'more', 'refresh', 'retry'), of }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('stop', 'close'), of }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('endWaiting'), of, end: fc.constantFrom('stop', 'close') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('job'), of, pages: fc.integer({ min: 2, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore'), of, restMs: fc.constantFrom(0, 0, 300) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['removeKey', 'replaceKey', 'changeAddress', 'changeKind', 'changeKindTwice', 'disconnect'] as const),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('budget'), calls: fc.option(fc.nat({ max: 4 }), { nil: undefined }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('burst'),
      calls: fc.constantFrom(3, 3, 3, 3, 40, propertyRuns(1_000)),
      isSame: fc.boolean(),
      isView: fc.boolean(),
      afterMs: fc.constantFrom(0, 1, 300, 6_000),
      end: fc.constantFrom('stop', 'close', 'removeKey', 'changeKindTwice', 'noBudget', 'nothing'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('pass'), ms }) },
);
const delay = fc.constantFrom(1, 5, 200, 2_000, 20_000);

describe('Paged sessions and conversations with random responses, faults, and actions', () => {
  it("don't send requests after Stop, store and count every response once, cost what was charged, and reach the end", async () => {
    let endedWaiting = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { minLength: 1, maxLength: 12 }),
        fc.array(delay, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(0, 0, 400),
        fc.array(fc.nat({ max: pageCount }), { minLength: names.length, maxLength: names.length }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        async (fates, delays, readyMs, loaded, steps) => {
          const schedule = new Schedule(new SessionWorld(fates, delays, readyMs));
          await schedule.begin(loaded);
          for (const one of steps) {
            await schedule.do(one);
          }
          await schedule.finish();
          await schedule.reachTheEnd();
          endedWaiting += schedule.endedWaiting;
        },
      ),
      { numRuns: propertyRuns(10_000, 120) },
    );
    assert.ok(endedWaiting > 10, `${endedWaiting} were ended while they waited`);
  });
});
