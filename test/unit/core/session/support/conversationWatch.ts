import { isFreeCost } from '../../../../../src/core/cost/cost.ts';
import { Conversation } from '../../../../../src/features/threads/conversation.ts';
import type { ThreadPage } from '../../../../../src/features/threads/threadPage.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import type { RestorableThread } from '../../../../../src/features/threads/threadContract.ts';
import { madeTweet, simplePage } from '../../../features/threads/madeTweet.ts';
import { pageCount } from './pagedService.ts';
import type { SessionWorld } from './sessionWorld.ts';
import type { Ask } from './steps.ts';
import type { ViewWatch } from './viewWatch.ts';

/** A conversation with pages of replies, each with a branch that continues. */
export class ConversationWatch implements ViewWatch {
  readonly name: string;
  isRestoring = false;
  mayOver: string | undefined;
  readonly #world: SessionWorld;
  readonly #onGiven: (exchange: Exchange) => void;
  readonly #before: RestorableThread | undefined;
  readonly #conversation: Conversation;
  readonly #faults: string[] = [];
  readonly #given = new Set<string>();
  readonly #shown = new Set<string>();
  #pages: readonly string[] = [];
  /** When it was last started, and the commands since. */
  #lastCommand: { readonly at: number; readonly asks: Set<Ask> } = { at: 0, asks: new Set() };
  /** Whether a part was stopped since the last command, and the failure at that time. */
  #isSilenced = false;
  #failedBefore: Conversation['state']['failure'];

