import assert from 'node:assert/strict';
import { type Exchange, toQueryIdentity } from '../../../../src/client/exchange.ts';
import { findStoredResponse, reuseAnyAge, memoryHistory } from '../../../../src/client/policies/history.ts';
import type { ResponseReuse } from '../../../../src/client/policies/send.ts';
import { createSearchExchange } from '../../../support/createSearchExchange.ts';

describe('memoryHistory', () => {
  /** A response to the query with that name, with a body of this size. */
  const responseOf = (name: string, bytes: number, sentAt = 0): Exchange => {
    const response = createSearchExchange(sentAt, []);
    return { ...response, request: { ...response.request, target: `/${name}` }, body: new Uint8Array(bytes) };
  };
  const storedOf = (maxBytes: number | undefined, responses: readonly Exchange[]) => {
    const history = memoryHistory(maxBytes);
    responses.forEach((response) => history.put(response));
    return responses.map((response) => history.find(toQueryIdentity(response.request)) === response);
  };

  it('keeps a stored response if the new one is too large or older', () => {
    assert.deepEqual(storedOf(20, [responseOf('a', 10), responseOf('a', 21)]), [true, false]);
    assert.deepEqual(storedOf(20, [responseOf('a', 10, 2), responseOf('a', 10, 1)]), [true, false]);
    assert.deepEqual(storedOf(20, [responseOf('a', 10, 1), responseOf('a', 10, 2)]), [false, true]);
    assert.deepEqual(storedOf(20, [responseOf('a', 10, 1), responseOf('a', 10, 1)]), [false, true]);
  });

  it('returns a response since a time, or of any age', () => {
    const history = memoryHistory();
    const response = responseOf('a', 1, 1_000);
    history.put(response);
    const serves = (reuse: ResponseReuse, now = 5_000) => findStoredResponse(history, response.request, reuse, now) !== undefined;
    assert.deepEqual([serves({ since: 999 }), serves({ since: 1_000 }), serves({ since: 1_001 })], [true, true, false]);
    assert.deepEqual([serves({ maxAgeMs: 4_000 }), serves({ maxAgeMs: 3_999 })], [true, false]);
    assert.deepEqual([serves('only'), serves('never'), serves(reuseAnyAge)], [true, false, true]);
    const oldest = responseOf('b', 1, 0);
    history.put(oldest);
    assert.deepEqual(findStoredResponse(history, oldest.request, reuseAnyAge, 5_000), { ...oldest, from: 'history' });
  });

  it("drops the least recently used responses when full, and doesn't store larger responses than itself", () => {
    const history = memoryHistory(100);
    const responses = ['a', 'b', 'c', 'd'].map((name) => responseOf(name, 38));
    const stored = () => responses.map((response) => history.find(toQueryIdentity(response.request)) !== undefined);
    responses.slice(0, 3).forEach((response) => history.put(response));
    assert.deepEqual(stored(), [false, true, true, false]); // c was used last
    history.find(toQueryIdentity(responseOf('b', 0).request));
    responses.slice(3).forEach((response) => history.put(response));
    assert.deepEqual(stored(), [false, true, false, true]);
    assert.deepEqual(storedOf(10, [responseOf('a', 11)]), [false]);
  });
});
