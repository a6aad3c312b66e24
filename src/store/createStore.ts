import { hash } from 'node:crypto';
import type { Exchange } from '../client/exchange.ts';
import { changesOf } from './changes.ts';
import type { Database } from './database.ts';
import { createLedger } from './createLedger.ts';
import { createSpending } from './createSpending.ts';
import { keptExchanges } from './keptExchanges.ts';
import { keptHistory } from './keptHistory.ts';
import { keptPrices } from './keptPrices.ts';
import { exchangeOf } from './ledgerLines.ts';
import { leaseMs, type Owner } from './owner.ts';
import { isKept, type KeptWith, putExchange } from './exchangeRows.ts';
import { numberIn } from './row.ts';
import { SocialDataError } from '../client/errors.ts';
import type { Store, StoreNotice, StoreParts } from './store.ts';
import { fileBytes, trimHistory } from './trimHistory.ts';

/** Room that must be free before a call is sent: for the largest answer that the client takes (32 MiB), and for writing it. */
const neededBytes = 64 * 1024 * 1024;

/** A store over an open database. @throws SocialDataError `storage` */
export function createStore(database: Database, place: Store['place'], parts: StoreParts): Store {
  const { clock, dayOf } = parts;
  let isClosed = false;
  const notify = (notice: StoreNotice) => {
    // a call that ends after its window: the intent that was left stands for it
    if (!isClosed) {
      parts.notify(notice);
    }
  };
  const changes = changesOf(clock, () => {
    const row = database.first('PRAGMA data_version');
    return row === undefined ? 0 : numberIn(row, 'data_version');
  });
  let bytes = 0;
  /** Keeps an answer, within a transaction: there it costs no lock of its own to ask for the size. */
  const keep = (exchange: Exchange, keptWith: KeptWith) => {
    putExchange(database, exchange, keptWith);
    bytes = fileBytes(database);
  };
  const trim = () => {
    try {
      const maxBytes = parts.maxBytes();
      if (bytes > maxBytes) {
        trimHistory(database, maxBytes);
      }
    } catch (error) {
      notify({ kind: 'notTrimmed', cause: error });
    }
  };
  const exchanges = keptExchanges(database, changes.touch);
  const history = keptHistory(database, exchanges, (exchange) => {
    try {
      if (isKept(database, exchange.id)) {
        return; // the ledger has kept it
      }
      database.transact(() => {
        keep(exchange, { connection: 'direct', asker: 'program', day: dayOf(exchange.sentAt) });
      });
    } catch (error) {
      notKept(exchange, error);
      return;
    }
    trim();
    changes.touch();
  });
  const notKept = (exchange: Exchange, cause: unknown) => {
    history.holdUnkept(exchange);
    notify({ kind: 'notKept', why: 'noRoom', exchangeId: exchange.id, cause });
  };
  const isGone = (owner: Owner, since: number) =>
    (owner.host === parts.owner.host && !parts.isAlive(owner.pid)) || clock.now() - since > leaseMs;
  const ledger = createLedger({
    database,
    clock,
    dayOf,
    owner: parts.owner,
    isGone,
    newCallId: callIds(parts.owner.name),
    dayCap: parts.dayCap,
    keep,
    accountOf: (call) => hashedAccount(parts.accountOf(call)),
    checkRoom: () => {
      const free = parts.freeBytes();
      if (free !== undefined && free < neededBytes) {
        throw new SocialDataError('storage', `only ${free} bytes are free for what is kept`, { spent: 'no', code: 'ENOSPC' });
      }
    },
    notify,
    onSettled: (settlement, isAnswerKept) => {
      const exchange = exchangeOf(settlement);
      if (exchange !== undefined && (!isAnswerKept || exchange.repeatsKey === true)) {
        history.holdUnkept(exchange);
      }
      trim();
      changes.touch();
    },
  });
  try {
    ledger.recover();
  } catch (error) {
    notify({ kind: 'notBooked', cause: error });
  }
  return {
    place,
    history,
    ledger,
    prices: keptPrices(database),
    exchanges: {
      ...exchanges,
      clear: (options) => {
        history.forgetUnkept();
        return exchanges.clear(options);
      },
    },
    spending: createSpending(database, () => ledger.today()),
    day: () => dayOf(clock.now()),
    onDidChange: changes.onDidChange,
    close: () => {
      changes.end();
      try {
        ledger.endAll();
      } catch (error) {
        notify({ kind: 'notBooked', cause: error });
      }
      isClosed = true;
      database.close();
    },
  };
}

/** Names for calls: of this window, one after the other. */
function callIds(owner: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${owner}-${count}`;
  };
}

/** A name for the account of a key that tells nothing but whether two are the same. */
function hashedAccount(name: string | undefined): string | undefined {
  return name === undefined ? undefined : hash('sha256', name).slice(0, 24);
}
