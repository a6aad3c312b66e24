import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { RowPuller } from '../../../../src/webview/results/rowPuller.ts';

const turn = async () => await new Promise((done) => setImmediate(done));

interface Asked {
  readonly series: number;
  readonly start: number;
  readonly answer: (rows: readonly number[] | undefined) => void;
  readonly refuse: () => void;
}

/** A page whose questions wait for the test's answers. */
function pulling() {
  const asked: Asked[] = [];
  const page = { rows: [] as number[] };
  const turns: (() => void)[] = [];
  const source = {
    has: () => page.rows.length,
    ask: async (series: number, start: number) =>
      await new Promise<readonly number[] | undefined>((answer, reject) => {
        asked.push({ series, start, answer, refuse: () => reject(new Error('closed')) });
      }),
    take: (rows: readonly number[]) => page.rows.push(...rows),
  };
  const puller = new RowPuller<number>(source, async () => await new Promise((done) => turns.push(done)));
  const next = (): Asked => {
    const one = asked.shift();
    assert.ok(one, 'the page has asked');
    return one;
  };
  return { puller, page, asked, next, turns };
}

describe('the rows that a page of results asks for', () => {
  it('come one message after the other, each asked for when the one before is there', async () => {
    const { puller, page, asked, next } = pulling();
    const done = puller.offer(1, 5);
    const first = next();
    await turn();
    assert.equal(asked.length, 0);
    first.answer([0, 1]);
    await turn();
    const second = next();
    assert.deepEqual([second.series, second.start], [1, 2]);
    second.answer([2, 3, 4]);
    await done;
    assert.deepEqual(page.rows, [0, 1, 2, 3, 4]);
    assert.equal(asked.length, 0);
  });

  it('are taken in by the thousand with turns of others between, while the next ones come', async () => {
    const { puller, page, asked, next, turns } = pulling();
    const rows = Array.from({ length: 2_500 }, (_, at) => at);
    const done = puller.offer(1, 2_501);
    next().answer(rows);
    for (const taken of [1_000, 2_000]) {
      await turn();
      assert.equal(page.rows.length, taken);
      turns.shift()?.();
    }
    await turn();
    assert.equal(asked.length, 1);
    next().answer([2_500]);
    await done;
    assert.deepEqual(page.rows, [...rows, 2_500]);
  });

  it('end in the middle of a message where a newer question has taken their place', async () => {
    const { puller, page, next, turns } = pulling();
    const done = puller.offer(1, 3_000);
    next().answer(Array.from({ length: 3_000 }, (_, at) => at));
    await turn();
    assert.equal(page.rows.length, 1_000);
    page.rows.length = 0;
    void puller.offer(2, 1);
    turns.shift()?.();
    await turn();
    next().answer([7]);
    await done;
    assert.deepEqual(page.rows, [7]);
  });

  it('are not asked for where the page has them already', async () => {
    const { puller, page, asked } = pulling();
    page.rows.push(0, 1);
    await puller.offer(1, 2);
    assert.equal(asked.length, 0);
  });

  it('go on with those that are loaded meanwhile, without a second question under way', async () => {
    const { puller, page, asked, next } = pulling();
    const done = puller.offer(1, 2);
    await puller.offer(1, 3);
    await puller.offer(1, 2);
    assert.equal(asked.length, 1);
    next().answer([0, 1]);
    await turn();
    next().answer([2]);
    await done;
    assert.deepEqual(page.rows, [0, 1, 2]);
  });

  it('are thrown away where a newer question has taken their place', async () => {
    const { puller, page, next } = pulling();
    const done = puller.offer(1, 4);
    const old = next();
    page.rows.length = 0;
    void puller.offer(2, 2);
    old.answer([10, 11]);
    await turn();
    const newer = next();
    assert.deepEqual([newer.series, newer.start], [2, 0]);
    newer.answer([20, 21]);
    await done;
    assert.deepEqual(page.rows, [20, 21]);
  });

  it('are thrown away where they came in another way meanwhile', async () => {
    const { puller, page, next } = pulling();
    const done = puller.offer(1, 3);
    page.rows.push(0, 1);
    next().answer([0, 1]);
    await turn();
    const rest = next();
    assert.equal(rest.start, 2);
    rest.answer([2]);
    await done;
    assert.deepEqual(page.rows, [0, 1, 2]);
  });

  it('end where the host has none any more or sends what cannot be read, and begin again when it tells of some', async () => {
    for (const nothing of [[], undefined]) {
      const { puller, page, asked, next } = pulling();
      const done = puller.offer(1, 2);
      next().answer(nothing);
      await done;
      assert.equal(asked.length, 0);
      const again = puller.offer(2, 1);
      next().answer([7]);
      await again;
      assert.deepEqual(page.rows, [7]);
    }
  });

  it('are asked for again after a question that failed', async () => {
    const { puller, page, next } = pulling();
    const failed = puller.offer(1, 1);
    next().refuse();
    await assert.rejects(failed, /closed/);
    const again = puller.offer(1, 1);
    next().answer([3]);
    await again;
    assert.deepEqual(page.rows, [3]);
  });
});
