import assert from 'node:assert/strict';
import { sumCosts } from '../../../../../src/app/cost/cost.ts';
import { Runs } from '../../../../../src/app/session/runs.ts';
import { SocialDataError } from '../../../../../src/client/errors.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import { settle } from '../../../../support/fakeClock.ts';
import { type CostClaim, wrongCosts } from './costClaims.ts';
import { namedPages, pageCount, price, type Seen } from './pagedService.ts';
import { SessionWatch } from './sessionWatch.ts';
import type { SessionWorld } from './sessionWorld.ts';
import { type Ask, type BurstStep, type ConnectionAct, type End, names, type Step } from './steps.ts';

interface Burst {
  readonly prefix: string;
  readonly runs: Runs;
  /** Over which connection its calls may be sent; undefined: they may not. */
  mayOver: string | undefined;
}

/** Sessions in a world, and who may send now: whatever was silenced, by Stop or its like, may not until somebody asks again. */
export class Schedule {
  readonly world: SessionWorld;
  /** What broke a promise. */
  readonly faults: string[] = [];
  readonly #slots: SessionWatch[];
  readonly #all: SessionWatch[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #bursts: Burst[] = [];
  /** By answer: how many callers were given it as the one that they pay for. */
  readonly #payers = new Map<string, number>();
  /** Over which connection each request went, and until when a 429 holds a connection. */
  readonly #sentOver = new WeakMap<Seen, string>();
  readonly #heldUntil = new Map<string, number>();
  /** The questions whose requests are being cut off by Stop Now. */
  #cutting: (name: string) => boolean = () => false;

  constructor(world: SessionWorld) {
    this.world = world;
    this.#slots = names.map((name) => this.#open(name));
    world.service.onRequest = (seen) => this.#check(seen);
    world.service.onHeld = (seen, until) => {
      const over = this.#sentOver.get(seen) ?? '';
      if (!seen.isCut) {
        this.#heldUntil.set(over, Math.max(until, this.#heldUntil.get(over) ?? 0));
      }
    };
    world.service.onCut = ({ name }, reason) => {
      const isLate = reason instanceof Error && reason.name === 'DeadlinePassed';
      this.#hold(isLate || this.#cutting(name), `the request of ${name} was cut off, which only Stop Now does`);
    };
    world.onConnection = () => {
      for (const { runs } of this.#bursts) {
        runs.stopForeign();
      }
    };
  }

  async do(one: Step): Promise<void> {
    const { world } = this;
    switch (one.do) {
      case 'open':
      case 'load':
      case 'more':
      case 'refresh':
      case 'retry':
        return await this.#ask(one.of, one.do);
      case 'job':
        return await this.#ask(one.of, 'more', one.pages);
      case 'stop':
      case 'stopNow':
      case 'close':
        return await this.#end(one.of, one.do);
      case 'restore':
        return await this.#restore(one.of, one.restMs);
      case 'resume':
        return await this.#resume();
      case 'removeKey':
      case 'replaceKey':
      case 'changeAddress':
      case 'changeKind':
      case 'changeKindTwice':
      case 'disconnect':
        return await this.#connect(one.do);
      case 'budget':
        return await this.#setBudget(one.calls);
      case 'burst':
        return await this.#burst(one);
      case 'otherWindow':
        world.otherWindowUntil = world.clock.now() + one.ms;
        return;
      case 'pass':
        return await world.clock.advance(one.ms);
    }
  }

