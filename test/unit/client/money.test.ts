import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatMoney, parseMoney } from '../../../src/client/money.ts';
import { emptyReceipt, markSandboxReceipt, readReceipt } from '../../../src/client/exchange.ts';

describe('money', () => {
  it('is parsed only from a single number', () => {
    for (const text of [
      '',
      ' ',
      '1,5',
      '.',
      'e3',
      '1e',
      '1e1000',
      '1e9',
      '+1',
      '-1',
      '0x1',
      'NaN',
      '1 ',
      ' 1',
      '1234567890',
      '$1',
      '1_000',
      '٣',
      '0.1, 0.1',
    ]) {
      assert.equal(parseMoney(text, 'up'), undefined, text);
    }
    assert.equal(parseMoney(undefined, 'up'), undefined);
    assert.equal(parseMoney('0', 'up'), 0n);
    assert.equal(parseMoney('0.00021', 'up'), 210n);
    assert.equal(parseMoney('0.5', 'up'), 500_000n);
    assert.equal(parseMoney('999999999.999999', 'down'), 999_999_999_999_999n);
  });

  it('rounds a price up and a balance down', () => {
    assert.equal(parseMoney('0.0000001', 'up'), 1n);
    assert.equal(parseMoney('0.0000001', 'down'), 0n);
    assert.equal(parseMoney('1.000000000000', 'up'), 1_000_000n);
    for (const [text, up, down] of [
      ['0.0016150000000000001', 1_616n, 1_615n],
      ['5e-05', 50n, 50n],
      ['1.5E-7', 1n, 0n],
      ['1e3', 1_000_000_000n, 1_000_000_000n],
      ['0.0002000000001', 201n, 200n],
      ['9.999700000000001', 9_999_701n, 9_999_700n],
      ['.5', 500_000n, 500_000n],
      ['1.', 1_000_000n, 1_000_000n],
      ['0e999', 0n, 0n],
      ['1e-999', 1n, 0n],
    ] as const) {
      assert.deepEqual([parseMoney(text, 'up'), parseMoney(text, 'down')], [up, down], text);
    }
  });

  it('is formatted to a string that parses to the same amount', () => {
    assert.equal(formatMoney(1_200n), '0.0012');
    assert.equal(formatMoney(0n), '0.00');
    assert.equal(formatMoney(-1_500_000n), '-1.50');
    assert.equal(formatMoney(-1n), '-0.000001');
    assert.equal(formatMoney(210n), '0.00021');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (amount) => parseMoney(formatMoney(amount), 'up') === amount),
    );
  });
});

describe('a receipt', () => {
  const of = (headers: Readonly<Record<string, readonly string[]>>) => readReceipt(new Map(Object.entries(headers)));

  it('reports undefined without headers, never 0', () => {
    const nothing = { price: undefined, balance: undefined, refunded: false, retried: false };
    assert.deepEqual([of({}), emptyReceipt], [nothing, nothing]);
    assert.equal(of({ 'x-price-per-call': [''] }).price, undefined);
  });

  it('assumes the worse case below a micro-dollar: a higher price, a lower balance', () => {
    const { price, balance } = of({ 'x-price-per-call': ['0.0000011'], 'x-remaining-balance': ['0.0000019'] });
    assert.deepEqual([price, balance], [2n, 1n]);
  });

  it('trims values, and reads two equal values as one', () => {
    const receipt = of({ 'x-refunded': ['true', ' true\t'], 'x-price-per-call': ['\t0.001 '], 'x-remaining-balance': [' 1'] });
    assert.deepEqual(receipt, { price: 1_000n, balance: 1_000_000n, refunded: true, retried: false });
  });

  it('accepts only `true` for refunded and retried', () => {
    for (const value of ['false', 'TRUE', '1', 'yes', 'true, true']) {
      assert.deepEqual([of({ 'x-refunded': [value] }).refunded, of({ 'x-retried': [value] }).retried], [false, false], value);
    }
    assert.deepEqual([of({ 'x-refunded': ['true'] }).refunded, of({ 'x-retried': ['true', 'true'] }).retried], [true, true]);
  });

  it('has one value or undefined for each header', () => {
    const priceOf = (...values: readonly string[]) => of({ 'x-price-per-call': values }).price;
    assert.deepEqual(
      [priceOf('1', '1'), priceOf('1', '2'), priceOf('1', '2', '1'), priceOf()],
      [1_000_000n, undefined, undefined, undefined],
    );
  });
});

describe('markSandboxReceipt', () => {
  it('marks only sandbox receipts as play money', () => {
    assert.deepEqual(markSandboxReceipt({ kind: 'sandbox' }, emptyReceipt), { ...emptyReceipt, isPlayMoney: true });
    for (const kind of ['direct', 'marketplace'] as const) {
      assert.equal(markSandboxReceipt({ kind }, emptyReceipt), emptyReceipt, kind);
    }
  });
});
