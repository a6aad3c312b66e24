import assert from 'node:assert/strict';
import { failuresOf, presentTotals, readTotals, stepTotals, sumTotals } from '../../../src/build/totals.ts';

describe('the totals of npm test', () => {
  it('count what a step counted', () => {
    assert.deepEqual(stepTotals({ code: 0, written: { passed: 3, failed: 0 } }, true), { passed: 3, failed: 0 });
    assert.deepEqual(stepTotals({ code: 1, written: { passed: 3, failed: 2 } }, true), { passed: 3, failed: 2 });
  });

  it('count each guard of a check as one test', () => {
    const written = [{ name: 'types', ok: true, ms: 5 }, { name: 'lint', ok: false, ms: 5 }, { name: 'layers' }];
    assert.deepEqual(stepTotals({ code: 1, written }, true), { passed: 1, failed: 2 });
  });

  it('take a step that crashed for at least one failure, whatever it had counted', () => {
    assert.deepEqual(stepTotals({ code: 1, written: { passed: 3, failed: 0 } }, true), { passed: 3, failed: 1 });
    assert.deepEqual(stepTotals({ code: 1, written: undefined }, true), { passed: 0, failed: 1 });
  });

  it('take a step that says nothing, or nothing readable, or ran no test, for a failure', () => {
    for (const written of [undefined, 'x', 3, null, [], {}, { passed: 1 }, { passed: -1, failed: 0 }, { passed: 0, failed: 0 }]) {
      assert.deepEqual(stepTotals({ code: 0, written }, true), { passed: 0, failed: 1 }, JSON.stringify(written));
    }
  });

  it('count a step without tests only when it fails', () => {
    assert.deepEqual(stepTotals({ code: 0, written: undefined }, false), { passed: 0, failed: 0 });
    assert.deepEqual(stepTotals({ code: 1, written: undefined }, false), { passed: 0, failed: 1 });
  });

  it('add up and end as one line', () => {
    const all = sumTotals([
      { passed: 1, failed: 2 },
      { passed: 30, failed: 0 },
    ]);
    assert.equal(presentTotals(all), '31 passed, 2 failed');
    assert.deepEqual(sumTotals([]), { passed: 0, failed: 0 });
  });

  it('name what failed: tests with their errors, or guards', () => {
    assert.deepEqual(failuresOf({ passed: 1, failed: 1, failures: ['a thread opens: Error: no'] }), [
      'a thread opens: Error: no',
    ]);
    assert.deepEqual(
      failuresOf([
        { name: 'types', ok: true },
        { name: 'lint', ok: false },
      ]),
      ['lint'],
    );
    for (const written of [undefined, 3, {}, { passed: 1, failed: 0 }]) assert.deepEqual(failuresOf(written), []);
  });

  it('are read only where both numbers are counts', () => {
    assert.deepEqual(readTotals({ passed: 1, failed: 0 }), { passed: 1, failed: 0 });
    assert.equal(readTotals({ passed: 1.5, failed: 0 }), undefined);
  });
});
