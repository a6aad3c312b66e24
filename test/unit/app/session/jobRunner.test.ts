import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Service } from '../../../../src/client/endpoint.ts';
import { type ErrorKind, SocialDataError } from '../../../../src/client/errors.ts';
import type { PriceRaisedJob, ParkedJob } from '../../../../src/app/session/backgroundJob.ts';
import { JobRunner } from '../../../../src/app/session/jobRunner.ts';
import { testPagedEndpoint, testPostMethodEndpoint } from '../../../support/testEndpoints.ts';
import { captureRemainingPrices } from '../../../../src/app/session/parkedJobs.ts';
import { madeJob, overCap } from './madeJob.ts';

/** A board, what it reported, and where its jobs' calls go. */
function boardOf() {
  const reported: (readonly string[])[] = [];
  const refused: (readonly string[])[] = [];
  let changes = 0;
  let address = 'first';
  let key = 'key';
  const asked: string[] = [];
  let mayUseKey = true;
  const dearer: PriceRaisedJob[] = [];
  const prices = new Map<string, bigint>();
  const board = new JobRunner({
    placeOf: ({ service }) => ({ address: `${service} ${address}`, account: `${service} ${address} ${key}` }),
    onParked: (parked) => reported.push(parked.map(({ title, callsLeft }) => `${title}: ${callsLeft}`)),
    onKeyRefused: (error, jobs) => refused.push([error.kind, ...jobs.map(({ title }) => title)]),
    onChange: () => {
      changes += 1;
    },
    onDearer: (one) => dearer.push(one),
    priceOf: ({ id }) => prices.get(id),
    mayUseKey: async ({ title, callsLeft }) => {
      asked.push(`${title}: ${callsLeft}`);
      return await Promise.resolve(mayUseKey);
    },
  });
  return {
    board,
    dearer,
    prices,
    asked,
    refuseKey: () => {
      mayUseKey = false;
    },
    reported,
    refused,
    changes: () => changes,
    waiting: () => board.parked.map(({ title }) => title),
    reconnect: (to: string) => {
      address = to;
    },
    setKey: (to: string) => {
      key = to;
    },
  };
}

function refusal(kind: ErrorKind): SocialDataError {
  return new SocialDataError(kind, `the service answered ${kind}`, { spent: 'no' });
}

function only(parked: readonly ParkedJob[]): ParkedJob {
  const [first] = parked;
  assert.ok(first !== undefined && parked.length === 1);
  return first;
}

