import { priceName } from '../client/connection.ts';
import type { Clock } from '../client/clock.ts';
import type { Money } from '../client/money.ts';
import {
  askedElsewhere,
  type BudgetState,
  type CallLedger,
  type LedgerEntry,
  overBudget,
  type PlannedCall,
  type Settlement,
} from '../client/policies/budget.ts';
import { type Exchange, identityOf } from '../client/exchange.ts';
import type { Database } from './database.ts';
import { addIntent, isAskedElsewhere, recoverLost, toIntent } from './intents.ts';
import { addLine, exchangeOf, intentLine, type LineEnd, toLineEnd, type Intent } from './ledgerLines.ts';
import type { Owner } from './owner.ts';
import { type KeptWith, questionOf } from './exchangeRows.ts';
import { learnPrice } from './keptPrices.ts';
import { reconcile } from './reconcile.ts';
import { moneyIn } from './row.ts';
import { storageError } from './storageError.ts';
import type { Day, Purse, StoreNotice } from './store.ts';

export interface LedgerOptions {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly dayOf: (ms: number) => Day;
  readonly newCallId: () => string;
  readonly owner: Owner;
  readonly isGone: (owner: Owner, since: number) => boolean;
  /** The cap of a day; undefined: none. Asked for every call. */
  readonly dayCap: () => Money | undefined;
  /** Which key an answer's balance belongs to, in a name that tells nothing of the key; undefined while that is not known. */
  readonly accountOf: (call: PlannedCall) => string | undefined;
  /** Keeps an answer, within a transaction. */
  readonly keep: (exchange: Exchange, keptWith: KeptWith) => void;
  /** @throws where there is no room for an answer */
  readonly checkRoom: () => void;
  readonly notify: (notice: StoreNotice) => void;
  /** Told of what was written; `exchange` where an answer came that is not kept. */
  readonly onSettled: (settlement: Settlement, isKept: boolean) => void;
}

export interface StoreLedger extends CallLedger {
  today(): BudgetState;
  /** Writes down what could not be written before, and what windows left that are gone. @throws SocialDataError `storage` */
  recover(): void;
  /** Ends the calls of this window that are still under way: they may have been billed. */
  endAll(): void;
}

/**
 * The ledger in the database. A call is an intent, with what is set aside for it, from before it is sent until it is settled;
 * then it is a line. What is spent today and what the intents of all windows set aside stay within the day's cap together.
 * A call that may share gives way to one of the same question that is under way, whoever's it is.
 * The line, the answer, the price and the balance are written in one transaction: an answer that is paid for is kept, or neither.
 */
