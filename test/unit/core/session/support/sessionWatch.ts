import type { Runs } from '../../../../../src/core/session/runs.ts';
import type { LoadedPage } from '../../../../../src/core/session/pagedSession.ts';
import { isFreeCost } from '../../../../../src/core/cost/cost.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import type { PageContent, SessionWorld, WorldSession } from './sessionWorld.ts';
import { pageCount } from './pagedService.ts';
import type { Ask } from './steps.ts';
import type { ViewWatch } from './viewWatch.ts';

type Pages = readonly LoadedPage<PageContent>[];

/** One session of a query. */
export class SessionWatch implements ViewWatch {
  readonly name: string;
  readonly session: WorldSession;
  isRestoring = false;
  mayOver: string | undefined;
  readonly #world: SessionWorld;
  readonly #onGiven: (exchange: Exchange) => void;
  /** The responses that it is restored from. */
  readonly #before: Pages;
  readonly #faults: string[] = [];
  readonly #given = new Set<string>();
  readonly #shown = new Set<string>();
  #lastCommand: { readonly ask: Ask; readonly at: number } = { ask: 'load', at: 0 };
  #pages: Pages = [];
  /** Whether it was stopped since the last command. */
  #isSilenced = false;

  /** @param given called with each received response */
  constructor(name: string, world: SessionWorld, given: (exchange: Exchange) => void, before: Pages = []) {
    this.name = name;
    this.#world = world;
    this.#onGiven = given;
    this.#before = before;
    this.session = world.open(name, {
      changed: () => this.#look(),
      came: (exchange) => {
        given(exchange);
        // a refresh shows its pages only once all of them have arrived
        if (!this.session.isClosed && !this.isFresh) {
          this.#given.add(exchange.id);
        }
      },
    });
  }

  get runs(): Runs {
    return this.session.runs;
  }

  get hasPages(): boolean {
    return this.session.state.pages.length > 0;
  }

  get hasNext(): boolean {
    return this.session.state.next !== undefined;
  }

  get saysBusy(): boolean {
    return this.session.isLoading;
  }

  get isFresh(): boolean {
    return this.session.runs.isRunning && (this.#lastCommand.ask === 'refresh' || this.#lastCommand.ask === 'retry');
  }

  silence(): void {
    this.mayOver = undefined;
    this.#isSilenced = true;
  }

  /** A command during a load waits for that load. */
  ask(ask: Ask, connection: string): void {
    if (!this.session.runs.isRunning) {
      this.mayOver = connection;
      this.#isSilenced = false;
      this.#lastCommand = { ask, at: this.#world.clock.now() };
    }
  }

  async act(ask: Ask, connection: string, pages = 1): Promise<void> {
    const { session } = this;
    this.ask(ask, connection);
    switch (ask) {
      case 'open':
        return await session.open();
      case 'load':
        return await session.load();
      case 'more':
        return await session.loadMore(pages);
      case 'refresh':
        return await session.refresh();
      case 'retry':
        return await session.retry();
    }
  }

  async goOn(connection: string): Promise<void> {
    const { failure, next, pages } = this.session.state;
    if (failure !== undefined) {
      await this.act('retry', connection);
    } else if (pages.length === 0) {
      await this.act('load', connection);
    } else if (next !== undefined) {
      await this.act('more', connection);
    } else {
      this.#hold(pages.at(-1)?.content.repeats === true, 'the list ended, although the service has more pages');
      await this.act('refresh', connection);
    }
  }

  next(): SessionWatch {
    return new SessionWatch(this.name, this.#world, this.#onGiven, this.session.state.pages);
  }

  forgetBudget(): void {
    this.session.forgetFailure(({ kind }) => kind === 'budget');
  }

  async restore(rest: () => Promise<unknown>): Promise<void> {
    const ids = this.#before.map(({ exchangeId }) => exchangeId);
    this.isRestoring = true;
    const missing = await this.session.restore(ids, async (id) => {
      await rest();
      return this.#world.received.find((exchange) => exchange.id === id);
    });
    this.isRestoring = false;
    if (missing !== undefined) {
      const shown = this.session.state.pages.map(({ exchangeId }) => exchangeId);
      this.#hold(missing === 0 && shown.join() === ids.join(), 'a stored page was not restored');
      this.#hold(isFreeCost(this.session.runs.cost), 'restoring was not free');
    }
  }

  wants(): boolean {
    return true;
  }

  hasStored(url: string): boolean {
    const { ask, at } = this.#lastCommand;
    const first = ask === 'open' || ask === 'load' ? undefined : this.session.state.pages[0];
    // later pages must not be older than the first page
    const since = first?.sentAt ?? -Infinity;
    return (
      ask !== 'refresh' &&
      ask !== 'retry' &&
      this.#world.received.some(
        ({ request, sentAt, durationMs }) =>
          request.baseUrl + request.target === url && sentAt + durationMs < at && sentAt >= since,
      )
    );
  }

  get isWhole(): boolean {
    const { failure, next, pages } = this.session.state;
    return failure === undefined && next === undefined && idsOf(pages).length === pageCount;
  }

  missing(): readonly string[] {
    const lost = [...this.#given].filter((id) => !this.#shown.has(id));
    return [...this.#faults, ...lost.map(() => `a response for ${this.name} was never shown`)];
  }

  #look(): void {
    const { pages, failure } = this.session.state;
    this.#hold(this.#isSilenced || failure?.error.kind !== 'cancelled', 'it was canceled without Stop');
    const expected = idsOf(pages).map((_id, at) => `${this.name}${at}`);
    this.#hold(idsOf(pages).join() === expected.join(), `the records are ${idsOf(pages).join()}`);
    this.#hold(new Set(pages.map(({ exchangeId }) => exchangeId)).size === pages.length, 'a response is shown twice');
    for (const { exchangeId } of pages) {
      this.#shown.add(exchangeId);
    }
    const { ask } = this.#lastCommand;
    const isAppended = ask !== 'more' || startsWith(pages, this.#pages);
    this.#hold(isAppended, 'a shown page disappeared without a refresh');
    this.#pages = pages;
  }

  #hold(isStored: boolean, what: string): void {
    if (!isStored) {
      this.#faults.push(what);
    }
  }
}

function idsOf(pages: Pages): readonly string[] {
  return pages.flatMap(({ content }) => content.ids);
}

function startsWith(pages: Pages, before: Pages): boolean {
  return before.every(({ exchangeId }, at) => pages[at]?.exchangeId === exchangeId);
}
