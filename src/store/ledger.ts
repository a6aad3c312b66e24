import { hash } from 'node:crypto';
import { toPriceBookKey } from '../client/connection.ts';
import { toCancelledOrTimeoutError } from '../client/deadline.ts';
import { runWithDeferredError } from '../client/policies/runWithDeferredError.ts';
import { SocialDataError, type BudgetScope } from '../client/errors.ts';
import type { Money } from '../client/money.ts';
import {
  type BudgetState,
  type CallLedger,
  type LedgerWait,
  type OpenLedgerEntry,
  createOverBudgetError,
  findRoom,
  isPlausiblePrice,
  type PlannedCall,
  type PriceBook,
  type CallSettlement,
} from '../client/policies/budget.ts';
import { AgentSpending } from './agentSpending.ts';
import type { Database } from './database.ts';
import { type DaySpending, type EarlierSpending, readDaySpending } from './earlierSpending.ts';
import type { KeptHistory } from './createKeptHistory.ts';
import {
  addIntent,
  settleIntent,
  getSettledExchange,
  type Intent,
  type CallOutcome,
  settleLostCalls,
  toCallOutcome,
  isGuessUnderWay,
  readGuessed,
  readPrice,
} from './ledgerRows.ts';
import { callLeaseMs } from './machine.ts';
import { type OnDamage, withStorageErrors } from './storageError.ts';
import type { CallOwner, ResolvedStoreOptions, Store } from './store.ts';

/** Room that must be free before a call is sent: for the largest answer that the client takes (32 MiB), and for writing it. */
const minFreeDiskBytesToCall = 64 * 1024 * 1024;

interface Cap {
  readonly per: BudgetScope;
  readonly state: BudgetState;
}

/** How long a call waits for other processes before it looks again. */
const maxWaitMs = 1_000;

interface LedgerParts {
  readonly history: KeptHistory;
  readonly earlier: EarlierSpending;
  readonly prices: PriceBook;
  readonly onDidChange: Store['onDidChange'];
}

/**
 * The ledger in the database. A call is an intent, with what is set aside for it, from before it is sent until it is settled;
 * then it is a line. What is spent today and what the intents of all windows set aside stay within the day's cap together.
 * The line, the answer, the price and the balance are written in one transaction: an answer that is paid for is kept, or neither.
 */
export class StoreLedger implements CallLedger {
  readonly #database: Database;
  readonly #parts: ResolvedStoreOptions;
  readonly #history: KeptHistory;
  readonly #earlier: EarlierSpending;
  readonly #agents: AgentSpending;
  readonly #prices: PriceBook;
  readonly #onDidChange: Store['onDidChange'];
  /** Counts the calls of this window. */
  #calls = 0;
  #hasSaidPrice = false;
  /** What could not be written: tried again before anything else is sent. */
  #behind: (() => void)[] = [];
  readonly #onDamage: OnDamage = (cause) => this.#parts.notify({ kind: 'damaged', cause });

  constructor(database: Database, parts: ResolvedStoreOptions, { history, earlier, prices, onDidChange }: LedgerParts) {
    this.#database = database;
    this.#prices = prices;
    this.#onDidChange = onDidChange;
    this.#parts = parts;
    this.#history = history;
    this.#earlier = earlier;
    this.#agents = new AgentSpending(database);
  }

  async begin(call: PlannedCall, { signal, onWaiting }: LedgerWait): Promise<OpenLedgerEntry | 'again'> {
    const intent = withStorageErrors(() => {
      this.#checkRoom();
      this.#catchUp();
      return this.#learnNewPrice(call) ? 'again' : this.#tryBegin(call);
    });
    if (intent === 'wait') {
      onWaiting();
      await this.#waitForChange(signal);
      return 'again';
    }
    return intent === 'again'
      ? 'again'
      : {
          checkBeforeSend: () => this.#checkCaps(intent, call),
          settle: (settlement) => this.#settle(intent, call, settlement),
        };
  }

  today(): BudgetState {
    const { clock, dayOf } = this.#parts;
    return this.#stateOf(dayOf(clock.now()));
  }

  agentsToday(): BudgetState {
    const { clock, dayOf } = this.#parts;
    return this.#agentStateOf(dayOf(clock.now()));
  }

