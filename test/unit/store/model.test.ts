import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SocialDataError } from '../../../src/client/errors.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { createCutOffFault, type FakeReply } from '../../support/fakeTransport.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { storeFolder, type StoreFolder } from './support/testStore.ts';
import { type TestWindow, windowMaker, type WindowOptions } from './support/windowPair.ts';

const maxAgeMs = 600_000;
const minuteMs = 60_000;
/** What a call counts as whose price is not known. */
const guess = 1_000n;

/** What the service does with a question. */
type Outcome = 'answers' | 'refunds' | 'fails' | 'breaks off';

/** What should be so: the answers that are kept, what was charged for certain, and what the budget may be passed by. */
interface Model {
  /** When each question was answered, and which answer it was. */
  readonly kept: Map<string, { readonly at: number; readonly id: string }>;
  charged: bigint;
  /** What was booked for calls that may have been billed. */
  assumed: bigint;
  /** By how much calls turned out dearer than what was set aside for them. */
  dearer: bigint;
  maybe: number;
}

interface Real {
  readonly windows: [TestWindow, TestWindow];
  readonly open: () => TestWindow;
  readonly day: () => string;
  readonly now: () => number;
  readonly cap: bigint;
  readonly wait: (ms: number) => Promise<void>;
  readonly question: (number: number) => string;
  /** What any window has learned. */
  readonly priceOnDisk: () => bigint | undefined;
  readonly serve: (price: bigint, outcome: Outcome | 'holds') => void;
}

const dollars = (amount: bigint) => `0.${amount.toString().padStart(6, '0')}`;

function check(model: Readonly<Model>, real: Real): void {
  for (const { store } of real.windows) {
    const { spent, reserved } = store.spending.today();
    assert.equal(spent, model.charged + model.assumed, 'the ledger is not what the service charged');
    assert.ok(spent + reserved <= real.cap + model.dearer, `${spent} + ${reserved} of ${real.cap}`);
    assert.equal(store.spending.sum('real', real.day(), real.day()).maybeBilled, model.maybe);
  }
}

class Ask implements fc.AsyncCommand<Model, Real> {
  readonly #window: 0 | 1;
  readonly #question: number;
  readonly #price: bigint;
  readonly #outcome: Outcome;

  constructor(window: 0 | 1, question: number, price: bigint, outcome: Outcome) {
    this.#window = window;
    this.#question = question;
    this.#price = price;
    this.#outcome = outcome;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const { client, store, transport } = real.windows[this.#window];
    const question = real.question(this.#question);
    const kept = model.kept.get(question);
    const before = transport.requests.length;
    const known = real.priceOnDisk();
    const needed = known ?? guess;
    const { spent, reserved } = store.spending.today();
    real.serve(this.#price, this.#outcome);
    const came = await client.call(testLookup, { name: question }).catch((error: unknown) => {
      assert.ok(error instanceof SocialDataError, String(error));
      return error;
    });
    const hits = transport.requests.length - before;
    if (kept !== undefined && real.now() - kept.at <= maxAgeMs) {
      assert.equal(hits, 0, 'it paid again for an answer that it has');
      assert.ok(!(came instanceof SocialDataError) && came.from === 'history' && came.id === kept.id);
    } else if (came instanceof SocialDataError && came.kind === 'budget') {
      assert.equal(hits, 0);
      assert.ok(spent + reserved + (known ?? 1n) > real.cap, 'it was refused with room to spare');
    } else {
      assert.equal(hits, 1);
      const left = real.cap - spent - reserved;
      this.#book(model, real, question, came, { needed, reserved: needed < left ? needed : left });
    }
    check(model, real);
  }

  #book(
    model: Model,
    real: Real,
    question: string,
    came: unknown,
    { needed, reserved }: { readonly needed: bigint; readonly reserved: bigint },
  ): void {
    switch (this.#outcome) {
      case 'answers':
        assert.ok(typeof came === 'object' && came !== null && 'id' in came && typeof came.id === 'string');
        model.kept.set(question, { at: real.now(), id: came.id });
        break;
      case 'fails':
        break;
      case 'refunds':
        return;
      case 'breaks off':
        model.assumed += needed;
        model.maybe += 1;
        model.dearer += needed - reserved;
        return;
    }
    model.charged += this.#price;
    model.dearer += this.#price > reserved ? this.#price - reserved : 0n;
  }

  toString(): string {
    return `ask(window ${this.#window}, question ${this.#question}, ${this.#price}, ${this.#outcome})`;
  }
}

/** A window is killed while it waits for an answer; another one takes its place. */
class Kill implements fc.AsyncCommand<Model, Real> {
  readonly #window: 0 | 1;
  readonly #question: number;

