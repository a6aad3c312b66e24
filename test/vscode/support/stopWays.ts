import assert from 'node:assert/strict';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { userById } from '../../../src/client/endpoints/primary/users.ts';
import { noCost } from '../../../src/app/cost/cost.ts';
import { setBudget } from '../../../src/host/activity/setBudget.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { answering } from './answering.ts';
import { until } from './steps.ts';
import { keyAt, type StopWindow, type StopWindows, useStopWindows } from './stopWindows.ts';
import { errorWords, toWordsPattern } from '../../support/errorWords.ts';

/** Something that a person lets load. */
interface Load<V> {
  /** What is there already. */
  readonly before?: (view: V) => Promise<unknown>;
  readonly run: (view: V) => Promise<unknown>;
  /** How many requests it makes where nobody stops it. */
  readonly requests: number;
  /** A job, which waits at the budget. */
  readonly isJob?: true;
  /** Its call is made whatever another window asks. */
  readonly isFresh?: true;
}

/** What a view shows. */
interface Shown {
  /** What it says of a wait or a failure. */
  readonly words: string;
  readonly isStopping: boolean;
  /** The ids of the answers that it is made of. */
  readonly answers: readonly string[];
}

type Act<V> = (view: V, window: StopWindow) => unknown;

/** A way to stop. */
interface Way<V> {
  readonly act?: Act<V>;
  /** Settings that are changed for all that waits at once. */
  readonly settings?: (sandbox: Sandbox) => Readonly<Record<string, unknown>>;
  /** Done in one window, and meant for all. */
  readonly command?: (window: StopWindow) => Promise<void>;
  /** The loads that it is a way for; all when left out. */
  readonly loads?: readonly string[];
  /** A job that waits at the budget goes on waiting there: it is the person's to resume. */
  readonly leavesParked?: true;
}

/** A kind of view that loads pages: what a person does with it, and what it shows. */
export interface PageConsumer<V> {
  readonly open: (window: StopWindow) => Promise<V>;
  readonly loads: Readonly<Record<string, Load<V>>>;
  readonly shown: (view: V) => Promise<Shown>;
  readonly stop: Act<V>;
  readonly stopNow: Act<V>;
  readonly close: Act<V>;
  /** What is there again after the window was reloaded. */
  readonly reopen: (view: V, window: StopWindow) => Promise<V>;
  /** Ways to stop that only these views have. */
  readonly ways: Readonly<Record<string, Way<V>>>;
}

/** What a call waits for before it is sent. */
interface Wait {
  readonly faults: readonly Readonly<Record<string, unknown>>[];
  /** The loads that can wait for it; all when left out. */
  readonly isFor?: (load: Pick<Load<unknown>, 'isFresh' | 'isJob'>) => boolean;
  /**
   * Makes what it waits behind, where it does.
   * @param other begins the same load in another window of the same person, and gives that window when its request is on its way
   * @returns what to wait for in the end
   */
  readonly prepare?: (window: StopWindow, other: () => Promise<OtherWindow>) => Promise<readonly Promise<unknown>[]>;
  /** Goes on to where it waits, once it does so for something before. */
  readonly meet?: { readonly after: RegExp; readonly act: (window: StopWindow) => Promise<unknown> };
  readonly words: RegExp;
  /** Ends what it waited for, where time does not. @param isResumed whether a person has it go on, where it does not by itself */
  readonly end?: (window: StopWindow, isResumed: boolean) => Promise<unknown>;
  /** Nothing is set aside for it meanwhile. */
  readonly isFree?: true;
}

/** What another window was let load. */
interface OtherWindow {
  readonly close: () => Promise<void>;
  readonly loading: Promise<unknown>;
}

const holdMs = 30_000;
const tooMany = { match: {}, status: 429, retryAfter: holdMs / 1_000, times: 1 };

/** A call of something else on the same connection. */
async function callOther(window: StopWindow, onWaiting?: () => void): Promise<unknown> {
  const client = await window.client();
  return await client.call(
    userById,
    { userId: exampleValues.userId },
    { reuse: 'never', ...(onWaiting === undefined ? {} : { onWaiting }) },
  );
}