describe('a job', () => {
  it('makes one call after the other until there is no more', async () => {
    const { board, reported, changes } = boardOf();
    const made = madeJob('thread', { atMost: 5 });
    const ended = board.run(made.job);
    made.call().answer('more');
    await nextTurn();
    assert.deepEqual(made.call().progress, { done: 1, atMost: 5 });
    made.call().answer('last');
    assert.deepEqual(await ended, { kind: 'done' });
    assert.deepEqual(made.ends, [{ kind: 'done' }]);
    assert.equal(made.calls.length, 2);
    assert.deepEqual(reported, []);
    assert.equal(changes(), 0);
  });

  it('makes no more calls than were agreed to', async () => {
    const { board } = boardOf();
    const made = madeJob('thread', { atMost: 2 });
    const ended = board.run(made.job);
    for (const _ of [1, 2]) {
      made.call().answer('more');
      await nextTurn();
    }
    assert.deepEqual(await ended, { kind: 'done' });
    assert.equal(made.calls.length, 2);
  });

  it('begins no further call once it is stopped, and keeps the one that came', async () => {
    const { board } = boardOf();
    const made = madeJob('thread');
    const ended = board.run(made.job);
    made.runs[0]?.stop();
    assert.equal(made.call().signal.aborted, true);
    made.call().answer('more');
    assert.deepEqual(await ended, { kind: 'stopped' });
    assert.equal(made.calls.length, 1);
  });

  it('says which call was cancelled when it is stopped on its way', async () => {
    const { board } = boardOf();
    const made = madeJob('thread');
    const ended = board.run(made.job);
    made.runs[0]?.stop();
    const cancelled = new SocialDataError('cancelled', 'cancelled', { spent: 'maybe' });
    made.call().fail(cancelled);
    assert.deepEqual(await ended, { kind: 'stopped', error: cancelled });
  });

  it('ends with its error when a call fails, and leaves the others alone', async () => {
    const { board, reported } = boardOf();
    const [failing, other] = [madeJob('failing'), madeJob('other')];
    const ended = board.run(failing.job);
    const going = board.run(other.job);
    const error = refusal('server');
    failing.call().fail(error);
    assert.deepEqual(await ended, { kind: 'failed', error });
    other.call().answer('last');
    assert.deepEqual(await going, { kind: 'done' });
    assert.deepEqual(reported, []);
  });

  it('stops before a call that costs more than when it began, and goes on at the new price where the person wants it', async () => {
    const { board, dearer, prices } = boardOf();
    prices.set(testPagedEndpoint.id, 200n);
    const made = madeJob('thread', { atMost: 4 });
    const ended = board.run(made.job);
    prices.set(testPagedEndpoint.id, 150n);
    made.call().answer('more');
    await nextTurn();
    prices.set(testPagedEndpoint.id, 201n);
    made.call().answer('more');
    assert.equal((await ended).kind, 'dearer');
    assert.equal(made.calls.length, 2);
    const [one] = dearer;
    assert.deepEqual([one?.agreed, one?.price, one?.callsLeft, one?.title], [200n, 201n, 2, 'thread']);
    const going = one?.goOn();
    await nextTurn();
    made.call().answer('more');
    await nextTurn();
    made.call().answer('more');
    await going;
    assert.deepEqual([made.calls.length, made.ends.map(({ kind }) => kind)], [4, ['dearer', 'done']]);
  });

  it('is held to the price that the person saw, not to that of its beginning, and to none where none was known', async () => {
    const { board, dearer, prices } = boardOf();
    prices.set(testPagedEndpoint.id, 300n);
    const seen = madeJob('thread');
    assert.equal((await board.run({ ...seen.job, agreedPrice: () => 200n, offersRest: true })).kind, 'dearer');
    assert.deepEqual([seen.calls.length, dearer.length], [0, 0]);
    const unknown = madeJob('thread', { atMost: 1 });
    const ended = board.run({ ...unknown.job, agreedPrice: () => undefined });
    unknown.call().answer('more');
    assert.deepEqual(await ended, { kind: 'done' });
  });

  it('does not go on at a higher price when what it was for is gone, or over another connection', async () => {
    const { board, dearer, prices, reconnect } = boardOf();
    const [closed, moved] = [madeJob('closed'), madeJob('moved')];
    prices.set(testPagedEndpoint.id, 300n);
    for (const { job } of [closed, moved]) {
      await board.run({ ...job, agreedPrice: () => 200n });
    }
    closed.vanish();
    reconnect('second');
    await Promise.all(dearer.map(async ({ goOn }) => await goOn()));
    assert.deepEqual([closed.calls.length, moved.calls.length, moved.ends.at(-1)?.kind], [0, 0, 'stopped']);
  });

  it('is ended, and not silently, by a fault of this program', async () => {
    const { board } = boardOf();
    const made = madeJob('thread');
    const ended = board.run(made.job);
    made.call().fail(new TypeError('a fault'));
    await assert.rejects(ended, TypeError);
    assert.deepEqual(made.ends, [{ kind: 'stopped' }]);
    await made.runs[0]?.ended;
  });

  it('does not begin where what it is for is gone already, and ends where it goes', async () => {
    const { board } = boardOf();
    const [late, going] = [madeJob('late'), madeJob('going')];
    late.vanish();
    assert.deepEqual(await board.run(late.job), { kind: 'stopped' });
    assert.equal(late.calls.length + late.runs.length, 0);
    const ended = board.run(going.job);
    going.vanish();
    going.call().answer('more');
    assert.deepEqual(await ended, { kind: 'stopped' });
    assert.equal(going.calls.length, 1);
  });

  it('is not taken to another connection than it was agreed to for', async () => {
    const { board, reconnect } = boardOf();
    const made = madeJob('thread');
    const ended = board.run(made.job);
    reconnect('second');
    made.call().answer('more');
    assert.deepEqual(await ended, { kind: 'stopped' });
    assert.equal(made.calls.length, 1);
  });

  it('asks once before it goes on with another key than it was agreed to for', async () => {
    const { board, setKey, asked } = boardOf();
    const made = madeJob('thread', { atMost: 4 });
    const ended = board.run(made.job);
    setKey('another');
    made.call().answer('more');
    await nextTurn();
    made.call().answer('more');
    await nextTurn();
    made.call().answer('last');
    assert.deepEqual(await ended, { kind: 'done' });
    assert.deepEqual(asked, ['thread: 3']);
  });

  it('ends where the person does not want that', async () => {
    const { board, setKey, refuseKey } = boardOf();
    const made = madeJob('thread');
    const ended = board.run(made.job);
    setKey('another');
    refuseKey();
    made.call().answer('more');
    assert.deepEqual(await ended, { kind: 'stopped' });
    assert.equal(made.calls.length, 1);
  });
});

