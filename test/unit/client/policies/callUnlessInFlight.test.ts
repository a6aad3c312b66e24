import assert from 'node:assert/strict';
import { type ClientOptions, createClient } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import type { Exchange } from '../../../../src/client/exchange.ts';
import { memoryHistory } from '../../../../src/client/policies/history.ts';
import { type CallLedger, createBudget, type PlannedCall } from '../../../../src/client/policies/budget.ts';
import type { AnswerReuse, WaitReason } from '../../../../src/client/policies/send.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
import { fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';

const deadlineMs = 90_000;

/** A client whose ledger says, while `another.asks`, that another window has the question under way. */
function setUp(reuse: AnswerReuse = { maxAgeMs: 600_000 }, changes: Partial<ClientOptions> = {}) {
  const clock = fakeClock();
  const history = memoryHistory();
  const another = { asks: true };
  const planned: PlannedCall[] = [];
  const ledger: CallLedger = {
    begin: (call) => {
      planned.push(call);
      if (call.sharing !== undefined && (another.asks || call.sharing.isAnswered())) {
        throw new SocialDataError('duplicateInFlight', 'somebody else asks', { spent: 'no' });
      }
      return { settle: () => undefined };
    },
    isDuplicateInFlight: ({ sharing }) => sharing !== undefined && (another.asks || sharing.isAnswered()),
  };
  const transport = fakeTransport(() => ({}), clock.now);
  const budget = createBudget({ cap: 1_000n });
  const connections = { primary: testConnection() };
  const client = createClient({ connections, transport, clock, history, ledger, budget, reuse, deadlineMs, ...changes });
  const reported: (WaitReason | 'sent')[] = [];
  const sentByThen: number[] = [];
  const report = (what: WaitReason | 'sent') => {
    reported.push(what);
    sentByThen.push(transport.requests.length);
  };
  const reports = { onWaiting: report, onSent: () => report('sent') };
  const ask = (options: { readonly signal?: AbortSignal; readonly reuse?: AnswerReuse } = {}) =>
    client.call(testLookup, { name: 'a' }, { ...options, ...reports });
  return { clock, history, another, planned, reported, sentByThen, transport, budget, client, ask };
}

/** An answer to the question as another window keeps it. */
async function anothersAnswer(sentAt: number, durationMs = 0): Promise<Exchange> {
  const transport = fakeTransport(() => ({ body: { data: { from: 'the other window' } } }));
  const client = createClient({ connections: { primary: testConnection() }, transport });
  return { ...(await client.call(testLookup, { name: 'a' })), sentAt, durationMs };
}

describe('a question that another window asks at the same moment', () => {
  it('is answered by what the other one kept, free, with nothing set aside meanwhile', async () => {
    const { clock, history, planned, transport, budget, ask } = setUp();
    const call = ask();
    await clock.advance(3_000);
    assert.equal(budget.state().reserved, 0n);
    const before = planned.length;
    const answer = await anothersAnswer(clock.now());
    history.put(answer);
    await clock.advance(500);
    assert.deepEqual(await call, { ...answer, from: 'history' });
    assert.deepEqual(
      [transport.requests.length, planned.length],
      [0, before],
      'the answer is looked for before the call is tried',
    );
    assert.deepEqual(budget.state(), { cap: 1_000n, spent: 0n, reserved: 0n });
    assert.equal(clock.pending(), 0);
  });

  it('says at once that it waits for that answer, and until when; nothing more when the answer is there', async () => {
    const { clock, history, reported, ask } = setUp();
    await clock.advance(1_000);
    const began = clock.now();
    const call = ask();
    await flushPromises();
    assert.deepEqual(reported, [{ kind: 'duplicateInFlight', endpoint: testLookup, at: began + deadlineMs / 2 }]);
    await clock.advance(3_000);
    history.put(await anothersAnswer(clock.now()));
    await clock.advance(500);
    await call;
    assert.equal(reported.length, 1);
  });

  it('is given up, free, where its deadline passes while it waits', async () => {
    const { clock, transport, ask } = setUp({ maxAgeMs: 600_000 }, { deadlineMs: 40 });
    const ended = assert.rejects(ask(), { kind: 'duplicateInFlight', spent: 'no' });
    await clock.advance(40);
    await ended;
    assert.deepEqual([transport.requests.length, clock.pending()], [0, 0]);
  });

  it('says that it waits no more before it is sent after all', async () => {
    const { another, clock, reported, sentByThen, transport, ask } = setUp();
    const call = ask();
    await clock.advance(3_000);
    another.asks = false;
    await clock.advance(500);
    await call;
    assert.deepEqual([reported.length, reported[1], transport.requests.length], [2, 'sent', 1]);
    assert.deepEqual(sentByThen, [0, 0]);
  });

  it('says nothing where nobody else asks', async () => {
    const { another, reported, ask } = setUp();
    another.asks = false;
    await ask();
    assert.deepEqual(reported, ['sent']);
  });

  it('is looked after 50 ms later, then less and less often, twice a second in the end', async () => {
    const { clock, planned, client, ask } = setUp();
    const started = clock.now();
    const times: number[] = [];
    const call = ask().catch((error: unknown) => error);
    while (clock.now() - started < 2_000) {
      await flushPromises();
      times.push(clock.now() - started);
      await clock.advanceToNext();
    }
    assert.deepEqual(times, [0, 50, 150, 350, 750, 1_250, 1_750]);
    assert.equal(planned.length, times.length + 1);
    await client.close();
    await call;
  });

  it('is not looked after twice where the answer was kept between the look into history and the ledger', async () => {
    const { another, history, clock, planned, ask, transport } = setUp();
    another.asks = false;
    const answer = await anothersAnswer(clock.now());
    const find = history.find.bind(history);
    let looks = 0;
    history.find = (identity) => {
      looks += 1;
      return looks === 1 ? undefined : find(identity);
    };
    history.put(answer);
    assert.equal((await ask()).id, answer.id);
    assert.deepEqual([planned.length, transport.requests.length, clock.pending()], [1, 0, 0]);
  });

  it('is asked after all where the other call brought nothing', async () => {
    const { clock, another, transport, ask } = setUp();
    const call = ask();
    await clock.advance(1_000);
    another.asks = false;
    await clock.advance(500);
    assert.equal((await call).from, 'network');
    assert.equal(transport.requests.length, 1);
  });

  it('is asked after all with just half of its time left', async () => {
    const { clock, another, transport, ask } = setUp({ maxAgeMs: 600_000 }, { deadlineMs: 1_500 });
    const call = ask();
    await clock.advance(749);
    another.asks = false;
    await clock.advance(1);
    assert.equal((await call).from, 'network');
    assert.equal(transport.requests.length, 1);
  });

  it('is asked after all where the person deleted the answer before it was read', async () => {
    const { clock, another, history, transport, ask } = setUp();
    const call = ask();
    await clock.advance(1_000);
    another.asks = false;
    let finds = 0;
    const answer = await anothersAnswer(clock.now());
    history.find = () => {
      finds += 1;
      return finds === 2 ? answer : undefined; // it is there for the ledger, and gone for the look that follows
    };
    await clock.advance(2_000);
    assert.equal((await call).from, 'network');
    assert.equal(transport.requests.length, 1);
  });

  it('holds the one who calls to the budget', async () => {
    const { clock, another, budget, ask } = setUp();
    const call = ask();
    call.catch(() => undefined);
    await clock.advance(1_000);
    another.asks = false;
    budget.setCap(0n);
    await clock.advance(500);
    await assert.rejects(call, { kind: 'budget', spent: 'no' });
  });

  it('is answered for free although the budget of this session is used up', async () => {
    const { clock, history, transport, budget, planned, ask } = setUp();
    budget.setCap(0n);
    const call = ask();
    await clock.advance(3_000);
    history.put(await anothersAnswer(clock.now()));
    await clock.advance(500);
    assert.equal((await call).from, 'history');
    assert.deepEqual([transport.requests.length, planned.length, budget.state().reserved], [0, 0, 0n]);
  });

  it('is refused for the budget once the other call brought nothing, and at once where only a new answer will do', async () => {
    const { clock, another, transport, budget, ask } = setUp();
    budget.setCap(0n);
    const call = ask();
    call.catch(() => undefined);
    await clock.advance(1_000);
    await assert.rejects(ask({ reuse: 'never' }), { kind: 'budget', spent: 'no' });
    another.asks = false;
    await clock.advance(500);
    await assert.rejects(call, { kind: 'budget', spent: 'no' });
    assert.equal(transport.requests.length, 0);
  });

  it('takes an answer that came after it was asked, however short a time answers serve', async () => {
    const { clock, history, another, transport, ask } = setUp({ maxAgeMs: 1 });
    const call = ask();
    await clock.advance(2_000);
    const answer = await anothersAnswer(clock.now() - 2_500, 2_400);
    history.put(answer);
    another.asks = false;
    await clock.advance(500);
    assert.equal((await call).id, answer.id);
    assert.equal(transport.requests.length, 0);
    await clock.advance(500);
    assert.equal((await ask()).from, 'network', 'for a later question it is too old');
  });

  it('does not take an answer that was too old before it was asked', async () => {
    const { clock, history, another, transport, ask } = setUp();
    history.put(await anothersAnswer(clock.now() - 600_001, 1_000));
    another.asks = false;
    assert.equal((await ask()).from, 'network');
    assert.equal(transport.requests.length, 1);
  });

  it('is waited for once in this window, and all who wait get the answer', async () => {
    const { clock, history, planned, ask } = setUp();
    const calls = [ask(), ask(), ask()];
    await flushPromises();
    assert.equal(planned.length, 1);
    const answer = await anothersAnswer(clock.now());
    history.put(answer);
    await clock.advance(500);
    const came = await Promise.all(calls);
    assert.deepEqual(
      came.map(({ id, from }) => [id, from]),
      Array.from({ length: 3 }, () => [answer.id, 'history']),
    );
  });

  it('can be cancelled while it waits, for nothing and without the other call', async () => {
    const { clock, planned, transport, ask } = setUp();
    const controller = new AbortController();
    const call = ask({ signal: controller.signal });
    call.catch(() => undefined);
    await clock.advance(1_000);
    const looks = planned.length;
    controller.abort();
    await assert.rejects(call, { kind: 'cancelled', spent: 'no' });
    await clock.advance(deadlineMs);
    assert.deepEqual([planned.length, transport.requests.length, clock.pending()], [looks, 0, 0]);
  });

  it('ends at the deadline when the other window has no answer by then', async () => {
    const { clock, transport, ask } = setUp();
    const call = ask();
    call.catch(() => undefined);
    await clock.advance(deadlineMs);
    await assert.rejects(call, { kind: 'duplicateInFlight', spent: 'no' });
    assert.deepEqual([transport.requests.length, clock.pending()], [0, 0]);
  });

  it('is asked at once where only a new answer will do', async () => {
    const { planned, ask } = setUp();
    assert.equal((await ask({ reuse: 'never' })).from, 'network');
    assert.deepEqual(
      planned.map(({ sharing }) => sharing),
      [undefined],
    );
  });

  it('says how long a call may be under way', async () => {
    const { another, planned, ask } = setUp();
    another.asks = false;
    await ask();
    assert.equal(planned[0]?.sharing?.maxDurationMs, deadlineMs);
  });
});
