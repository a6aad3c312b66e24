import { apart } from '../client/apart.ts';
import type { Clock } from '../client/clock.ts';
import type { Exchange } from '../client/exchange.ts';
import { type KeptWith, putExchange } from './answers.ts';
import type { Database } from './database.ts';
import { fileBytes, keptExchanges, pragma, trimHistory } from './keptExchanges.ts';
import { keptHistory } from './keptHistory.ts';
import { StoreLedger } from './ledger.ts';
import { exchangeOf, keptPrices } from './ledgerRows.ts';
import { createSpending } from './spending.ts';
import type { Store, StoreParts } from './store.ts';

/** A store over an open database. @throws SocialDataError `storage` */
export function createStore(database: Database, place: Store['place'], options: StoreParts): Store {
  const { clock, dayOf } = options;
  let isClosed = false;
  const notify: StoreParts['notify'] = (notice) => {
    // a call that ends after its window: the intent that was left stands for it
    if (!isClosed) {
      options.notify(notice);
    }
  };
  const changes = changesOf(clock, () => pragma(database, 'data_version'));
  let bytes = 0;
  /** Keeps an answer, within a transaction: there it costs no lock of its own to ask for the size. */
  const keep = (exchange: Exchange, keptWith: KeptWith) => {
    putExchange(database, exchange, keptWith);
    bytes = fileBytes(database);
  };
  const written = () => {
    try {
      const maxBytes = options.maxBytes();
      if (bytes > maxBytes) {
        trimHistory(database, maxBytes);
      }
    } catch (error) {
      notify({ kind: 'notTrimmed', cause: error });
    }
    changes.touch();
  };
  const exchanges = keptExchanges(database, changes.touch);
  const history = keptHistory(database, exchanges, (exchange) => {
    try {
      if (database.first('SELECT 1 FROM exchanges WHERE id = ?', exchange.id) !== undefined) {
        return; // the ledger has kept it
      }
      database.transact(() => keep(exchange, { connection: 'direct', asker: 'program', day: dayOf(exchange.sentAt) }));
    } catch (cause) {
      history.holdUnkept(exchange);
      notify({ kind: 'notKept', why: 'noRoom', exchangeId: exchange.id, cause });
      return;
    }
    written();
  });
  const ledger = new StoreLedger(
    database,
    { ...options, notify },
    {
      keep,
      onSettled: (settlement, isAnswerKept) => {
        const exchange = exchangeOf(settlement);
        if (exchange !== undefined && (!isAnswerKept || exchange.repeatsKey === true)) {
          history.holdUnkept(exchange);
        }
        written();
      },
    },
  );
  const noted = (write: () => void) => {
    try {
      write();
    } catch (error) {
      notify({ kind: 'notBooked', cause: error });
    }
  };
  noted(() => ledger.recover());
  return {
    place,
    history,
    ledger,
    prices: keptPrices(database),
    exchanges: {
      ...exchanges,
      clear: (clearing) => {
        history.forgetUnkept();
        return exchanges.clear(clearing);
      },
    },
    spending: createSpending(database, () => ledger.today()),
    day: () => dayOf(clock.now()),
    onDidChange: changes.onDidChange,
    close: () => {
      changes.end();
      noted(() => ledger.endAll());
      isClosed = true;
      database.close();
    },
  };
}

/** How often other windows are asked whether they wrote something, while somebody listens. */
const pollMs = 1_000;

/** Who listens to changes of the store. */
interface Changes {
  /** This window wrote something. Listeners are told once for all that is written in one go. */
  readonly touch: () => void;
  /** @returns takes it back */
  readonly onDidChange: (listener: () => void) => () => void;
  readonly end: () => void;
}

/**
 * Tells of changes of this window at once and of other windows' within a second.
 * @param version another number whenever another window wrote; asked only while somebody listens
 */
function changesOf(clock: Clock, version: () => number): Changes {
  const listeners = new Set<() => void>();
  let seen = 0;
  let isDue = false;
  let stop: (() => void) | undefined;
  const tell = () => {
    for (const listener of listeners) {
      apart(listener);
    }
  };
  const poll = () => {
    apart(() => {
      const now = version();
      if (now !== seen) {
        seen = now;
        tell();
      }
    });
    stop = listeners.size > 0 ? clock.schedule(pollMs, poll) : undefined;
  };
  const end = () => {
    listeners.clear();
    stop?.();
    stop = undefined;
  };
  return {
    touch: () => {
      if (!isDue) {
        isDue = true;
        queueMicrotask(() => {
          isDue = false;
          tell();
        });
      }
    },
    onDidChange: (listener) => {
      // a listener of its own for each caller, who may pass the same function twice
      const own = () => listener();
      listeners.add(own);
      if (stop === undefined) {
        seen = version();
        stop = clock.schedule(pollMs, poll);
      }
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) {
          stop?.();
          stop = undefined;
        }
      };
    },
    end,
  };
}