export function createLedger(options: LedgerOptions): StoreLedger {
  const { database, clock, dayOf, owner } = options;
  /** What could not be written: tried again before anything else is sent. */
  let behind: (() => void)[] = [];

  const stateOf = (day: Day): BudgetState => ({ cap: options.dayCap(), ...spentOn(database, day) });

  const catchUp = () => {
    const waiting = behind;
    behind = [];
    for (const [index, write] of waiting.entries()) {
      try {
        write();
      } catch (error) {
        behind = [...waiting.slice(index), ...behind];
        throw storageError(error);
      }
    }
  };

  const recover = () => {
    catchUp();
    recoverLost(database, (intent) => intent.owner.name !== owner.name && options.isGone(intent.owner, intent.at));
  };

  /** @returns why it is refused, the state that leaves no room where it is for that; undefined when the intent stands */
  const tryBegin = (
    intent: Intent,
    question: Uint8Array,
    isElsewhere: () => boolean,
  ): 'askedElsewhere' | BudgetState | undefined =>
    database.transact(() => {
      if (isElsewhere()) {
        return 'askedElsewhere';
      }
      const state = stateOf(intent.day);
      if (intent.purse === 'real' && state.cap !== undefined && state.spent + state.reserved + intent.reserved > state.cap) {
        return state;
      }
      addIntent(database, intent, question);
      return undefined;
    });

  const begin = (call: PlannedCall): LedgerEntry => {
    try {
      options.checkRoom();
      catchUp();
      const intent = intentOf(options, call);
      const question = questionOf(identityOf(call.request));
      const isElsewhere = () => isAskedElsewhere(database, call, question, intent.at, options.isGone);
      if (isElsewhere()) {
        throw askedElsewhere(); // who waits asks again and again, and shall not stand in the way of what others write
      }
      let refused = tryBegin(intent, question, isElsewhere);
      if (typeof refused === 'object') {
        recover(); // a window that is gone may hold what it no longer needs
        refused = tryBegin(intent, question, isElsewhere);
      }
      if (refused !== undefined) {
        throw refused === 'askedElsewhere' ? askedElsewhere() : overBudget(refused, intent.reserved, 'day');
      }
      return {
        checkBeforeSend: () => checkDayCap(intent),
        settle: (settlement) => settle(intent, call, settlement),
      };
    } catch (error) {
      throw storageError(error);
    }
  };

  /** A day's cap may have been lowered while the call waited; its own reservation is in what is set aside. */
  const checkDayCap = ({ purse, day, reserved }: Intent) => {
    let state: BudgetState;
    try {
      state = stateOf(day);
    } catch (error) {
      throw storageError(error);
    }
    if (purse === 'real' && state.cap !== undefined && state.spent + state.reserved > state.cap) {
      throw overBudget(state, reserved, 'day');
    }
  };

  const settle = (intent: Intent, call: PlannedCall, settlement: Settlement) => {
    // the key was read meanwhile, so its account may be known now
    const settled = { ...intent, account: options.accountOf(call) ?? intent.account };
    const end = toLineEnd(settlement);
    let isKept = true;
    try {
      database.transact(() => {
        keep(settled, settlement);
        book(database, settled, end);
      });
    } catch (error) {
      isKept = false;
      settleAlone(settled, end, error);
    }
    if (isKept && exchangeOf(settlement)?.repeatsKey === true) {
      options.notify({ kind: 'notKept', why: 'repeatsKey', exchangeId: end.exchangeId ?? '' });
    }
    options.onSettled(settlement, isKept);
  };

  /** The money counts more than the answer: where both cannot be written, it is written alone. */
  const settleAlone = (intent: Intent, end: LineEnd, cause: unknown) => {
    const { exchangeId, ...alone } = end;
    const write = () => database.transact(() => book(database, intent, alone));
    try {
      catchUp();
      write();
    } catch (error) {
      behind.push(write);
      options.notify({ kind: 'notBooked', cause: error });
    }
    if (exchangeId !== undefined) {
      options.notify({ kind: 'notKept', why: 'noRoom', exchangeId, cause });
    }
  };

  const keep = (intent: Intent, settlement: Settlement) => {
    const exchange = exchangeOf(settlement);
    if (exchange !== undefined) {
      const { connection, asker } = intent;
      options.keep(exchange, {
        connection,
        asker,
        day: dayOf(exchange.sentAt),
        isCut: settlement.exchange === undefined,
      });
    }
  };

  return {
    begin,
    isAskedElsewhere: (call) => {
      try {
        return isAskedElsewhere(database, call, questionOf(identityOf(call.request)), Math.round(clock.now()), options.isGone);
      } catch (error) {
        throw storageError(error);
      }
    },
    recover,
    today: () => stateOf(dayOf(clock.now())),
    endAll: () => {
      catchUp();
      recoverLost(database, (intent) => intent.owner.name === owner.name);
    },
  };
}

function intentOf(options: LedgerOptions, call: PlannedCall): Intent {
  const { request, connection, asker, reserved } = call;
  const at = Math.round(options.clock.now());
  const purse: Purse = connection.kind === 'sandbox' ? 'play' : 'real';
  return {
    call: options.newCallId(),
    owner: options.owner,
    at,
    day: options.dayOf(at),
    purse,
    connection: connection.kind,
    place: priceName(request.service, connection),
    account: options.accountOf(call),
    service: request.service,
    endpointId: request.endpointId,
    format: request.format,
    asker,
    reserved,
  };
}

/** What is spent on a day in real money, and what the calls that are under way have set aside. */
function spentOn(database: Database, day: Day): Pick<BudgetState, 'spent' | 'reserved'> {
  const row = database.first(
    `SELECT
      (SELECT coalesce(sum(spent), 0) FROM totals WHERE purse = 'real' AND day = ?) AS spent,
      (SELECT coalesce(sum(reserved), 0) FROM intents WHERE purse = 'real' AND day = ?) AS reserved`,
    day,
    day,
  );
  return row === undefined ? { spent: 0n, reserved: 0n } : { spent: moneyIn(row, 'spent'), reserved: moneyIn(row, 'reserved') };
}

/** Makes the line of an intent; of a call that was given up for lost, the line that corrects it. Within a transaction. */
function book(database: Database, intent: Intent, end: LineEnd): void {
  const open = database.first('DELETE FROM intents WHERE call = ? RETURNING *', intent.call);
  const lost =
    open === undefined ? database.first("SELECT * FROM ledger WHERE call = ? AND kind = 'call'", intent.call) : undefined;
  const assumed = lost === undefined ? 0n : moneyIn(lost, 'amount');
  const line = { ...intentLine(intent), ...end, amount: end.amount - assumed };
  addLine(database, { ...line, kind: lost === undefined ? 'call' : 'correction' });
  // every window's sandbox has another address: what one costs is of no use to the next
  if (end.receipt.price !== undefined && intent.purse === 'real') {
    learnPrice(database, intent.place, intent.endpointId, end.receipt.price);
  }
  const isAlone = open !== undefined && !toIntent(open).overlaps;
  reconcile(database, { intent, amount: line.amount, balance: isAlone ? end.receipt.balance : undefined });
}
