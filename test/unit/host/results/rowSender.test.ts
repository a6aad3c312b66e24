import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { RowSender } from '../../../../src/host/results/rowSender.ts';
import type { Row } from '../../../../src/results/table/cell.ts';

function rowsFrom(first: number, count: number): Row[] {
  return Array.from({ length: count }, (_, at) => [first + at]);
}

/** What a page has after it took in what was sent. */
function pageOf(): { readonly rows: Row[]; readonly sizes: number[]; take: (start: number, rows: readonly Row[]) => void } {
  const rows: Row[] = [];
  const sizes: number[] = [];
  return {
    rows,
    sizes,
    take: (start, slice) => {
      if (start === 0) {
        rows.length = 0;
      }
      assert.equal(start, rows.length, 'no gap and nothing twice');
      rows.push(...slice);
      sizes.push(slice.length);
    },
  };
}

describe('sending the rows of results', () => {
  it('sends a screen of rows at once and the many behind it in turns of their own', async () => {
    const all = rowsFrom(0, 5_000);
    const page = pageOf();
    new RowSender(() => all, page.take).from(0);
    assert.deepEqual(page.sizes, [200]);
    while (page.rows.length < all.length) {
      await turn();
    }
    assert.deepEqual(page.rows, all);
    assert.ok(Math.max(...page.sizes) <= 2_000);
  });

  it('says at once that there are none', () => {
    const page = pageOf();
    new RowSender(() => [], page.take).from(0);
    assert.deepEqual(page.sizes, [0]);
  });

  it('goes on with rows that are loaded while it sends', async () => {
    const all = rowsFrom(0, 3_000);
    const page = pageOf();
    const sender = new RowSender(() => all, page.take);
    sender.from(0);
    all.push(...rowsFrom(3_000, 20));
    sender.from(3_000);
    while (page.rows.length < all.length) {
      await turn();
    }
    assert.deepEqual(page.rows, all);
  });

  it('drops what is left of an older question', async () => {
    let all = rowsFrom(0, 9_000);
    const page = pageOf();
    const sender = new RowSender(() => all, page.take);
    sender.from(0);
    await turn();
    all = rowsFrom(50_000, 10);
    sender.from(0);
    await turn();
    await turn();
    assert.deepEqual(page.rows, all);
  });

  it('sends nothing more once it is stopped', async () => {
    const page = pageOf();
    const sender = new RowSender(() => rowsFrom(0, 9_000), page.take);
    sender.from(0);
    sender.stop();
    await turn();
    await turn();
    assert.deepEqual(page.sizes, [200]);
  });
});
