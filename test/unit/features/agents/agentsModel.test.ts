import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { allowanceIdleTimeoutMs, type ConsentRequest, type ConsentReply } from '../../../../src/features/agents/consents.ts';
import { userByUsername } from '../../../../src/client/endpoints/table.ts';
import { reuseAnyAge } from '../../../../src/client/policies/history.ts';
import type { BudgetState } from '../../../../src/client/policies/budget.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { priced, quickFiles, storeFolder, type StoreFolder } from '../../store/support/testStore.ts';
import { type AgentDesk, agentDesk } from './support/agentDesk.ts';

const priceOfCall = 200n;
const handles = ['ada', 'mira', 'noor', 'otto', 'pia', 'quin', 'rosa', 'sami'] as const;

/** By then all requests have ended, even after a 429. */
const maxWaitMs = 10 * 60 * 1_000;

type Handle = (typeof handles)[number];
type Place = 0 | 1;
type Outcome = 'responses' | 'refunds' | 'asks to wait';

type Step =
  | { readonly kind: 'agent'; readonly place: Place; readonly handle: Handle; readonly reply: 'no' | 'once' | bigint }
  | { readonly kind: 'person'; readonly place: Place; readonly handle: Handle }
  | { readonly kind: 'stop'; readonly place: Place }
  | { readonly kind: 'cap'; readonly of: 'agents' | 'day'; readonly cap: bigint }
  | { readonly kind: 'service'; readonly outcome: Outcome }
  | { readonly kind: 'time'; readonly ms: number }
  /** Waits until allowances have expired. */
  | { readonly kind: 'idle' };

const place = fc.constantFrom<Place>(0, 1);
const handle = fc.constantFrom(...handles);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('agent' as const),
      place,
      handle,
      reply: fc.oneof(fc.constantFrom('no' as const, 'once' as const), fc.bigInt(200n, 1_200n)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('person' as const), place, handle }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('stop' as const), place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cap' as const),
      of: fc.constantFrom('agents' as const, 'day' as const),
      cap: fc.bigInt(0n, 4_000n),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('service' as const),
      outcome: fc.constantFrom<Outcome>('responses', 'responses', 'refunds', 'asks to wait'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(2_000) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'idle' }) },
);

function assertWithin(name: string, { cap, spent, reserved }: BudgetState): void {
  assert.ok(cap === undefined || spent + reserved <= cap, `${name}: ${spent} + ${reserved} of ${cap}`);
}

/** Two windows, each with an agent, using one store and one service. Compares what is sent with what was allowed. */
class AgentsWorld {
  readonly #folder: StoreFolder;
  readonly #desks: AgentDesk[] = [];
  readonly #caps = { agents: 3_000n, day: 4_000n };
  readonly #replies: [('no' | 'once' | bigint)[], ('no' | 'once' | bigint)[]] = [[], []];
  /** Per window: what was allowed since the last Stop or expiry, and how much of it was sent. */
  readonly #allowed = [0n, 0n];
  readonly #sent = [0n, 0n];
  /** Initiators by target, for requests that are recorded but not sent. */
  readonly #askers: readonly Map<string, string>[] = [new Map<string, string>(), new Map<string, string>()];
  /** Requests that the user waits for. A request shared with an agent continues after Stop. */
  readonly #persons = [new Set<{ readonly asked: Handle }>(), new Set<{ readonly asked: Handle }>()] as const;
  readonly #answered = new Set<string>();
  /** Requests in flight, by window: two windows that send the same request at the same time both pay. */
  readonly #onTheWay = [new Set<string>(), new Set<string>()] as const;
  readonly #running: Promise<unknown>[] = [];
  /** Failed assertions during a request, collected because the client would treat them as network errors. */
  readonly #faults: unknown[] = [];
  #outcome: Outcome = 'responses';
  #requests = 0;

  constructor(folder: StoreFolder) {
    this.#folder = folder;
  }