const budgetWait: Wait = {
  faults: [],
  isFor: ({ isJob }) => isJob === true,
  prepare: async ({ budget }) => {
    budget.setCap(allBooked(budget));
    return await Promise.resolve([]);
  },
  // the cap of these windows is none of the settings: a view takes it for raised
  words: /resume to go on|raise the budget, then resume/,
  end: async ({ budget, services }, isResumed) => {
    budget.setCap(undefined);
    await (isResumed ? (await services.jobs()).resume() : undefined);
  },
  isFree: true,
};

/** The other windows that ask what a window waits for. */
const others = new WeakMap<StopWindow, OtherWindow>();

const waits: Readonly<Record<string, Wait>> = {
  'the end of a 429': { faults: [tooMany], words: toWordsPattern`${errorWords.rateLimited.failed}` },
  'the end of a back-off': { faults: [{ match: {}, status: 500, times: 1 }], words: /status 500.*Retrying/ },
  'another call that goes first after a hold': {
    faults: [tooMany],
    prepare: async (window) => {
      const held = Promise.withResolvers<undefined>();
      const other = callOther(window, () => held.resolve(undefined));
      await held.promise;
      return [other];
    },
    meet: {
      after: /Waiting until/,
      act: async ({ clock, transport }) => {
        transport.hold();
        await clock.advance(holdMs);
      },
    },
    words: /Waiting for one call that goes first/,
  },
  'a free connection': {
    faults: [],
    prepare: async (window) => {
      const { transport } = window;
      transport.lose();
      const before = transport.sent();
      const calls = Array.from({ length: 32 }, async () => await callOther(window));
      await until('all are on their way', () => transport.sent() === before + calls.length);
      return [Promise.allSettled(calls)];
    },
    words: /Waiting for a free connection/,
  },
  'what another window asks': {
    faults: [],
    isFor: ({ isFresh }) => isFresh !== true,
    prepare: async (window, other) => {
      const begun = await other();
      others.set(window, begun);
      return [begun.loading];
    },
    words: /Waiting for its answer until/,
    end: async (window) => await others.get(window)?.close(),
    isFree: true,
  },
  'the budget': budgetWait,
};

/** The ways to stop that every view has. */
function commonWays<V>({ stop, stopNow, close }: PageConsumer<V>): Readonly<Record<string, Way<V>>> {
  return {
    Stop: { act: stop, leavesParked: true },
    'Stop Now': { act: (view, window) => [stop(view, window), stopNow(view, window)], leavesParked: true },
    'closing the view': { act: close },
    'a budget of 0': { act: (_view, { budget }) => budget.setCap(0n), leavesParked: true },
    'a budget that is not enough any more': {
      act: (_view, { budget }) => budget.setCap(allBooked(budget) - 1n),
      leavesParked: true,
    },
    'a budget of the day of 0 in the settings': { settings: () => ({ 'budget.perDay': 0 }) },
    'a budget of the day of 0 by Set Budget…': { settings: () => ({ 'budget.perDay': 5 }), command: setDayBudgetToNothing },
    'removing the key': { act: async (_view, { keys }) => await keys.remove('primary') },
    'replacing the key': { act: (_view, window) => window.keys.keepForSession('primary', keyAt(window.sandbox, 'another-key')) },
    'changing the address': { settings: ({ primary }) => ({ 'primary.address': `${primary}/` }) },
    'selecting the sandbox': { settings: () => ({ 'primary.connection': 'sandbox' }) },
  };
}

async function setDayBudgetToNothing({ store }: StopWindow): Promise<void> {
  using _person = answering({ pick: (items) => items.find(({ label }) => label === 'Per Day'), input: () => '0' });
  await setBudget({ store, spend: { totals: { cost: noCost, calls: 0, balances: {} }, today: undefined } });
}

/** Spent, or set aside for what is under way. */
function allBooked(budget: StopWindow['budget']): bigint {
  const { spent, reserved } = budget.state();
  return spent + reserved;
}

