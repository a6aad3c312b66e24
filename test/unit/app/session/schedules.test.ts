import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { amountOf } from '../../../../src/app/cost/cost.ts';
import type { PagedSession } from '../../../../src/app/session/pagedSession.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { settle } from '../../../support/fakeClock.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { type Fate, namedPages, pageCount, price, type Seen, SessionWorld } from './support/sessionWorld.ts';

type Session = PagedSession<readonly string[]>;

const names = ['a', 'b', 'c'] as const;

/** What happens, one after the other. */
type Step =
  | { readonly do: 'load' | 'more' | 'refresh' | 'retry' | 'stop' | 'stopNow' | 'close'; readonly of: number }
  | { readonly do: 'job'; readonly of: number; readonly pages: number }
  | { readonly do: 'resume' | 'removeKey' | 'replaceKey' | 'changeAddress' | 'changeKind' | 'disconnect' }
  | { readonly do: 'budget'; readonly calls: number | undefined }
  | { readonly do: 'burst'; readonly calls: number }
  | { readonly do: 'pass'; readonly ms: number };

const retryAfter = fc.oneof(
  fc.nat({ max: 90 }).map(String),
  fc.constantFrom('-5', '1.5', 'soon', '', '30, 30', 'Fri, 15 Jan 2027 08:00:20 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'),
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>('page') },
  { weight: 1, arbitrary: fc.constantFrom<Fate>('emptyPage', 'failed', 'garbage', 'cut', 'unauthorized', 'noBalance') },
  { weight: 3, arbitrary: fc.constantFrom<Fate>('refunded', 'notSent') },
  { weight: 4, arbitrary: fc.option(retryAfter, { nil: undefined }).map((after): Fate => ({ retryAfter: after })) },
);
const of = fc.nat({ max: names.length });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('load', 'more', 'refresh', 'retry'), of }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('stop', 'stopNow', 'close'), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('job'), of, pages: fc.integer({ min: 2, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('resume', 'removeKey', 'replaceKey', 'changeAddress', 'changeKind', 'disconnect'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('budget'), calls: fc.option(fc.nat({ max: 8 }), { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('burst'), calls: fc.constantFrom(3, 40, propertyRuns(1_000)) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(0, 1, 400, 3_000, 31_000, 61_000) }) },
);

/** Sessions in a world, and who may send now: whatever was silenced, by Stop or its like, may not until somebody asks again. */
class Schedule {
  readonly world: SessionWorld;
  readonly #sessions: Session[];
  /** The names of questions of which something was asked since they were silenced, and over which connection. */
  readonly #asking = new Map<string, string>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stops: AbortController[] = [];
  readonly #sentAfterStop: Seen[] = [];

  constructor(world: SessionWorld) {
    this.world = world;
    // the last one asks the same as the first: they share requests
    this.#sessions = [...names, names[0]].map((name) => world.open(name));
    world.onRequest = (seen) => {
      const { cap, spent, reserved } = world.budget.state();
      assert.ok(cap === undefined || spent + reserved <= cap, 'a request left although the budget has no room for it');
      assert.equal(seen.key, world.connection?.keyId, 'a request left with another key than the current one');
      assert.ok(seen.url.startsWith(`${world.connection?.baseUrl}/things/`), 'a request left to another address');
      if (this.#asking.get(seen.name) !== this.#connection()) {
        this.#sentAfterStop.push(seen);
      }
    };
  }

  async do(one: Step): Promise<void> {
    const { world } = this;
    switch (one.do) {
      case 'load':
        return await this.#ask(one.of, async (session) => await session.load(undefined));
      case 'more':
        return await this.#ask(one.of, async (session) => await session.loadMore());
      case 'refresh':
        return await this.#ask(one.of, async (session) => await session.refresh());
      case 'retry':
        return await this.#ask(one.of, async (session) => await session.retry());
      case 'job':
        return await this.#ask(one.of, async (session) => await session.loadMore({ pages: one.pages }));
      case 'stop':
        return await this.#silence([one.of], (session) => session.stop());
      case 'stopNow':
        return await this.#silence([one.of], (session) => session.stopNow());
      case 'close':
        await this.#silence([one.of], (session) => session.close());
        this.#sessions[one.of] = world.open(names[one.of] ?? names[0]);
        return;
      case 'resume':
        return await this.#resume();
      case 'removeKey':
        return await this.#silenceAll(() => world.removeKey());
      case 'replaceKey':
        return await this.#silenceAll(() => world.replaceKey());
      case 'changeAddress':
        return await this.#silenceAll(() => world.changeAddress());
      case 'changeKind':
        return await this.#silenceAll(() => world.changeKind());
      case 'disconnect':
        return await this.#silenceAll(() => {
          world.connection = undefined;
        });
      case 'budget': {
        const { calls } = one;
        const { spent } = world.budget.state();
        world.budget.setCap(calls === undefined ? undefined : spent + BigInt(calls) * price);
        return await settle();
      }
      case 'burst':
        return await this.#burst(one.calls);
      case 'pass':
        return await world.clock.advance(one.ms);
    }
  }

  /** Lets everything come to rest. @returns what was sent after a Stop */
  async finish(): Promise<readonly Seen[]> {
    await this.world.finish();
    await Promise.all(this.#underWay);
    assert.ok(
      this.#sessions.every((session) => !session.runs.isRunning && session.state.status !== 'loading'),
      'something still says that it loads',
    );
    return this.#sentAfterStop;
  }

  /** The service is well, nothing is in the way: the end is reached by loading on. */
  async reachTheEnd(): Promise<void> {
    const { world } = this;
    world.isHealthy = true;
    world.replaceKey();
    world.budget.setCap(undefined);
    await world.clock.advance(60_000);
    for (const [at, session] of this.#sessions.entries()) {
      const name = names[at] ?? names[0];
      this.#asking.set(name, this.#connection());
      await this.#finishing(session.load('never'));
      for (let page = 0; session.state.next !== undefined; page += 1) {
        assert.ok(page <= 2 * pageCount, 'it goes on and on');
        await this.#finishing(session.loadMore());
      }
      assert.equal(session.state.failure, undefined);
      assert.deepEqual(
        session.state.pages.flatMap(({ content }) => content),
        Array.from({ length: pageCount }, (_, number) => `${name}${number}`),
      );
    }
  }

  /** What all sessions say that they cost, the closed ones included. */
  sessionCost() {
    return this.world.sessions.reduce((sum, { runs }) => sum + amountOf(runs.cost), 0n);
  }

  async #finishing(work: Promise<void>): Promise<void> {
    await this.world.finish();
    await work;
  }

  async #ask(at: number, act: (session: Session) => Promise<void>): Promise<void> {
    const session = this.#sessions[at];
    if (session !== undefined) {
      this.#asking.set(names[at] ?? names[0], this.#connection());
      this.#track(act(session));
      await settle();
    }
  }

  async #burst(calls: number): Promise<void> {
    const stop = new AbortController();
    this.#stops.push(stop);
    for (let call = 0; call < calls; call += 1) {
      const name = `burst${this.#stops.length}-${call}`;
      this.#asking.set(name, this.#connection());
      this.#track(this.world.client.call(namedPages, { name }, { stop: stop.signal }));
    }
    await settle();
  }

  async #resume(): Promise<void> {
    for (const { resume } of this.world.board.parked) {
      for (const name of names) {
        this.#asking.set(name, this.#connection());
      }
      this.#track(resume());
    }
    await settle();
  }

  async #silence(which: readonly number[], act: (session: Session) => void): Promise<void> {
    for (const at of which) {
      const session = this.#sessions[at];
      if (session !== undefined) {
        act(session);
        const name = names[at] ?? names[0];
        const others = this.#sessions.filter((other, index) => index !== at && (names[index] ?? names[0]) === name);
        if (!others.some((other) => other.runs.isRunning && !other.isStopping)) {
          this.#asking.delete(name);
        }
      }
    }
    await settle();
  }

  /**
   * The connection is another one: nothing that was asked over the one before may leave. Views stop what waits at once, also where
   * the connection comes back; a call of no view may be sent again then.
   */
  async #silenceAll(act: () => void): Promise<void> {
    act();
    for (const [at, session] of this.#sessions.entries()) {
      this.#asking.delete(names[at] ?? names[0]);
      session.stop();
    }
    await settle();
  }

  #connection(): string {
    const { connection } = this.world;
    return `${connection?.kind} ${connection?.baseUrl} ${connection?.keyId}`;
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.catch((error: unknown) => {
      if (!(error instanceof SocialDataError)) {
        throw error;
      }
    });
    this.#underWay.add(tracked);
  }
}