  /** @param given called with each received response */
  constructor(name: string, world: SessionWorld, given: (exchange: Exchange) => void, before?: RestorableThread) {
    this.name = name;
    this.#world = world;
    this.#onGiven = given;
    this.#before = before;
    this.#conversation = new Conversation(name, before?.ranking ?? 'Relevance', {
      client: async () =>
        await world.ready((exchange) => {
          given(exchange);
          if (!this.runs.isClosed) {
            this.#given.add(exchange.id);
          }
        }),
      read: (exchange) => pageOf(name, exchange),
      changed: () => this.#look(),
    });
  }

  get runs() {
    return this.#conversation.runs;
  }

  get isFresh(): boolean {
    return this.runs.isRunning && this.#lastCommand.asks.has('retry');
  }

  get hasPages(): boolean {
    return this.#conversation.snapshot.pages.length > 0;
  }

  get hasNext(): boolean {
    return this.#conversation.snapshot.nextToFetch !== undefined;
  }

  get saysBusy(): boolean {
    const { busy, completing, isLoading, phase } = this.#conversation.state;
    return isLoading || busy.length > 0 || completing !== undefined || phase === 'loading';
  }

  get isWhole(): boolean {
    const { failure } = this.#conversation.state;
    return this.hasPages && failure === undefined && !this.hasNext && this.#ids.length === 2 * pageCount + 1;
  }

  silence(): void {
    this.mayOver = undefined;
    this.#isSilenced = true;
  }

  /** Lines load simultaneously, so a command may also send other loads. */
  ask(ask: Ask, connection: string): void {
    if (!this.runs.isRunning) {
      this.#lastCommand = { at: this.#world.clock.now(), asks: new Set() };
      this.#isSilenced = false;
    }
    this.mayOver = connection;
    this.#failedBefore = this.#conversation.state.failure;
    this.#lastCommand.asks.add(ask);
  }

  async act(ask: Ask, connection: string, pages = 1): Promise<void> {
    const conversation = this.#conversation;
    this.ask(ask, connection);
    switch (ask) {
      case 'open':
      case 'load':
      case 'refresh':
        return await conversation.open();
      case 'more':
        return await (pages === 1 ? conversation.load(conversation.snapshot.nextToFetch ?? '') : this.#complete(pages));
      case 'retry':
        return await conversation.state.failure?.retry();
    }
  }

  async goOn(connection: string): Promise<void> {
    const { failure } = this.#conversation.state;
    await this.act(failure !== undefined ? 'retry' : this.hasPages ? 'more' : 'load', connection);
  }

  next(): ConversationWatch {
    return new ConversationWatch(this.name, this.#world, this.#onGiven, this.#conversation.snapshot.source);
  }

  async restore(rest: () => Promise<unknown>): Promise<void> {
    const ids = (this.#before?.pages ?? []).map(({ exchangeId }) => exchangeId);
    this.isRestoring = true;
    await this.#conversation.restore(this.#before?.pages ?? [], async (id) => {
      await rest();
      const stored = this.#world.received.find((exchange) => exchange.id === id);
      return stored === undefined ? undefined : { ...stored, from: 'history' };
    });
    this.isRestoring = false;
    if (!this.runs.isClosed) {
      const shown = this.#conversation.snapshot.pages.map(({ exchange }) => exchange.id);
      this.#hold(startsWith(shown, ids), 'a stored page was not restored');
      this.#hold(isFreeCost(this.runs.cost), 'restoring was not free');
    }
  }

  forgetBudget(): void {
    // a thread shows its failure until the next load
  }

  wants(): boolean {
    return true;
  }

  hasStored(url: string): boolean {
    const [first] = this.#conversation.snapshot.pages;
    // later pages must not be older than the first page
    const since = first === undefined || !url.includes('cursor=') ? -Infinity : first.exchange.sentAt;
    return (
      !this.isFresh &&
      this.#world.received.some(
        ({ request, sentAt, durationMs }) =>
          request.baseUrl + request.target === url && sentAt + durationMs < this.#lastCommand.at && sentAt >= since,
      )
    );
  }

  missing(): readonly string[] {
    const lost = [...this.#given].filter((id) => !this.#shown.has(id));
    return [...this.#faults, ...lost.map(() => `a response for ${this.name} was never shown`)];
  }

  get #ids(): readonly string[] {
    return this.#conversation.snapshot.rows.flatMap((row) => (row.kind === 'post' ? [row.id] : []));
  }

  async #complete(atMost: number): Promise<void> {
    await this.#conversation.complete({ atMost });
  }

  #look(): void {
    const { snapshot, state } = this.#conversation;
    const isNew = state.failure !== this.#failedBefore;
    this.#hold(this.#isSilenced || !isNew || state.failure?.error.kind !== 'cancelled', 'it was canceled without Stop');
    const shown = snapshot.pages.map(({ exchange }) => exchange.id);
    this.#hold(new Set(shown).size === shown.length, 'a response is shown twice');
    const replies = snapshot.pages.filter(({ page: { cursor } }) => cursor?.includes('-b') !== true);
    const places = replies.map(({ page: { cursor = '0' } }) => Number(/\d+$/.exec(cursor)));
    this.#hold(
      places.every((place, at) => place === at),
      `the pages are ${places.join()}`,
    );
    this.#hold(
      this.#pages.every((id) => shown.includes(id)),
      'a shown page disappeared',
    );
    this.#pages = shown;
    for (const id of shown) {
      this.#shown.add(id);
    }
  }

  #hold(isStored: boolean, what: string): void {
    if (!isStored) {
      this.#faults.push(what);
    }
  }
}

/** Reads the test service's records. */
function pageOf(focalId: string, { request, value }: Exchange): ThreadPage {
  const { ids, branch } = value as { readonly ids: readonly string[]; readonly branch?: string };
  const { cursor } = request.params;
  const params = { postId: focalId, cursor: typeof cursor === 'string' ? cursor : undefined };
  const data = ids.map((id) => madeTweet(id, id === focalId ? undefined : focalId));
  const page = simplePage({ data, nextCursor: null, hasNextPage: false }, params);
  const more = { kind: 'more', cursorType: 'ShowMore', moduleId: 'm', label: undefined } as const;
  return branch === undefined ? page : { ...page, places: [...page.places, { ...more, cursor: branch }] };
}

function startsWith(ids: readonly string[], before: readonly string[]): boolean {
  return before.every((id, at) => ids[at] === id);
}
