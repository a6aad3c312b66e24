import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createKeyBalances } from '../../../src/sandbox/billing.ts';
import { createLruByteCache } from '../../../src/sandbox/lruByteCache.ts';

describe('the balances', () => {
  it('are what was there, less every charge, plus every refund, and never below zero', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b'), price: fc.bigInt({ min: 0n, max: 900n }), refund: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const accounts = createKeyBalances(1000n);
        const model = new Map([
          ['a', 1000n],
          ['b', 1000n],
        ]);
        for (const { key, price, refund } of steps) {
          const before = model.get(key) ?? 0n;
          assert.equal(accounts.charge(key, price), before >= price);
          if (before >= price && refund) accounts.refund(key, price);
          if (before >= price && !refund) model.set(key, before - price);
          assert.equal(accounts.balance(key), model.get(key));
          assert.ok(accounts.balance(key) >= 0n);
        }
      }),
    );
  });

  it('of made-up keys do not pile up', () => {
    const accounts = createKeyBalances(10n, 3);
    for (const key of ['a', 'b', 'c', 'd']) accounts.charge(key, 4n);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => accounts.balance(key)),
      [10n, 6n, 6n, 6n],
    );
  });
});

describe('the kept answers', () => {
  it('never pass the cap, and give back what was put in', () => {
    const step = fc.record({
      key: fc.constantFrom(...'abcdefghijklmnopqrst'.split('')),
      bytes: fc.nat(3000),
      reads: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = createLruByteCache<string>(20_000);
        steps.forEach(({ key, bytes, reads }, i) => {
          if (reads) {
            assert.match(cache.get(key) ?? key, new RegExp(`^${key}`));
          } else {
            cache.set(key, `${key}${i}`, bytes);
            assert.equal(bytes < 1900 ? cache.get(key) : `${key}${i}`, `${key}${i}`);
          }
          assert.ok(cache.bytes <= 20_000 && cache.bytes >= 0);
        });
      }),
    );
  });

  it('let go of the one that was not used for longest', () => {
    const cache = createLruByteCache<number>(16_000);
    for (let i = 0; i < 10; i += 1) cache.set(`k${i}`, i, 1000);
    assert.equal(cache.get('k0'), 0);
    cache.set('k10', 10, 1000);
    assert.deepEqual(
      ['k0', 'k1', 'k2', 'k10'].map((key) => cache.get(key)),
      [0, undefined, 2, 10],
    );
  });

  it('do not hold one that would push out most others', () => {
    const cache = createLruByteCache<number>(16_000);
    cache.set('small', 1, 100);
    cache.set('large', 2, 15_000);
    assert.deepEqual([cache.get('small'), cache.get('large')], [1, undefined]);
  });
});
