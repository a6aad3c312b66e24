import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SocialDataError } from '../../../src/client/errors.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import type { WireRequest } from '../../../src/client/transport.ts';
import { flushPromises } from '../../support/fakeClock.ts';
import { createCutOffFault, type FakeReply } from '../../support/fakeTransport.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { priced, storeFolder, type StoreFolder } from './support/testStore.ts';
import { type TestWindow, windowMaker } from './support/windowPair.ts';

const maxAgeMs = 600_000;
const deadlineMs = 90_000;
const windowCount = 3;

/** What the service does with a question. */
type Outcome = 'answers' | 'refuses' | 'breaks off';

const replies: Readonly<Record<Outcome, FakeReply>> = {
  answers: priced('0.0002'),
  refuses: { status: 404, headers: { 'x-price-per-call': '0.0002' } },
  'breaks off': createCutOffFault(),
};

/** One step of an interleaving; `which` chooses among those that are open. */
type Step =
  | { readonly does: 'ask'; readonly window: number; readonly question: string; readonly isNew: boolean }
  | { readonly does: 'reply'; readonly which: number; readonly outcome: Outcome }
  | { readonly does: 'cancel'; readonly which: number }
  | { readonly does: 'kill'; readonly window: number }
  | { readonly does: 'wait'; readonly ms: number }
  | { readonly does: 'forget'; readonly question: string };

/** A person's question, in a window, until it has an answer or an error. */
interface Ask {
  readonly window: number;
  readonly question: string;
  /** Only a new answer will do. */
  readonly isNew: boolean;
  readonly askedAt: number;
  readonly controller: AbortController;
  came?: Exchange | SocialDataError;
  cameAt?: number;
}

/** A request at the service. */
interface Hit {
  readonly window: number;
  readonly question: string;
  readonly isNew: boolean;
  readonly sentAt: number;
  readonly reply: (reply: FakeReply) => void;
  /** It was answered, or nobody waits for the answer any more. */
  isOver: boolean;
}

/** Windows over one store, a service that answers when it is asked to, and what must be so at every request. */
class Interleaving {
  readonly #folder: StoreFolder;
  readonly #day: string;
  readonly #windows: TestWindow[];
  readonly #open: () => TestWindow;
  readonly #dead = new Set<number>();
  readonly #asks: Ask[] = [];
  readonly #hits: Hit[] = [];
  /** When the newest good answer of each question was sent. */
  readonly #kept = new Map<string, number>();
  /** What a request showed that must never happen: a call ends with it. */
  readonly #faults: unknown[] = [];
  #isAskingNew = false;

