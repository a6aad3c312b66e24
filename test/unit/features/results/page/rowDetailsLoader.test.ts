import assert from 'node:assert/strict';
import { RowDetailsLoader } from '../../../../../src/features/results/page/rowDetailsLoader.ts';

interface Request {
  readonly rows: readonly number[];
  readonly response: (details: readonly (string | null)[]) => void;
  readonly refuse: () => void;
}

/** A loader whose requests wait for the test. */
function waiting() {
  const requests: Request[] = [];
  const changes = { count: 0 };
  const details = new RowDetailsLoader<string>(
    async (rows) =>
      await new Promise((response, reject) => {
        requests.push({ rows, response, refuse: () => reject(new Error('closed')) });
      }),
    () => {
      changes.count += 1;
    },
  );
  const last = (): Request => {
    const one = requests.at(-1);
    assert.ok(one, 'nothing was requested');
    return one;
  };
  return { details, requests, changes, last };
}

describe('RowDetailsLoader', () => {
  it('requests each record once', async () => {
    const { details, requests, changes, last } = waiting();
    const done = details.load([4, 5]);
    assert.deepEqual([details.get(4), details.isUnknown(4)], [undefined, false]);
    last().response(['four', null]);
    await done;
    assert.deepEqual([details.get(4), details.get(5), changes.count], ['four', undefined, 1]);
    await details.load([4, 5]);
    assert.equal(requests.length, 1);
  });

  it('has only one request in flight', async () => {
    const { details, requests, last } = waiting();
    const first = details.load([1]);
    await details.load([2]);
    assert.deepEqual([requests.length, details.isUnknown(2)], [1, true]);
    last().response(['one']);
    await first;
    void details.load([1, 3]);
    assert.deepEqual(last().rows, [3]);
  });

  it('requests records again after a failure', async () => {
    const { details, last } = waiting();
    const done = details.load([1]);
    last().refuse();
    await assert.rejects(done);
    assert.equal(details.isUnknown(1), true);
  });

  it('forgets all details, including a response in flight', async () => {
    const { details, last } = waiting();
    const done = details.load([1]);
    details.clear();
    last().response(['one of the records before']);
    await done;
    assert.deepEqual([details.get(1), details.isUnknown(1)], [undefined, true]);
  });

  it("stores the last thousand records' details", async () => {
    const { details, last } = waiting();
    for (let from = 0; from < 1_200; from += 100) {
      const rows = Array.from({ length: 100 }, (_, at) => from + at);
      const done = details.load(rows);
      last().response(rows.map(String));
      await done;
    }
    assert.deepEqual([details.isUnknown(199), details.get(200), details.get(1_199)], [true, '200', '1199']);
  });
});
