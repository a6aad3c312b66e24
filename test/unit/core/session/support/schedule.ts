import assert from 'node:assert/strict';
import { SocialDataError } from '../../../../../src/client/errors.ts';
import { type Exchange, toQueryIdentity } from '../../../../../src/client/exchange.ts';
import { flushPromises } from '../../../../support/fakeClock.ts';
import { Burst } from './burst.ts';
import { claimsOf, wrongCosts } from './costClaims.ts';
import { pageCount, price, type Seen } from './pagedService.ts';
import { ConversationWatch } from './conversationWatch.ts';
import { SessionWatch } from './sessionWatch.ts';
import type { SessionWorld } from './sessionWorld.ts';
import { type Ask, type BurstStep, type ConnectionAct, type End, isConversation, names, type Step } from './steps.ts';
import type { ViewWatch } from './viewWatch.ts';

/** Sessions in a world, and which of them may send requests: not after Stop or similar, until the next command. */
export class Schedule {
  readonly world: SessionWorld;
  /** Descriptions of violated expectations. */
  readonly faults: string[] = [];
  readonly #slots: ViewWatch[];
  readonly #all: ViewWatch[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #bursts: Burst[] = [];
  /** How many sessions ended while a call was waiting. */
  endedWaiting = 0;
  /** By response: how many callers were charged for it. */
  readonly #payers = new Map<string, number>();
  /** The connection of each request, and until when a 429 holds a connection. */
  readonly #sentOver = new WeakMap<Seen, string>();
  readonly #heldUntil = new Map<string, number>();

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
      this.#hold(isLate, `the request of ${name} was cut off`);
    };
  }

  /** Loads this many pages in each session without faults. */
  async begin(loaded: readonly number[]): Promise<void> {
    const { service } = this.world;
    service.isHealthy = true;
    for (const [at, watch] of this.#slots.entries()) {
      for (let page = 0; page < (loaded[at] ?? 0); page += 1) {
        await this.#finishing(watch.act(page === 0 ? 'load' : 'more', this.#connection()));
      }
      watch.mayOver = undefined;
    }
    service.isHealthy = false;
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
      case 'close':
        return await this.#end(one.of, one.do);
      case 'endWaiting':
        return await this.#endWaiting(one.of, one.end);
      case 'restore':
        return await this.#restore(one.of, one.restMs);
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
      case 'pass':
        return await world.clock.advance(one.ms);
    }
  }

  /** Waits until nothing is pending and checks the result. */
  async finish(): Promise<void> {
    const { world } = this;
    await world.finish();
    await Promise.all(this.#underWay);
    for (const { runs, saysBusy } of this.#slots) {
      this.#hold(!runs.isRunning, 'a run is still active');
      this.#hold(!saysBusy, 'a view still shows that it is loading');
    }
    for (const watch of this.#all) {
      this.faults.push(...watch.missing());
    }
    for (const { id, request } of world.received) {
      const payers = this.#payers.get(id) ?? 0;
      this.#hold(world.history.find(toQueryIdentity(request)) !== undefined, 'a received response is not stored');
      this.#hold(payers === 1, `a response was charged to ${payers} callers`);
    }
    const { reserved, spent } = world.budget.state();
    this.#hold(reserved === 0n && spent === world.booked, 'an amount is still reserved or was booked twice');
    this.faults.push(...wrongCosts(claimsOf(world.service, this.#all, this.#bursts), world.booked));
    assert.deepEqual(this.faults, []);
  }

  /** Without further faults, the same sessions reach the end. */
  async reachTheEnd(): Promise<void> {
    const { world } = this;
    world.service.isHealthy = true;
    if ((await world.connection?.credentials()) === undefined) {
      world.replaceKey();
    }
    await this.#setBudget(undefined);
    await world.clock.advance(32 * 24 * 60 * 60 * 1_000); // longer than any hold
    for (const watch of this.#slots) {
      for (let acts = 0; !watch.isWhole; acts += 1) {
        assert.ok(acts <= 4 * pageCount, 'it never ends');
        await this.#finishing(watch.goOn(this.#connection()));
      }
    }
    await this.finish();
  }

  async #finishing(work: Promise<void>): Promise<void> {
    await this.world.finish();
    await work;
  }

  #open(name: string): ViewWatch {
    const given = (exchange: Exchange) => this.#paid(exchange);
    return this.#watch(
      isConversation(name) ? new ConversationWatch(name, this.world, given) : new SessionWatch(name, this.world, given),
    );
  }

  #watch(watch: ViewWatch): ViewWatch {
    this.#all.push(watch);
    return watch;
  }

  async #ask(at: number, ask: Ask, pages = 1): Promise<void> {
    const watch = this.#slots[at];
    if (watch !== undefined && !watch.isRestoring) {
      this.#track(watch.act(ask, this.#connection(), pages));
      await flushPromises();
    }
  }

  async #end(at: number, how: End): Promise<void> {
    const { world } = this;
    const watch = this.#slots[at];
    if (watch !== undefined) {
      watch.silence();
      watch.runs[how]();
      if (how === 'close') {
        this.#slots[at] = this.#watch(watch.next());
      }
      await flushPromises();
      const isComing = world.service.isOnItsWay(({ name }) => name === watch.name);
      const isOver = isComing || world.readyMs > 0 || !watch.runs.isRunning;
      this.#hold(isOver, 'a run continues, although it was stopped and no request is in flight');
    }
  }

  /** Requests one more page until it waits: for a retry, a hold, a free connection, or another window. */
  async #endWaiting(at: number, how: End): Promise<void> {
    const { clock } = this.world;
    const watch = this.#slots[at];
    if (watch === undefined) {
      return;
    }
    const { runs } = watch;
    await this.#ask(at, watch.hasNext ? 'more' : 'refresh', 3);
    for (let steps = 0; runs.isRunning && runs.pending.waiting === undefined && steps < 20; steps += 1) {
      await clock.advanceToNext();
    }
    this.endedWaiting += runs.pending.waiting === undefined ? 0 : 1;
    await this.#end(at, how);
  }

  /** The window reloads, so a session is restored from history. */
  async #restore(at: number, restMs: number): Promise<void> {
    const before = this.#slots[at];
    if (before === undefined || before.isRestoring || !before.hasPages) {
      return;
    }
    await this.#end(at, 'close');
    const watch = this.#slots[at];
    if (watch !== undefined) {
      const rest = async () => (restMs === 0 ? undefined : await this.world.clock.sleep(restMs));
      this.#track(watch.restore(rest));
      await flushPromises();
    }
  }

  /** The connection changes. Calls that wait over the previous one must not be sent, even if it is selected again. */
  async #connect(act: ConnectionAct): Promise<void> {
    const { world } = this;
    if (act === 'changeKindTwice') {
      world.changeKind();
      world.changeKind();
    } else {
      world[act]();
    }
    await flushPromises();
  }

  /** @param calls how many more calls the budget allows; undefined: any number */
  async #setBudget(calls: number | undefined): Promise<void> {
    const { budget } = this.world;
    budget.setCap(calls === undefined ? undefined : budget.state().spent + BigInt(calls) * price);
    for (const watch of calls === 0 ? [] : this.#slots) {
      watch.forgetBudget();
    }
    await flushPromises();
  }

  async #burst({ calls, isSame, isView, afterMs, end }: BurstStep): Promise<void> {
    const { world } = this;
    const burst = new Burst(`burst${this.#bursts.length}x`, isView, world);
    burst.mayOver = this.#connection();
    this.#bursts.push(burst);
    for (const call of burst.ask(calls, isSame)) {
      this.#track(call.then((exchange) => this.#paid(exchange)));
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
      case 'close':
        burst.mayOver = undefined;
        burst.runs[end]();
        return await flushPromises();
    }
  }

  #paid({ id, from }: Exchange): void {
    if (from === 'network') {
      this.#payers.set(id, (this.#payers.get(id) ?? 0) + 1);
    }
  }

  /** Whether a request may be sent. */
  #check(seen: Seen): void {
    const { world } = this;
    const { cap, spent, reserved } = world.budget.state();
    this.#hold(cap === undefined || spent + reserved <= cap, 'a request was sent that exceeds the budget');
    this.#hold(seen.key === world.connection?.keyId, 'a request was sent with a key other than the current one');
    this.#hold(seen.url.startsWith(`${world.connection?.baseUrl}/`), 'a request was sent to a different address');
    this.#sentOver.set(seen, this.#connection());
    const heldUntil = this.#heldUntil.get(this.#connection()) ?? 0;
    this.#hold(world.clock.now() >= heldUntil, 'a request was sent during a rate limit');
    const burst = this.#bursts.find(({ prefix }) => seen.name.startsWith(prefix));
    const asking = this.#slots.filter((one) => one.name === seen.name && one.wants(seen.url));
    const mayOver = (burst === undefined ? asking : [burst]).map((one) => one.mayOver);
    this.#hold(
      mayOver.some((one) => one !== undefined),
      `a request of ${seen.name} was sent after Stop or similar`,
    );
    const buyers = asking.filter((one) => one.mayOver !== undefined && one.runs.isRunning);
    const isFresh = asking.some((one) => one.isFresh);
    const isTwice = world.service.isOnItsWay((other) => other !== seen && other.url === seen.url);
    this.#hold(isFresh || !isTwice, `a page of ${seen.name} was requested, although it is in flight`);
    const isPaidTwice = buyers.length > 0 && buyers.every((one) => one.hasStored(seen.url));
    this.#hold(!isPaidTwice, `a page of ${seen.name} was paid for, although it is stored`);
  }

  #connection(): string {
    const { connection } = this.world;
    return `${connection?.kind} ${connection?.baseUrl} ${connection?.keyId}`;
  }

  #hold(isStored: boolean, what: string): void {
    if (!isStored) {
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