describe('a job at the budget', () => {
  /** A job that has made one call and was refused the second. */
  async function parkedJob() {
    const over = boardOf();
    const made = madeJob('thread', { atMost: 4 });
    const ended = over.board.run(made.job);
    made.call().answer('more');
    await nextTurn();
    made.call().fail(overCap());
    const end = await ended;
    assert.equal(end.kind, 'parked');
    return { ...over, made };
  }

  it('waits with what it still takes, and the person is informed once', async () => {
    const { board, reported, changes, made } = await parkedJob();
    assert.deepEqual(reported, [['thread: 3']]);
    assert.equal(only(board.parked).error.kind, 'budget');
    assert.equal(changes(), 1);
    assert.equal(made.calls.length, 2);
  });

  it('goes on where it stopped when it is resumed, and not by itself', async () => {
    const { board, made, changes } = await parkedJob();
    await nextTurn();
    assert.equal(made.calls.length, 2);
    const resumed = only(board.parked).resume();
    assert.deepEqual(board.parked, []);
    assert.deepEqual(made.call().progress, { done: 1, atMost: 4 });
    assert.equal(made.runs.length, 2);
    made.call().answer('last');
    await resumed;
    assert.deepEqual(made.ends.at(-1), { kind: 'done' });
    assert.equal(changes(), 2);
  });

  it('is resumed at the prices that stood on the button, and stops where they have risen since', async () => {
    const { board, made, prices } = await parkedJob();
    prices.set(testPagedEndpoint.id, 200n);
    const [parked] = board.parked;
    const agreed = captureRemainingPrices(board.parked, ({ id }) => prices.get(id));
    prices.set(testPagedEndpoint.id, 300n);
    await parked?.resume(agreed);
    assert.deepEqual([made.calls.length, made.ends.at(-1)?.kind], [2, 'dearer']);
  });

  it('is resumed once, however often it is asked for', async () => {
    const { board, made } = await parkedJob();
    const parked = only(board.parked);
    const both = Promise.all([parked.resume(), parked.resume()]);
    made.call().answer('last');
    await both;
    await parked.resume();
    assert.equal(made.calls.length, 3);
  });

  it('waits again, and says so again, when there is still no room', async () => {
    const { board, made, reported } = await parkedJob();
    const resumed = only(board.parked).resume();
    made.call().fail(overCap());
    await resumed;
    assert.deepEqual(reported, [['thread: 3'], ['thread: 3']]);
  });

  it('can be stopped, and is then let go', async () => {
    const { board, made, waiting } = await parkedJob();
    const parked = only(board.parked);
    parked.stop();
    parked.stop();
    assert.deepEqual(waiting(), []);
    assert.equal(made.dropped(), 1);
    await parked.resume();
    assert.equal(made.calls.length, 2);
  });

  it('is forgotten when what it is for is gone', async () => {
    const { board, made, waiting, changes } = await parkedJob();
    const parked = only(board.parked);
    made.vanish();
    assert.deepEqual(waiting(), []);
    assert.equal(changes(), 2);
    await parked.resume();
    assert.equal(made.calls.length, 2);
  });

  it('asks when it is resumed before it goes on with a key that was set meanwhile', async () => {
    const { board, made, setKey, asked, refuseKey, waiting } = await parkedJob();
    setKey('another');
    refuseKey();
    await only(board.parked).resume();
    assert.deepEqual([asked, made.calls.length, waiting()], [['thread: 3'], 2, []]);
    assert.deepEqual(made.ends.at(-1), { kind: 'stopped' });
  });

  it('is let go when its connection is not the current one any more, but not for another key', async () => {
    const { board, made, waiting, reconnect, setKey } = await parkedJob();
    setKey('another');
    board.dropForeign();
    assert.deepEqual(waiting(), ['thread']);
    reconnect('second');
    board.dropForeign();
    assert.deepEqual(waiting(), []);
    assert.equal(made.dropped(), 1);
  });
});