  async open(): Promise<void> {
    for (const at of [0, 1] as const) {
      const desk = await agentDesk(this.#folder, {
        agentsCap: () => this.#caps.agents,
        dayCap: () => this.#caps.day,
        sessionCap: 3_000n,
        guess: priceOfCall,
        ask: async (query) => await this.#responseFor(at, query),
        onBegin: ({ request, initiator }) => this.#askers[at]?.set(request.target, initiator),
        reply: async ({ url }) => await this.#serve(at, url),
      });
      this.#desks.push(desk);
    }
  }

  async take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'agent':
        this.#replies[one.place]?.push(one.reply);
        this.#running.push(this.#desk(one.place).run('look_up', { text: `@${one.handle}` }));
        break;
      case 'person':
        this.#running.push(this.#askAsPerson(one.place, one.handle));
        break;
      case 'stop':
        this.#desk(one.place).services.consents.revoke();
        this.#allowed[one.place] = 0n;
        this.#sent[one.place] = 0n;
        break;
      case 'cap':
        this.#caps[one.of] = one.cap;
        break;
      case 'service':
        this.#outcome = one.outcome;
        break;
      case 'time':
        await this.#folder.clock.advance(one.ms);
        break;
      case 'idle':
        await this.#folder.clock.advance(allowanceIdleTimeoutMs + maxWaitMs);
        this.#allowed.fill(0n);
        this.#sent.fill(0n);
        break;
    }
    await this.#folder.clock.advance(0);
  }

  async #askAsPerson(at: Place, asked: Handle): Promise<void> {
    const wait = { asked };
    this.#persons[at].add(wait);
    const options = { initiator: 'command', reuse: reuseAnyAge } as const;
    await this.#desk(at)
      .client.call(userByUsername, { username: asked }, options)
      .catch(() => undefined);
    this.#persons[at].delete(wait);
  }

  /** Waits until all requests have ended. @returns how many were sent */
  async end(): Promise<number> {
    this.#outcome = 'responses';
    let isOver = false;
    void Promise.all(this.#running).finally(() => {
      isOver = true;
    });
    for (let turns = 0; !isOver && turns < 500; turns += 1) {
      await this.#folder.clock.advance(5_000);
    }
    await Promise.all(this.#running);
    assert.deepEqual(this.#faults, []);
    for (const { store } of this.#desks) {
      assert.equal(store.spending.agentsToday().reserved, 0n, 'nothing stays set aside');
    }
    return this.#requests;
  }

  #desk(at: Place): AgentDesk {
    const desk = this.#desks[at];
    assert.ok(desk !== undefined);
    return desk;
  }

  /** Replies after a delay, unless agents were stopped. */
  async #responseFor(at: Place, { price }: ConsentRequest): Promise<ConsentReply> {
    const { consents } = this.#desk(at).services;
    const { stopped } = consents;
    const reply = this.#replies[at]?.shift() ?? 'no';
    await this.#folder.clock.sleep(500);
    if (!stopped.aborted && reply !== 'no') {
      this.#allowed[at] = (this.#allowed[at] ?? 0n) + (reply === 'once' ? price : reply);
    }
    return typeof reply === 'bigint' ? { upTo: reply } : reply;
  }

  #hold(at: Place, target: string): void {
    assert.ok(!this.#answered.has(target), `${target} was paid for and kept`);
    assert.ok(!this.#onTheWay[at].has(target), `${target} is on its way`);
    const { services, budget, store } = this.#desk(at);
    assertWithin('the day', store.spending.today());
    assertWithin('the session', budget.state());
    if (this.#askers[at]?.get(target) === 'tool') {
      assertWithin('agents', services.budgets().agents);
    }
    const isForPerson = [...this.#persons[at]].some(({ asked }) => target.includes(`/${asked}?`));
    if (this.#askers[at]?.get(target) === 'tool' && !isForPerson) {
      const sent = (this.#sent[at] ?? 0n) + (this.#outcome === 'responses' ? priceOfCall : 0n);
      this.#sent[at] = sent;
      assert.ok(sent <= (this.#allowed[at] ?? 0n), 'more was sent than was allowed');
      assert.ok((this.#allowed[at] ?? 0n) > 0n, 'nothing is sent that nobody allowed');
    }
  }

  async #serve(at: Place, url: string) {
    this.#requests += 1;
    const target = new URL(url).pathname.replace('/base', '') + new URL(url).search;
    try {
      this.#hold(at, target);
    } catch (fault) {
      this.#faults.push(fault);
    }
    const outcome = this.#outcome;
    this.#onTheWay[at].add(target);
    await this.#folder.clock.sleep(700);
    this.#onTheWay[at].delete(target);
    if (outcome === 'responses') {
      this.#answered.add(target);
    }
    switch (outcome) {
      case 'responses':
        return priced('0.0002', undefined, { data: { id: '1', username: 'ada' } });
      case 'refunds':
        return { status: 404, headers: { 'x-price-per-call': '0.0002', 'x-refunded': 'true' }, body: { error: 'gone' } };
      case 'asks to wait':
        return { status: 429, headers: { 'retry-after': '3' }, body: { error: 'wait' } };
    }
  }
}

describe('agents in two windows', () => {
  it("never exceed caps or consent, pay once per response, and don't send requests after Stop", async () => {
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 32 }), async (steps) => {
        using folder = storeFolder('disk', quickFiles);
        const world = new AgentsWorld(folder);
        await world.open();
        for (const one of steps) {
          await world.take(one);
        }
        requests += await world.end();
      }),
      { numRuns: propertyRuns(10_000, 100) },
    );
    assert.ok(requests > 20, `${requests} requests hold nothing against anything`);
  });
});
