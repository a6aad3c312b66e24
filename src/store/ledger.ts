import { toPriceBookKey } from '../client/connection.ts';
import { awaitUnlessAborted } from '../client/clock.ts';
import { SocialDataError, type BudgetScope } from '../client/errors.ts';
import {
  type BudgetState,
  createOverBudgetError,
  findRoom,
  findSmallestRoom,
  isOverCap,
  isPlausiblePrice,
  type PriceBook,
} from '../client/policies/budget.ts';
import type { CallLedger, LedgerWait, OpenLedgerEntry, PlannedCall, CallSettlement } from '../client/policies/budgetPolicy.ts';
import { putExchange } from './responses.ts';
import { isBusyError, toStorageError, type Database, retryWhileLocked } from './database.ts';
import type { StoredHistory } from './storedHistory.ts';
import {
  addIntent,
  settleIntent,
  getSettledExchange,
  type Intent,
  settleLostCalls,
  toCallOutcome,
  hasGuessInFlight,
  readDaySpending,
  readPrice,
} from './ledgerRows.ts';
import type { Day, ResolvedStoreOptions, Store } from './store.ts';

/** The largest response that the client accepts (32 MiB), twice. */
const minFreeDiskBytesToCall = 64 * 1024 * 1024;

interface Cap {
  readonly per: BudgetScope;
  readonly state: BudgetState;
}

/** After this time, a waiting call checks again for other processes' writes. */
const maxWaitMs = 1_000;

/**
 * A call ends within 90 seconds, including waits and retries. If one is still open after this time, its process is gone or was
 * asleep, so the worst case is recorded.
 */
export const callLeaseMs = 10 * 60_000;

interface LedgerParts {
  readonly history: StoredHistory;
  readonly prices: PriceBook;
  readonly onDidChange: Store['onDidChange'];
  readonly problem: Store['problem'];
  /** Called if a free call can't be recorded. The call continues. */
  readonly onFault: (cause: SocialDataError) => void;
}

/**
 * Before a call is sent, an intent with its reserved amount is written, so all windows together don't exceed the day's cap. When
 * the call is settled, the intent becomes a ledger line, in one transaction with the response and the price. A free call
 * continues even if it can't be recorded.
 */
export class StoreLedger implements CallLedger {
  readonly #database: Database;
  readonly #options: ResolvedStoreOptions;
  readonly #parts: LedgerParts;
  #calls = 0;
  #hasReportedPrice = false;
  /** Failed writes, retried before the next request is sent. */
  readonly #failedWrites: (() => void)[] = [];

  constructor(database: Database, options: ResolvedStoreOptions, parts: LedgerParts) {
    this.#database = database;
    this.#options = options;
    this.#parts = parts;
  }

  async begin(call: PlannedCall, { signal, onWaiting }: LedgerWait): Promise<OpenLedgerEntry | 'again'> {
    const planned = this.#intentOf(call);
    if (planned.connection === 'sandbox') {
      return this.#beginFree(planned, call.isStored);
    }
    const problem = this.#parts.problem();
    if (problem !== undefined) {
      throw problem;
    }
    const intent = await retryWhileLocked(this.#options.clock, () => this.#tryBegin(planned, call), signal);
    if (intent === 'wait') {
      onWaiting();
      await this.#waitForChange(signal);
      return 'again';
    }
    return intent === 'again'
      ? 'again'
      : {
          checkBeforeSend: () => this.#checkCaps(intent, call),
          settle: (settlement) => this.#settle(intent, settlement, call.isStored),
        };
  }

  /**
   * Settles calls from windows that no longer exist. Their reserved amounts are recorded as spent.
   * @throws SocialDataError `storage`
   */
  recover(): void {
    const { isAlive, clock } = this.#options;
    settleLostCalls(this.#database, ({ owner, at }) => !isAlive(owner.pid) || clock.now() - at > callLeaseMs);
  }

  /** Settles this window's calls in flight as possibly charged. */
  endAll(): void {
    this.#retryFailedWrites();
    settleLostCalls(this.#database, ({ owner }) => owner.name === this.#options.owner.name);
  }

  #checkFreeSpace(): void {
    const free = this.#options.freeBytes();
    if (free !== undefined && free < minFreeDiskBytesToCall) {
      throw new SocialDataError('storage', `only ${free} bytes are free for the response`, { spent: 'no', code: 'ENOSPC' });
    }
  }

  #retryFailedWrites(): void {
    for (let [write] = this.#failedWrites; write !== undefined; [write] = this.#failedWrites) {
      write();
      this.#failedWrites.shift();
    }
  }

  #intentOf(call: PlannedCall): Intent {
    const { request, connection, initiator, agent, reserved, needed, isGuess } = call;
    const { service, endpointId, format } = request;
    const { owner, clock, dayOf } = this.#options;
    const at = Math.round(clock.now());
    this.#calls += 1;
    return {
      call: `${owner.name}-${this.#calls}`,
      owner,
      at,
      day: dayOf(at),
      connection: connection.kind,
      priceKey: toPriceBookKey(service, connection),
      guess: isGuess ? needed : undefined,
      ...{ service, endpointId, format, initiator, agent, reserved },
    };
  }

  /** @returns whether a different process has learned the price, so the reserved amount may be wrong */
  #learnNewPrice({ request: { service, endpointId }, connection }: PlannedCall): boolean {
    const priceKey = toPriceBookKey(service, connection);
    const price = readPrice(this.#database, priceKey, endpointId);
    if (price === undefined || price === this.#parts.prices.priceOf(priceKey, endpointId)) {
      return false;
    }
    this.#parts.prices.learn(priceKey, endpointId, price);
    return true;
  }