  /** @param windows whose day is `day` and whose requests are handed to `serve`; `open` takes the place of one that is killed */
  constructor(folder: StoreFolder, day: string, windows: TestWindow[], open: () => TestWindow) {
    this.#folder = folder;
    this.#day = day;
    this.#windows = windows;
    this.#open = open;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#take(step);
      await flushPromises();
      this.#hangUp();
      assert.deepEqual(this.#faults, []);
    }
    await this.#finish();
    assert.deepEqual(this.#faults, []);
    const store = this.#window(0).store;
    const { calls } = store.spending.sum('real', this.#day, this.#day);
    assert.equal(calls, this.#hits.length, 'the ledger has a line for every request');
    assert.equal(store.spending.today().reserved, 0n);
    const paid = this.#asks.flatMap(({ came }) => (isExchange(came) && came.from === 'network' ? [came.id] : []));
    assert.equal(new Set(paid).size, paid.length, 'of those who share an answer, one paid');
  }

  /** How often somebody waited for the answer to another window's request and got it. */
  shared(): number {
    return this.#asks.filter(
      ({ came, askedAt }) => isExchange(came) && came.from === 'history' && came.sentAt + came.durationMs > askedAt,
    ).length;
  }

  async #take(step: Step): Promise<void> {
    switch (step.does) {
      case 'ask':
        this.#ask(step.window, step.question, step.isNew);
        await flushPromises();
        this.#isAskingNew = false;
        break;
      case 'reply': {
        const open = this.#hits.filter((hit) => this.#isLive(hit));
        const hit = open[step.which % open.length];
        if (hit !== undefined) {
          this.#reply(hit, step.outcome);
        }
        break;
      }
      case 'cancel': {
        const open = this.#asks.filter(({ came }) => came === undefined);
        open[step.which % open.length]?.controller.abort();
        break;
      }
      case 'kill': {
        const window = this.#window(step.window);
        this.#dead.add(window.number);
        window.kill();
        this.#windows[step.window] = this.#open();
        break;
      }
      case 'wait':
        await this.#folder.clock.advance(step.ms);
        break;
      case 'forget': {
        const { exchanges } = this.#window(0).store;
        const all = exchanges.exchangesByDay(this.#day).items;
        exchanges.delete(all.flatMap(({ id, params }) => (params['name'] === this.#name(step.question) ? [id] : [])));
        this.#kept.delete(step.question);
        break;
      }
    }
  }

  #ask(at: number, question: string, isNew: boolean): void {
    const window = this.#window(at);
    const ask: Ask = {
      window: window.number,
      question,
      isNew,
      askedAt: this.#folder.clock.now(),
      controller: new AbortController(),
    };
    this.#asks.push(ask);
    this.#isAskingNew = isNew;
    const { signal } = ask.controller;
    const came = (end: Exchange | SocialDataError) => {
      ask.came = end;
      ask.cameAt = this.#folder.clock.now();
    };
    window.client
      .call(testLookup, { name: this.#name(question) }, { signal, reuse: isNew ? 'never' : { maxAgeMs } })
      .then(came, (error: unknown) => {
        if (error instanceof SocialDataError) {
          came(error);
        } else {
          this.#faults.push(error);
        }
      });
  }

  /** The service gets a request: what must never happen would show here. */
  serve({ url }: WireRequest, window: number): Promise<FakeReply> {
    const question = new URL(url).pathname.split('-').at(-1) ?? '';
    const now = this.#folder.clock.now();
    const isNew = this.#isAskingNew;
    if (!isNew) {
      assert.ok(!this.#hits.some((hit) => hit.question === question && this.#isLive(hit)), `${question} is asked twice at once`);
      const keptAt = this.#kept.get(question);
      assert.ok(keptAt === undefined || now - keptAt > maxAgeMs, `${question} is bought again`);
    }
    const { promise, resolve } = Promise.withResolvers<FakeReply>();
    this.#hits.push({ window, question, isNew, sentAt: now, reply: resolve, isOver: false });
    return promise;
  }

  #reply(hit: Hit, outcome: Outcome): void {
    hit.isOver = true;
    hit.reply(replies[outcome]);
    if (outcome === 'answers') {
      this.#kept.set(hit.question, Math.max(hit.sentAt, this.#kept.get(hit.question) ?? 0));
    }
  }

  /** Notes the requests for whose answer nobody waits any more. */
  #hangUp(): void {
    for (const hit of this.#hits) {
      hit.isOver ||= !this.#isLive(hit);
    }
  }

  /** Whether somebody still waits for the answer to a request. */
  #isLive(hit: Hit): boolean {
    return (
      !hit.isOver &&
      !this.#dead.has(hit.window) &&
      this.#asks.some(
        ({ window, question, isNew, came }) =>
          window === hit.window && question === hit.question && isNew === hit.isNew && came === undefined,
      )
    );
  }

  /** The service answers everything; then everybody has an answer, or an error that fits. */
  async #finish(): Promise<void> {
    const isOpen = () => this.#asks.some(({ window, came }) => came === undefined && !this.#dead.has(window));
    for (let left = 4 * windowCount; left > 0 && isOpen(); left -= 1) {
      for (const hit of this.#hits.filter((hit) => this.#isLive(hit))) {
        this.#reply(hit, 'answers');
      }
      await this.#folder.clock.advance(500);
    }
    assert.ok(!isOpen(), 'somebody waits for ever');
    for (const ask of this.#asks) {
      if (ask.came instanceof SocialDataError && ask.came.kind === 'duplicateInFlight' && !this.#dead.has(ask.window)) {
        assert.ok(this.#hasWaitedLong(ask), 'it gave up while there was time for a call of its own');
      }
    }
  }

  /** Whether it waited for half of its time, or an earlier one of its window did whose wait it had joined. */
  #hasWaitedLong({ window, question, cameAt = 0 }: Ask): boolean {
    return this.#asks.some(
      (ask) => ask.window === window && ask.question === question && !ask.isNew && cameAt - ask.askedAt > deadlineMs / 2,
    );
  }

  #window(index: number): TestWindow {
    const window = this.#windows[index];
    assert.ok(window);
    return window;
  }

  /** Each run has questions of its own: all share one store. */
  #name(question: string): string {
    return `${this.#day}-${question}`;
  }
}

function isExchange(came: Ask['came']): came is Exchange {
  return came !== undefined && !(came instanceof SocialDataError);
}

const aWindow = fc.nat({ max: windowCount - 1 });
const aQuestion = fc.constantFrom('a', 'b');
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      window: aWindow,
      question: aQuestion,
      isNew: fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 7),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('reply' as const),
      which: fc.nat({ max: 9 }),
      outcome: fc.constantFrom<Outcome[]>('answers', 'answers', 'refuses', 'breaks off'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(1, 49, 50, 500, 40_000, 89_999, 90_000) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), which: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('kill' as const), window: aWindow }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forget' as const), question: aQuestion }) },
);

describe('windows that ask the same questions at the same moments', () => {
  it('have no two calls of a question under way and buy no answer that is kept, in whatever order things happen', async () => {
    using folder = storeFolder();
    let runs = 0;
    let shared = 0;
    let serve: Interleaving['serve'] | undefined;
    const day = () => `day${runs}`;
    const open = windowMaker(folder, {
      cap: () => undefined,
      day,
      reply: (request, window) => serve?.(request, window) ?? createCutOffFault(),
    });
    const windows = Array.from({ length: windowCount }, open);
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 2, maxLength: 24 }), async (steps) => {
        runs += 1;
        const interleaving = new Interleaving(folder, day(), windows, open);
        serve = (request, window) => interleaving.serve(request, window);
        await interleaving.run(steps);
        shared += interleaving.shared();
      }),
      { numRuns: propertyRuns(10_000, 150) },
    );
    windows.forEach(({ store }) => store.close());
    assert.ok(shared > runs / 50, `only ${shared} answers were shared in ${runs} runs`);
    assert.deepEqual(folder.notices, []);
  });
});
