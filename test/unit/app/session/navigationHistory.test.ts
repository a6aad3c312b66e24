import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NavigationHistory } from '../../../../src/app/session/navigationHistory.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

describe('the places that a view was at', () => {
  it('are gone back to and forward again, until another one is opened', () => {
    const history = new NavigationHistory<string>();
    history.leave(undefined);
    assert.equal(history.canGoBack, false);
    history.leave('a');
    history.leave('b');
    assert.equal(history.back('c'), 'b');
    assert.equal(history.back('b'), 'a');
    assert.equal(history.back('a'), undefined);
    assert.equal(history.forward('a'), 'b');
    assert.equal(history.canGoForward, true);
    history.leave('b');
    assert.equal(history.canGoForward, false);
    assert.equal(history.back('d'), 'b');
  });

  it('are, by any steps, what a list with a cursor holds', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('open', 'back', 'forward'), { maxLength: 40 }), (steps) => {
        const history = new NavigationHistory<number>();
        let list = [0];
        let at = 0;
        for (const step of steps) {
          const here = list[at];
          if (step === 'open') {
            history.leave(here);
            list = [...list.slice(0, at + 1), list.length * 100 + at];
            at += 1;
          } else {
            const place = step === 'back' ? history.back(here) : history.forward(here);
            const next = step === 'back' ? at - 1 : at + 1;
            assert.equal(place, list[next]);
            at = list[next] === undefined ? at : next;
          }
          assert.deepEqual([history.canGoBack, history.canGoForward], [at > 0, at < list.length - 1]);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('are not more than a person goes back', () => {
    const history = new NavigationHistory<number>();
    for (let at = 0; at < 1_000; at += 1) {
      history.leave(at);
    }
    let count = 0;
    while (history.back(-1) !== undefined) {
      count += 1;
    }
    assert.equal(count, 50);
  });
});