  /** Lets everything come to rest, and looks at what it came to. */
  async finish(): Promise<void> {
    const { world } = this;
    await world.finish();
    await Promise.all(this.#underWay);
    for (const { session } of this.#slots) {
      this.#hold(!session.runs.isRunning, 'something still runs');
      this.#hold(!['loading', 'restoring'].includes(session.state.status), 'something still says that it loads');
    }
    for (const watch of this.#all) {
      this.faults.push(...watch.missing());
    }
    for (const { id } of world.answered) {
      const payers = this.#payers.get(id) ?? 0;
      this.#hold(payers === 1, `an answer was given to ${payers} callers as the one that they pay for`);
    }
    const { reserved, spent } = world.budget.state();
    this.#hold(reserved === 0n && spent === world.booked, 'something is still set aside, or was booked twice');
    this.faults.push(...wrongCosts(this.#claims(), world.booked));
    assert.deepEqual(this.faults, []);
  }

  /** The service is well and nothing is in the way: the same sessions go on to the end. */
  async reachTheEnd(): Promise<void> {
    const { world } = this;
    world.service.isHealthy = true;
    world.otherWindowUntil = 0;
    world.replaceKey();
    await this.#setBudget(undefined);
    await world.clock.advance(32 * 24 * 60 * 60 * 1_000); // no hold is longer
    for (const watch of this.#slots) {
      for (let acts = 0; !watch.isWhole(pageCount); acts += 1) {
        assert.ok(acts <= 4 * pageCount, 'it goes on and on');
        const going = watch.goOn(this.#connection());
        await world.finish();
        await going;
      }
    }
    await this.finish();
  }

  #open(name: string): SessionWatch {
    const { world } = this;
    const watch: SessionWatch = new SessionWatch(name, world, (exchange) => this.#paid(exchange));
    this.#all.push(watch);
    return watch;
  }

  async #ask(at: number, ask: Ask, pages = 1): Promise<void> {
    const watch = this.#slots[at];
    if (watch !== undefined && !watch.isRestoring) {
      this.#track(watch.act(ask, this.#connection(), pages));
      await settle();
    }
  }

  async #end(at: number, how: End): Promise<void> {
    const watch = this.#slots[at];
    if (watch !== undefined) {
      watch.mayOver = undefined;
      this.#endRuns(watch.session, how, (name) => name === watch.name);
      if (how === 'close') {
        this.#slots[at] = this.#open(watch.name);
      }
      await settle();
      const isOver = how !== 'stopNow' || !watch.session.runs.isRunning || this.world.readyMs > 0;
      this.#hold(isOver, 'something goes on after Stop Now');
    }
  }

  #endRuns(runs: Pick<Runs, End>, how: End, isCut: (name: string) => boolean): void {
    this.#cutting = how === 'stopNow' ? isCut : () => false;
    runs[how]();
    this.#cutting = () => false;
  }

  /** The window is loaded again: what a session showed is made again from what is kept. */
  async #restore(at: number, restMs: number): Promise<void> {
    const before = this.#slots[at];
    const pages = before?.session.state.pages ?? [];
    if (before === undefined || before.isRestoring || pages.length === 0) {
      return;
    }
    await this.#end(at, 'close');
    const watch = this.#slots[at];
    if (watch !== undefined) {
      const rest = async () => (restMs === 0 ? undefined : await this.world.clock.sleep(restMs));
      this.#track(watch.restore(pages, rest));
      await settle();
    }
  }

