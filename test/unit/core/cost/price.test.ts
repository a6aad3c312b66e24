import assert from 'node:assert/strict';
import { addMaxPrice, addQuotes, computeMaxPrice, zeroMaxPrice, toQuoteFromPrice } from '../../../../src/core/cost/cost.ts';
import {
  formatResponseCost,
  formatExpectedPrice,
  formatStoredAge,
  formatPriceWithAge,
  formatPrice,
} from '../../../../src/core/cost/formatPrice.ts';
import { emptyReceipt } from '../../../../src/client/exchange.ts';
import { madeExchange } from './madeExchange.ts';

describe('formatPrice', () => {
  for (const [name, quote, words] of [
    ['a stored response', { kind: 'stored', exchange: madeExchange() }, ''],
    ['a known price', { kind: 'known', price: 200n }, '≈$0.0002'],
    ['a call of the sandbox', { kind: 'known', price: 0n }, ''],
    ['an unknown price', { kind: 'unknown' }, 'price unknown'],
    ['no quote', undefined, 'price unknown'],
  ] as const) {
    it(`says "${words}" for ${name}`, () => {
      assert.equal(formatPrice(quote), words);
    });
  }
});

describe('the price of two requests', () => {
  const stored = { kind: 'stored', exchange: madeExchange() } as const;
  it('is the sum of both; stored responses are free, and an unknown price makes the sum unknown', () => {
    assert.deepEqual(addQuotes(toQuoteFromPrice(200n), toQuoteFromPrice(300n)), { kind: 'known', price: 500n });
    assert.deepEqual(addQuotes(stored, toQuoteFromPrice(300n)), { kind: 'known', price: 300n });
    assert.deepEqual(addQuotes(toQuoteFromPrice(200n), stored), { kind: 'known', price: 200n });
    assert.deepEqual(addQuotes(toQuoteFromPrice(200n), undefined), { kind: 'unknown' });
    assert.deepEqual(addQuotes({ kind: 'unknown' }, toQuoteFromPrice(1n)), { kind: 'unknown' });
  });
});

describe('messages about stored responses', () => {
  const now = 3 * 60_000;
  const exchange = madeExchange({ receipt: { ...emptyReceipt, price: 200n } });

  it('include their age', () => {
    assert.equal(formatStoredAge(exchange, now), 'from history, 3 min ago');
    assert.equal(formatPriceWithAge({ kind: 'stored', exchange }, now), 'from history, 3 min ago');
    assert.equal(formatPriceWithAge({ kind: 'known', price: 200n }, now), '≈$0.0002');
  });

  it('include the current and the original cost', () => {
    assert.equal(formatResponseCost({ ...exchange, from: 'history' }, now), 'from history, 3 min ago (was $0.0002)');
    assert.equal(formatResponseCost(exchange, now), '$0.0002 · 3 min ago');
  });

  it("don't include an amount for the sandbox", () => {
    const played = madeExchange({ receipt: { ...emptyReceipt, price: 200n, balance: 1_000n, isPlayMoney: true } });
    assert.equal(formatResponseCost({ ...played, from: 'history' }, now), 'free · from history, 3 min ago');
    assert.equal(formatResponseCost(played, now), 'free · 3 min ago');
  });
});

describe('computeMaxPrice', () => {
  const known = toQuoteFromPrice(200n);
  const unknown = toQuoteFromPrice(undefined);

  it('is the price times the number of requests', () => {
    assert.deepEqual(computeMaxPrice(known, 3), { calls: 3, amount: 600n });
    assert.deepEqual(computeMaxPrice({ kind: 'stored', exchange: madeExchange() }, 3), { calls: 3, amount: 0n });
  });

  it('is unknown for a request with an unknown price and for all sums that include it', () => {
    assert.deepEqual(computeMaxPrice(unknown, 2), { calls: 2, amount: undefined });
    assert.deepEqual(addMaxPrice(computeMaxPrice(known, 1), computeMaxPrice(unknown, 2)), { calls: 3, amount: undefined });
    assert.equal(formatExpectedPrice(computeMaxPrice(unknown, 2).amount), 'price unknown');
  });

  it('is zero without requests', () => {
    assert.deepEqual(computeMaxPrice(unknown, 0), zeroMaxPrice);
    assert.deepEqual(addMaxPrice(zeroMaxPrice, computeMaxPrice(known, 2)), computeMaxPrice(known, 2));
  });
});