describe('several jobs at the budget', () => {
  it('are reported in one message, once each has come by the budget', async () => {
    const { board, reported } = boardOf();
    const made = ['a', 'b', 'c'].map((title) => madeJob(title));
    const ended = made.map(async ({ job }) => await board.run(job));
    const [a, b, c] = made;
    a?.call().fail(overCap());
    await nextTurn();
    assert.deepEqual(reported, [], 'b and c are still on their way');
    b?.call().answer('more');
    await nextTurn();
    c?.call().answer('last');
    await nextTurn();
    assert.deepEqual(reported, [], 'the call of b that began before tells nothing of the budget');
    b?.call().fail(overCap());
    await Promise.all(ended);
    assert.deepEqual(reported, [['a: 3', 'b: 2']]);
  });

  it('are reported unless a view in sight says so of each', async () => {
    const { board, reported, waiting } = boardOf();
    const jobs = ['a', 'b'].map((title) => madeJob(title));
    let isInSight = true;
    const run = async () => {
      const ended = jobs.map(async ({ job }) => await board.run({ ...job, isInSight: () => isInSight }));
      jobs.forEach((one) => one.call().fail(overCap()));
      await Promise.all(ended);
    };
    await run();
    assert.deepEqual([reported, waiting()], [[], ['a', 'b']]);
    board.parked.forEach((one) => one.stop());
    isInSight = false;
    await run();
    assert.deepEqual(reported, [['a: 3', 'b: 3']]);
  });

  it('do not wait for one that gets past the budget', async () => {
    const { board, reported } = boardOf();
    const [dear, cheap] = [madeJob('dear'), madeJob('cheap', { atMost: 9 })];
    const parked = board.run(dear.job);
    const going = board.run(cheap.job);
    dear.call().fail(overCap());
    await parked;
    for (const _ of [1, 2]) {
      assert.deepEqual(reported, []);
      cheap.call().answer('more');
      await nextTurn();
    }
    assert.deepEqual(reported, [['dear: 3']]);
    cheap.call().answer('last');
    await going;
    assert.equal(reported.length, 1);
  });

  it('say nothing when all were let go before it came to that', async () => {
    const { board, reported } = boardOf();
    const [a, b] = [madeJob('a'), madeJob('b')];
    const parked = board.run(a.job);
    const going = board.run(b.job);
    a.call().fail(overCap());
    await parked;
    a.vanish();
    b.call().answer('last');
    await going;
    assert.deepEqual(reported, []);
  });
});

describe('a refused key', () => {
  for (const kind of ['unauthorized', 'noBalance', 'forbidden'] as const) {
    it(`ends every running job of its connection, with one message: ${kind}`, async () => {
      const { board, refused } = boardOf();
      const [first, second, third] = [madeJob('first'), madeJob('second'), madeJob('third')];
      const ended = [first, second, third].map(async ({ job }) => await board.run(job));
      first.call().fail(refusal(kind));
      await nextTurn();
      second.call().answer('more'); // was on its way, and may have been paid for
      third.call().fail(refusal(kind));
      const ends = await Promise.all(ended);
      assert.deepEqual(
        ends.map((end) => [end.kind, 'error' in end ? end.error?.kind : undefined]),
        Array.from({ length: 3 }, () => ['failed', kind]),
      );
      assert.equal(second.calls.length, 1);
      assert.deepEqual(refused, [[kind, 'first', 'second', 'third']]);
    });
  }

  it('leaves jobs of another service alone', async () => {
    const { board, refused } = boardOf();
    const [refusedJob, other] = [madeJob('primary'), madeJob('gateway', { endpoint: testPostMethodEndpoint })];
    const ended = board.run(refusedJob.job);
    const going = board.run(other.job);
    refusedJob.call().fail(refusal('unauthorized'));
    await ended;
    other.call().answer('more');
    await nextTurn();
    other.call().answer('last');
    assert.deepEqual(await going, { kind: 'done' });
    assert.deepEqual(refused, []);
  });

  it('is not what a 403 of the gateway means: that is about one private thing', async () => {
    const ends = await Promise.all(
      ([testPagedEndpoint, testPostMethodEndpoint] as const).map(async (endpoint) => {
        const { board } = boardOf();
        const [first, second] = [madeJob('first', { endpoint }), madeJob('second', { endpoint })];
        const going = board.run(second.job);
        const ended = board.run(first.job);
        first.call().fail(refusal('forbidden'));
        await ended;
        second.call().answer('more');
        await nextTurn();
        if (second.calls.length > 1) {
          second.call().answer('last');
        }
        return [endpoint.service, (await going).kind] satisfies [Service, string];
      }),
    );
    assert.deepEqual(ends, [
      ['primary', 'failed'],
      ['gateway', 'done'],
    ]);
  });

  it('leaves a job that waits at the budget waiting', async () => {
    const { board, waiting } = boardOf();
    const [parked, first] = [madeJob('parked'), madeJob('first')];
    const waits = board.run(parked.job);
    parked.call().fail(overCap());
    await waits;
    const ended = board.run(first.job);
    first.call().fail(refusal('noBalance'));
    await ended;
    assert.deepEqual(waiting(), ['parked']);
  });
});