/** Something that waits. */
interface WaitingCase<V> {
  readonly name: string;
  readonly wait: Wait;
  readonly load: Load<V>;
  readonly window: StopWindow;
  readonly view: V;
  /** Come to an end when what was asked for, and what it waited behind, has done so. */
  readonly ends: readonly unknown[];
  /** How many requests had been sent when it waited. */
  readonly sent: number;
}

/** Shows that nothing further is sent for a kind of view, whatever it waits for and however it is stopped. */
export function describeStops<V>(views: string, consumer: PageConsumer<V>): void {
  describe(views, () => {
    const windows = useStopWindows();
    const test = (title: string, work: () => Promise<void>) =>
      it(title, async () => {
        await windows.inProgress(work);
      });

    const ways = Object.entries({ ...commonWays(consumer), ...consumer.ways });
    for (const [turn, [way, { act, settings, command, loads, leavesParked = false }]] of ways.entries()) {
      test(`send nothing further after ${way}`, async () => {
        const cases = await allWaiting(consumer, windows, { loads, turn });
        const restore = settings === undefined ? undefined : await windows.change(settings);
        try {
          await Promise.all(cases.slice(0, 1).map(async ({ window }) => await command?.(window)));
          await Promise.all(cases.map(async ({ view, window }) => await act?.(view, window)));
          await checkSent(cases, () => 0, { isResumed: !leavesParked });
        } finally {
          await restore?.();
        }
      });
    }

    test('send what waits once its time has come, where nobody stops it', async () => {
      await checkSent(await allWaiting(consumer, windows), ({ requests }) => requests, { isResumed: true });
    });

    test('send one request more where the budget is lowered to what that one takes', async () => {
      const cases = await allWaiting(consumer, windows, { turn: 0 });
      for (const { window } of cases) {
        window.budget.setCap(allBooked(window.budget));
      }
      await checkSent(cases, (_load, { isFree }) => (isFree === true ? 0 : 1));
    });

    test('send nothing after the window was reloaded, until a person asks again', async () => {
      const cases = await allWaiting(consumer, windows, { turn: 1 });
      const reloaded = await Promise.all(cases.map(async (one) => await reload(consumer, windows, one)));
      await checkSent(cases, () => 0);
      const restoring = reloaded.map(({ load, view, ...one }) => ({ ...one, load, view, ends: [load.before?.(view)] }));
      await checkSent(restoring, () => 0);
      const asking = reloaded.map(({ load, view, ...one }) => ({ ...one, load, view, ends: [load.run(view)] }));
      await checkSent(asking, ({ requests }) => requests);
    });

    for (const [name, load] of Object.entries(consumer.loads)) {
      test(`let ${name} come at Stop where it is on its way, and cut it off at Stop Now`, async () => {
        const [came, cutOff] = await Promise.all([
          stopOnItsWay(consumer, windows, load, false),
          stopOnItsWay(consumer, windows, load, true),
        ]);
        assert.deepEqual([came.sent, came.isStopping, came.isNew], [1, false, true]);
        assert.doesNotMatch(came.words, /may have been charged/);
        assert.deepEqual([cutOff.sent, cutOff.isStopping, cutOff.isNew], [1, false, false]);
        assert.match(cutOff.words, /may have been charged/);
      });
    }
  });
}

/**
 * Brings loads to where they wait, each for everything that it can wait for.
 * @param turn where it is given, each load waits for the budget and for one other thing, which is another one for each load and in
 *   each turn, so that every load meets every wait, and every way several of them; in a soak for everything
 */
async function allWaiting<V>(
  consumer: PageConsumer<V>,
  windows: StopWindows,
  {
    loads: names = Object.keys(consumer.loads),
    turn,
  }: { readonly loads?: readonly string[] | undefined; readonly turn?: number } = {},
): Promise<readonly WaitingCase<V>[]> {
  const loads = Object.entries(consumer.loads).filter(([name]) => names.includes(name));
  const begun = loads.flatMap(([name, load], at) =>
    waitsOf(load, turn === undefined ? undefined : turn + at).map(async ([what, wait]) => {
      const window = await windows.open();
      const view = await consumer.open(window);
      await load.before?.(view);
      await window.faults(wait.faults);
      const before = (await wait.prepare?.(window, async () => await loadInOther(consumer, windows, window, load))) ?? [];
      // What breaks off while others still wait is no promise that nobody looks at: VS Code would report each with its stack.
      const ended = Promise.allSettled([...before, load.run(view)]);
      const says = async (words: RegExp) =>
        await until(`${name}: ${words.source}`, async () => words.test((await consumer.shown(view)).words) || undefined);
      if (wait.meet !== undefined) {
        await says(wait.meet.after);
        await wait.meet.act(window);
      }
      await says(wait.words);
      return { name: `${name}, ${what}`, wait, load, window, view, ends: [ended], sent: window.transport.sent() };
    }),
  );
  return await Promise.all(begun);
}