  /**
   * Writes down the calls that windows left that are gone. To be called before the first call of this window.
   * It makes no room under the day's cap: what a call set aside becomes what it cost, on the same day.
   * @throws SocialDataError `storage`
   */
  recover(): void {
    this.#recoverLost(({ owner, at }) => this.#isGone(owner, at));
  }

  /** Ends the calls of this window that are still under way: they may have been billed. */
  endAll(): void {
    this.#catchUp();
    this.#recoverLost(({ owner }) => owner.name === this.#parts.owner.name);
  }

  #recoverLost(isLost: (intent: Intent) => boolean): void {
    settleLostCalls(this.#database, isLost, this.#onDamage);
  }

  #checkRoom(): void {
    const free = this.#parts.freeBytes();
    if (free !== undefined && free < minFreeDiskBytesToCall) {
      throw new SocialDataError('storage', `only ${free} bytes are free for what is kept`, { spent: 'no', code: 'ENOSPC' });
    }
  }

  #catchUp(): void {
    const waiting = this.#behind;
    this.#behind = [];
    for (const [index, write] of waiting.entries()) {
      try {
        withStorageErrors(write);
      } catch (error) {
        this.#behind = [...waiting.slice(index), ...this.#behind];
        throw error;
      }
    }
  }

  #isGone(owner: CallOwner, since: number): boolean {
    const { owner: own, isAlive, clock } = this.#parts;
    return (owner.host === own.host && !isAlive(owner.pid)) || clock.now() - since > callLeaseMs;
  }

  #intentOf(call: PlannedCall): Intent {
    const { request, connection, initiator, agent, reserved, needed, isGuess } = call;
    const { service, endpointId, format } = request;
    const { owner, clock, dayOf } = this.#parts;
    const at = Math.round(clock.now());
    this.#calls += 1;
    return {
      call: `${owner.name}-${this.#calls}`,
      owner,
      at,
      day: dayOf(at),
      moneyKind: connection.kind === 'sandbox' ? 'play' : 'real',
      connection: connection.kind,
      place: toPriceBookKey(service, connection),
      account: this.#accountOf(call),
      guess: isGuess ? needed : undefined,
      ...{ service, endpointId, format, initiator, agent, reserved },
    };
  }

  /** A name for the account of a call that tells nothing but whether two are the same. */
  #accountOf(call: PlannedCall): string | undefined {
    const name = this.#parts.accountOf(call);
    return name === undefined ? undefined : hash('sha256', name).slice(0, 24);
  }

  /** @returns whether another process learned a price meanwhile: what is set aside may be too little, or a guess */
  #learnNewPrice({ request: { service, endpointId }, connection }: PlannedCall): boolean {
    const place = toPriceBookKey(service, connection);
    const price = readPrice(this.#database, place, endpointId);
    if (price === undefined || price === this.#prices.priceOf(place, endpointId)) {
      return false;
    }
    this.#prices.learn(place, endpointId, price);
    return true;
  }

  /** @throws SocialDataError `budget` */
  #tryBegin(call: PlannedCall): Intent | 'wait' {
    const planned = this.#intentOf(call);
    return this.#database.transact(() => {
      const caps = this.#capsOf(planned);
      const need = { amount: call.reserved, isGuess: call.isGuess };
      const rooms = caps.map(({ state }) => findRoom(state, need));
      const over = caps[rooms.indexOf('over')];
      if (over !== undefined) {
        throw createOverBudgetError(over.state, call, over.per);
      }
      const isCapped = caps.some(({ state: { cap } }) => cap !== undefined);
      if (isCapped && call.isGuess && isGuessUnderWay(this.#database, planned)) {
        return 'wait';
      }
      let { reserved } = call;
      for (const room of rooms) {
        if (typeof room !== 'bigint') {
          return 'wait';
        }
        reserved = room < reserved ? room : reserved;
      }
      const intent = { ...planned, reserved };
      addIntent(this.#database, intent);
      return intent;
    });
  }

  /** Waits until this window or another one wrote something, or for a second: then what windows left that are gone is written down. */
  #waitForChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        stopListening();
        cancel();
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        end();
        reject(toCancelledOrTimeoutError(signal, { spent: 'no' }));
      };
      const goOn = () => {
        end();
        resolve();
      };
      const stopListening = this.#onDidChange(goOn);
      const cancel = this.#parts.clock.schedule(maxWaitMs, () => {
        runWithDeferredError(() => this.recover());
        goOn();
      });
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) {
        abort();
      }
    });
  }

  /** A cap may have been lowered while the call waited; its own reservation is in what is set aside. */
  #checkCaps(intent: Intent, call: PlannedCall): void {
    const isOver = ({ state: { cap, spent, reserved } }: Cap) => cap !== undefined && spent + reserved > cap;
    const over = withStorageErrors(() => this.#capsOf(intent).find(isOver));
    if (over !== undefined) {
      throw createOverBudgetError(over.state, call, over.per);
    }
  }

  /** The caps that real money is held to: of the agents where one of them asks, and of the day. */
  #capsOf({ day, moneyKind, initiator }: Intent): readonly Cap[] {
    if (moneyKind !== 'real') {
      return [];
    }
    const ofDay: Cap = { per: 'day', state: this.#stateOf(day) };
    return initiator === 'tool' ? [{ per: 'agents', state: this.#agentStateOf(day) }, ofDay] : [ofDay];
  }

  /** The same for the calls of agents alone. Whose calls those before were cannot be read: they count as agents' calls. */
  #agentStateOf(day: string): BudgetState {
    return this.#heldAgainst(
      this.#parts.agentsCap(),
      this.#agents.getDaySpending(day),
      day,
      readGuessed(this.#database, day, 'tool'),
    );
  }

  /** What is spent on a day in real money, and what the calls that are under way have set aside; the worse case where that is unknown. */
  #stateOf(day: string): BudgetState {
    return this.#heldAgainst(this.#parts.dayCap(), readDaySpending(this.#database, day), day, readGuessed(this.#database, day));
  }

  #heldAgainst(cap: Money | undefined, own: DaySpending, day: string, guessed: Money): BudgetState {
    const earlier = this.#earlier.getDaySpending(day);
    const spent = own.spent + earlier.spent;
    const reserved = own.reserved + earlier.reserved;
    return cap !== undefined && this.#earlier.isUnknown(day)
      ? { cap, spent: spent > cap ? spent : cap, reserved, isUnknown: true }
      : { cap, spent, reserved, ...(guessed > 0n ? { guessed } : {}) };
  }

  #settle(intent: Intent, call: PlannedCall, settlement: CallSettlement): void {
    // the key was read meanwhile, so its account may be known now
    const settled = { ...intent, account: this.#accountOf(call) ?? intent.account };
    const end = toCallOutcome(settlement);
    const exchange = getSettledExchange(settlement);
    let isKept = true;
    try {
      this.#database.transact(() => {
        if (exchange !== undefined) {
          const day = this.#parts.dayOf(exchange.sentAt);
          const { connection, initiator, agent } = intent;
          this.#history.keep(exchange, { connection, initiator, agent, day, isCut: settlement.exchange === undefined });
        }
        settleIntent(this.#database, settled, end);
      });
    } catch (error) {
      isKept = false;
      this.#settleAlone(settled, end, error);
    }
    const price = exchange?.receipt.price;
    if (price !== undefined && !isPlausiblePrice(price) && !this.#hasSaidPrice) {
      this.#hasSaidPrice = true;
      this.#parts.notify({ kind: 'implausiblePrice', price, endpointId: intent.endpointId });
    }
    if (isKept && exchange?.repeatsKey === true) {
      this.#parts.notify({ kind: 'notKept', why: 'repeatsKey', exchangeId: exchange.id });
    }
    this.#history.afterSettled(isKept && exchange?.repeatsKey !== true ? undefined : exchange);
  }

  /** The money counts more than the answer: where both cannot be written, it is written alone. */
  #settleAlone(intent: Intent, { exchangeId, ...alone }: CallOutcome, cause: unknown): void {
    const { notify } = this.#parts;
    const write = () => this.#database.transact(() => settleIntent(this.#database, intent, alone));
    try {
      this.#catchUp();
      write();
    } catch (error) {
      this.#behind.push(write);
      notify({ kind: 'notBooked', cause: error });
    }
    if (exchangeId !== undefined) {
      notify({ kind: 'notKept', why: 'noRoom', exchangeId, cause });
    }
  }
}