  /** There is no cap on sandbox money, and its prices aren't stored. */
  #beginFree(intent: Intent, isStored: boolean): OpenLedgerEntry {
    try {
      this.#retryFailedWrites();
      addIntent(this.#database, intent);
      return { settle: (settlement) => this.#settle(intent, settlement, isStored) };
    } catch (error) {
      const cause = toStorageError(error);
      if (!isBusyError(cause)) {
        this.#parts.onFault(cause);
      }
      return { settle: () => undefined };
    }
  }

  /** @throws SocialDataError `budget`, `storage` */
  #tryBegin(planned: Intent, call: PlannedCall): Intent | 'wait' | 'again' {
    this.#checkFreeSpace();
    this.#retryFailedWrites();
    if (this.#learnNewPrice(call)) {
      return 'again';
    }
    return this.#database.transact(() => {
      const caps = this.#capsOf(planned);
      const need = { amount: call.reserved, isGuess: call.isGuess };
      const rooms = caps.map(({ state }) => findRoom(state, need));
      const over = caps[rooms.indexOf('over')];
      if (over !== undefined) {
        throw createOverBudgetError(over.state, call, over.per);
      }
      const isCapped = caps.some(({ state: { cap } }) => cap !== undefined);
      if (isCapped && call.isGuess && hasGuessInFlight(this.#database, planned)) {
        return 'wait';
      }
      const reserved = findSmallestRoom(rooms);
      if (reserved === undefined) {
        return 'wait';
      }
      const intent = { ...planned, reserved };
      addIntent(this.#database, intent);
      return intent;
    });
  }

  /** Waits for a change, or a second. Then settles calls from windows that no longer exist. */
  async #waitForChange(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopListening = this.#parts.onDidChange(resolve);
    const cancel = clock.schedule(maxWaitMs, resolve);
    try {
      await awaitUnlessAborted(promise, signal);
    } finally {
      stopListening();
      cancel();
    }
    await retryWhileLocked(clock, () => this.recover(), signal);
  }

  /** A cap may have been lowered while the call waited. `reserved` includes the call's own reservation. */
  #checkCaps(intent: Intent, call: PlannedCall): void {
    const over = this.#capsOf(intent).find(({ state }) => isOverCap(state));
    if (over !== undefined) {
      throw createOverBudgetError(over.state, call, over.per);
    }
  }

  #capsOf({ day, initiator }: Intent): readonly Cap[] {
    const ofDay: Cap = { per: 'day', state: this.stateOf(day) };
    return initiator === 'tool' ? [{ per: 'agents', state: this.agentStateOf(day) }, ofDay] : [ofDay];
  }

  agentStateOf(day: Day): BudgetState {
    return { cap: this.#options.agentsCap(), ...readDaySpending(this.#database, day, true) };
  }

  stateOf(day: Day): BudgetState {
    return { cap: this.#options.dayCap(), ...readDaySpending(this.#database, day, false) };
  }

  /** @param isKept whether the response is stored too */
  #settle(intent: Intent, settlement: CallSettlement, isKept: boolean): void {
    const { clock, notify } = this.#options;
    const exchange = getSettledExchange(settlement);
    const price = exchange?.receipt.price;
    let isStored = false;
    const book = () => {
      isStored = this.#book(intent, settlement, isKept);
    };
    try {
      this.#retryFailedWrites();
      book();
    } catch (error) {
      this.#failedWrites.push(book);
      if (isBusyError(error)) {
        retryWhileLocked(clock, () => this.#retryFailedWrites()).catch(() => undefined); // the next request retries and reports it
      } else {
        notify({ kind: 'notBooked', cause: error });
      }
    }
    if (price !== undefined && !isPlausiblePrice(price) && !this.#hasReportedPrice) {
      this.#hasReportedPrice = true;
      notify({ kind: 'implausiblePrice', price, endpointId: intent.endpointId });
    }
    if (isKept && isStored && exchange?.repeatsKey === true) {
      notify({ kind: 'notStored', why: 'repeatsKey', exchangeId: exchange.id });
    }
    const isLost = isKept && !(isStored && exchange?.repeatsKey !== true);
    this.#parts.history.afterSettled(isLost ? exchange : undefined);
  }

  /**
   * Records the cost and the response, or only the cost if there isn't space for both.
   * @returns whether the response was stored
   */
  #book(intent: Intent, settlement: CallSettlement, isKept: boolean): boolean {
    const { dayOf, notify } = this.#options;
    const exchange = isKept ? getSettledExchange(settlement) : undefined;
    const outcome = { ...toCallOutcome(settlement), exchangeId: exchange?.id };
    try {
      this.#database.transact(() => {
        if (exchange !== undefined) {
          const { connection, initiator, agent } = intent;
          const day = dayOf(exchange.sentAt);
          const isCut = settlement.exchange === undefined;
          putExchange(this.#database, exchange, { connection, initiator, agent, day, isCut });
        }
        settleIntent(this.#database, intent, outcome);
      });
      return true;
    } catch (cause) {
      if (isBusyError(cause) || exchange === undefined) {
        throw cause;
      }
      this.#database.transact(() => settleIntent(this.#database, intent, { ...outcome, exchangeId: undefined }));
      notify({ kind: 'notStored', why: 'noRoom', exchangeId: exchange.id, cause });
      return false;
    }
  }
}