/** What a load can wait for: all of it, or in a turn the budget and one other thing. */
function waitsOf(load: Load<never>, turn: number | undefined): readonly (readonly [string, Wait])[] {
  const all = Object.entries(waits).filter(([, { isFor }]) => isFor?.(load) !== false);
  const others = all.filter(([, wait]) => wait !== budgetWait);
  const count = propertyRuns(others.length, 1);
  const isInTurn = (at: number) => turn === undefined || (at - (turn % others.length) + others.length) % others.length < count;
  return all.filter((one) => one[1] === budgetWait || isInTurn(others.indexOf(one)));
}

/** Begins the same load in another window of the same person, whose request is on its way and stays there. */
async function loadInOther<V>(
  { open }: PageConsumer<V>,
  windows: StopWindows,
  beside: StopWindow,
  { before, run }: Load<V>,
): Promise<OtherWindow> {
  const window = await windows.open(beside);
  const view = await open(window);
  await before?.(view);
  const { transport } = window;
  const sent = transport.sent();
  transport.hold();
  const loading = run(view);
  await until('the other window asks', () => transport.answered() > sent || undefined);
  return { loading, close: async () => await (await window.client()).close() };
}

/**
 * Lets the time come, and everything come to rest; then so many requests were sent since it waited.
 * @param isResumed whether a person has what waits at the budget go on, as far as something is left of it
 */
async function checkSent<V>(
  cases: readonly WaitingCase<V>[],
  expected: (load: Load<V>, wait: Wait) => number,
  { isResumed } = { isResumed: false },
): Promise<void> {
  const sent = cases.map(async ({ name, wait, window, ends, sent: before }) => {
    window.transport.release();
    await wait.end?.(window, isResumed);
    await window.clock.advance(holdMs + 1_000);
    await Promise.allSettled(ends);
    return [name, window.transport.sent() - before] as const;
  });
  const wanted = cases.map(({ name, load, wait }) => [name, expected(load, wait)] as const);
  assert.deepEqual(Object.fromEntries(await Promise.all(sent)), Object.fromEntries(wanted));
}

/** Closes the window of a view, and opens it again with what is kept of it. */
async function reload<V>(
  consumer: PageConsumer<V>,
  windows: StopWindows,
  { view, window, ...one }: WaitingCase<V>,
): Promise<WaitingCase<V>> {
  await consumer.close(view, window);
  await (await window.client()).close();
  const next = await windows.open(window);
  const reopened = await consumer.reopen(view, next);
  return { ...one, window: next, view: reopened, ends: [], sent: 0 };
}

/** Presses Stop, and Stop Now as well where it is cut off, while the service has answered and nothing has come yet. */
async function stopOnItsWay<V>(
  { open, shown, stop, stopNow }: PageConsumer<V>,
  windows: StopWindows,
  load: Load<V>,
  isCutOff: boolean,
) {
  const window = await windows.open();
  const view = await open(window);
  await load.before?.(view);
  const { transport } = window;
  const [before, known] = [transport.sent(), new Set((await shown(view)).answers)];
  transport.hold();
  const loading = load.run(view);
  await until('it is on its way', () => transport.answered() > before || undefined);
  await stop(view, window);
  assert.ok((await shown(view)).isStopping);
  await (isCutOff ? stopNow(view, window) : transport.release());
  await loading;
  const { answers, ...rest } = await shown(view);
  return { ...rest, sent: transport.sent() - before, isNew: answers.some((id) => !known.has(id)) };
}