  constructor(window: 0 | 1, question: number) {
    this.#window = window;
    this.#question = question;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const window = real.windows[this.#window];
    const question = real.question(this.#question);
    const needed = real.priceOnDisk() ?? guess;
    const { spent, reserved } = window.store.spending.today();
    const before = window.transport.requests.length;
    real.serve(1n, 'holds');
    const call = window.client.call(testLookup, { name: question }).catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    window.kill();
    if (window.transport.requests.length > before) {
      const left = real.cap - spent - reserved;
      model.assumed += needed;
      model.dearer += needed > left ? needed - left : 0n;
      model.maybe += 1;
    } else {
      await call; // it was refused, or served from what is kept
    }
    real.windows[this.#window] = real.open();
    check(model, real);
  }

  toString(): string {
    return `kill(window ${this.#window}, question ${this.#question})`;
  }
}

/** Something that costs nothing: time passes, an answer is deleted, all are cleared, a window closes and opens. */
class Free implements fc.AsyncCommand<Model, Real> {
  readonly #what: 'wait' | 'delete' | 'clear' | 'reload';
  readonly #number: number;

  constructor(what: 'wait' | 'delete' | 'clear' | 'reload', number: number) {
    this.#what = what;
    this.#number = number;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const at = this.#number % 2 === 0 ? 0 : 1;
    const { store } = real.windows[at];
    switch (this.#what) {
      case 'wait':
        await real.wait(this.#number * minuteMs);
        break;
      case 'delete': {
        const question = real.question(this.#number);
        const kept = model.kept.get(question);
        const all = store.exchanges.newest({ limit: 10_000 }).items;
        store.exchanges.delete(all.flatMap(({ id, params }) => (params['name'] === question ? [id] : [])));
        assert.ok(kept === undefined || all.some(({ id }) => id === kept.id), 'an answer that was given is not in the list');
        model.kept.delete(question);
        break;
      }
      case 'clear':
        store.exchanges.clear({ keepPinned: false });
        model.kept.clear();
        break;
      case 'reload':
        store.close();
        real.windows[at] = real.open();
        break;
    }
    check(model, real);
  }

  toString(): string {
    return `${this.#what}(${this.#number})`;
  }
}

/** The windows of a run, how one is opened, and what a run may do with them. */
interface Setting {
  readonly folder: StoreFolder;
  readonly open: (options: WindowOptions) => () => TestWindow;
  readonly commands: readonly fc.Arbitrary<fc.AsyncCommand<Model, Real>>[];
}

const windowNumber = fc.constantFrom<(0 | 1)[]>(0, 1);
const question = fc.nat({ max: 4 });
const outcome = fc.constantFrom<Outcome[]>('answers', 'answers', 'answers', 'refunds', 'fails', 'breaks off');
const price = fc.bigInt({ min: 1n, max: 2_000n });
const ask = fc.tuple(windowNumber, question, price, outcome).map((args) => new Ask(...args));
const kill = fc.tuple(windowNumber, question).map((args) => new Kill(...args));
const free = (...what: ConstructorParameters<typeof Free>[0][]) =>
  fc.tuple(fc.constantFrom(...what), question).map((args) => new Free(...args));

async function checkModel({ folder, open: opener, commands }: Setting): Promise<void> {
  let run = 0;
  let cap = 0n;
  let priceOnDisk: bigint | undefined;
  let next: () => FakeReply | Promise<FakeReply> = () => createCutOffFault();
  const day = () => `day ${run}`; // each run begins with nothing spent
  const open = opener({ cap: () => cap, day, reply: () => next() });
  const windows: [TestWindow, TestWindow] = [open(), open()];
  const property = fc.asyncProperty(
    fc.commands([...commands], { maxCommands: 14 }),
    fc.bigInt({ min: 0n, max: 12_000n }),
    async (some, someCap) => {
      run += 1;
      cap = someCap;
      const real: Real = {
        windows,
        open,
        day,
        cap,
        now: () => folder.clock.now(),
        wait: (ms) => folder.clock.advance(ms),
        question: (number) => `r${run}q${number}`,
        priceOnDisk: () => priceOnDisk,
        serve: (priceOf, what) => {
          next = () => {
            priceOnDisk = what === 'breaks off' || what === 'holds' ? priceOnDisk : priceOf;
            return replyOf(priceOf, what);
          };
        },
      };
      await fc.asyncModelRun(() => ({ model: { kept: new Map(), charged: 0n, assumed: 0n, dearer: 0n, maybe: 0 }, real }), some);
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(10_000, 120) });
  new Set(windows.map(({ store }) => store)).forEach((store) => store.close());
  assert.deepEqual(folder.notices, []);
}

function replyOf(charged: bigint, what: Outcome | 'holds'): FakeReply | Promise<FakeReply> {
  const headers = { 'x-price-per-call': dollars(charged) };
  switch (what) {
    case 'answers':
      return { headers };
    case 'refunds':
      return { status: 400, headers: { ...headers, 'x-refunded': 'true' } };
    case 'fails':
      return { status: 404, headers };
    case 'breaks off':
      return createCutOffFault();
    case 'holds':
      return new Promise(() => undefined);
  }
}

describe('history, ledger and budget', () => {
  it('of two windows never pay twice, never pass the cap and book what the service charges, whatever happens in which order', async () => {
    using folder = storeFolder();
    const commands = [ask, ask, kill, free('wait', 'delete', 'clear', 'reload')];
    await checkModel({ folder, open: (options) => windowMaker(folder, options), commands });
  });
});