describe('PagedSession, over random schedules of answers, faults and acts', () => {
  it('sends nothing after Stop or its like, keeps and counts every answer once, and reaches the end', async function () {
    this.timeout(this.timeout() * 3);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom(1, 5, 200, 2_000, 20_000), { minLength: 1, maxLength: 5 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        async (fates, delays, steps) => {
          const world = new SessionWorld(fates, delays);
          const schedule = new Schedule(world);
          for (const one of steps) {
            await schedule.do(one);
          }
          assert.deepEqual(await schedule.finish(), [], 'sent after Stop');
          const { reserved, spent } = world.budget.state();
          assert.deepEqual([reserved, spent], [0n, world.booked], 'what was set aside is free again');
          for (const exchange of world.answered) {
            const kept = world.client.quote(namedPages, { ...exchange.request.params } as { name: string }, { reuse: 'only' });
            assert.ok(
              kept === undefined ||
                world.connection === undefined ||
                kept.kind === 'kept' ||
                exchange.request.baseUrl !== world.connection.baseUrl,
              'an answer that came is kept',
            );
          }
          await schedule.reachTheEnd();
        },
      ),
      { numRuns: propertyRuns(10_000) },
    );
  });

  it('costs what the service charged, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fate.filter((one) => one !== 'cut'),
          { minLength: 1, maxLength: 12 },
        ),
        fc.array(
          step.filter((one) => one.do !== 'burst' && one.do !== 'stopNow'),
          { minLength: 1, maxLength: 20 },
        ),
        async (fates, steps) => {
          const world = new SessionWorld(fates, [1, 200]);
          const schedule = new Schedule(world);
          for (const one of steps) {
            await schedule.do(one);
          }
          await schedule.finish();
          assert.deepEqual([schedule.sessionCost(), world.booked], [world.charged, world.charged]);
        },
      ),
      { numRuns: propertyRuns(10_000) },
    );
  });
});