  async #resume(): Promise<void> {
    for (const { resume, title } of this.world.board.parked) {
      this.#slots.find(({ jobTitle }) => jobTitle === title)?.ask('more', this.#connection());
      this.#track(resume());
    }
    await settle();
  }

  /** The connection is another one: nothing that was asked over the one before may leave, also where it comes back. */
  async #connect(act: ConnectionAct): Promise<void> {
    const { world } = this;
    for (const one of [...this.#slots, ...this.#bursts]) {
      one.mayOver = undefined;
    }
    if (act === 'changeKindTwice') {
      world.changeKind();
      world.changeKind();
    } else {
      world[act]();
    }
    await settle();
  }

  /** @param calls for how many more there is room; undefined: for any number */
  async #setBudget(calls: number | undefined): Promise<void> {
    const { budget } = this.world;
    budget.setCap(calls === undefined ? undefined : budget.state().spent + BigInt(calls) * price);
    for (const { session } of calls === 0 ? [] : this.#slots) {
      session.forgetFailure(({ kind }) => kind === 'budget', 'budgetRaised');
    }
    await settle();
  }

  async #burst({ calls, isSame, afterMs, end }: BurstStep): Promise<void> {
    const { world } = this;
    const runs = new Runs(() => undefined, { connection: () => world.connection });
    const burst: Burst = { prefix: `burst${this.#bursts.length}x`, runs, mayOver: this.#connection() };
    this.#bursts.push(burst);
    for (let at = 0; at < calls; at += 1) {
      const name = `${burst.prefix}${isSame ? '' : at}`;
      const call = async () =>
        await runs.start(`call ${at}`, async (run) => {
          const exchange = await runs.call(run, async (options) => await world.client.call(namedPages, { name }, options));
          this.#paid(exchange);
        });
      this.#track(call());
    }
    await world.clock.advance(afterMs);
    switch (end) {
      case 'nothing':
        return;
      case 'noBudget':
        return await this.#setBudget(0);
      case 'removeKey':
      case 'changeKindTwice':
        return await this.#connect(end);
      case 'stop':
      case 'stopNow':
      case 'close':
        burst.mayOver = undefined;
        this.#endRuns(runs, end, (name) => name.startsWith(burst.prefix));
        return await settle();
    }
  }

  #paid({ id, from }: Exchange): void {
    if (from === 'network') {
      this.#payers.set(id, (this.#payers.get(id) ?? 0) + 1);
    }
  }

  /** Whether a request may leave. */
  #check(seen: Seen): void {
    const { world } = this;
    const { cap, spent, reserved } = world.budget.state();
    this.#hold(cap === undefined || spent + reserved <= cap, 'a request left although the budget has no room for it');
    this.#hold(seen.key === world.connection?.keyId, 'a request left with another key than the current one');
    this.#hold(seen.url.startsWith(`${world.connection?.baseUrl}/things/`), 'a request left to another address');
    this.#sentOver.set(seen, this.#connection());
    const heldUntil = this.#heldUntil.get(this.#connection()) ?? 0;
    this.#hold(world.clock.now() >= heldUntil, 'a request left although the service asked to wait');
    const burst = this.#bursts.find(({ prefix }) => seen.name.startsWith(prefix));
    const asking = this.#slots.filter(({ name }) => name === seen.name);
    const mayOver = (burst === undefined ? asking : [burst]).map((one) => one.mayOver);
    this.#hold(mayOver.includes(this.#connection()), `a request of ${seen.name} left after Stop or its like`);
    const buyers = asking.filter((one) => one.mayOver !== undefined && one.session.runs.isRunning);
    const isBoughtTwice = buyers.length > 0 && buyers.every((one) => one.hasKept(seen.url));
    this.#hold(!isBoughtTwice, `a page of ${seen.name} was bought although it is kept`);
  }

  /** What all say that they cost, and what the service charged for it. */
  #claims(): readonly CostClaim[] {
    const { service } = this.world;
    const ofNames = [...new Set(names)].map((name) => ({
      what: `the pages of ${name}`,
      cost: sumCosts(this.#all.filter((watch) => watch.name === name).map(({ session }) => session.runs.cost)),
      charged: service.chargedFor((other) => other === name),
    }));
    const ofBursts = this.#bursts.map(({ prefix, runs }) => ({
      what: 'many calls',
      cost: runs.cost,
      charged: service.chargedFor((name) => name.startsWith(prefix)),
    }));
    return [...ofNames, ...ofBursts];
  }

  #connection(): string {
    const { connection } = this.world;
    return `${connection?.kind} ${connection?.baseUrl} ${connection?.keyId}`;
  }

  #hold(isKept: boolean, what: string): void {
    if (!isKept) {
      this.faults.push(what);
    }
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
