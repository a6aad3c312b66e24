import { runWithDeferredError } from '../client/policies/runWithDeferredError.ts';
import type { Clock } from '../client/clock.ts';
import type { SocialDataError } from '../client/errors.ts';
import type { HistoryStore } from '../client/policies/history.ts';
import type { Database } from './database.ts';
import { createKeptExchanges, readPragma } from './createKeptExchanges.ts';
import { createKeptHistory } from './createKeptHistory.ts';
import { StoreLedger } from './ledger.ts';
import { createKeptPins } from './pins.ts';
import { createSpendingReader, loadPriceBook } from './ledgerRows.ts';
import { createStoreFault, isBusyError, toStorageError } from './storageError.ts';
import type { Store, ResolvedStoreOptions } from './store.ts';

/**
 * @param findFault returns why no paid call may start
 * @throws SocialDataError `storage` if spending cannot be read, or calls that windows left open cannot be recorded
 */
export function createStore(
  database: Database,
  options: ResolvedStoreOptions,
  findFault: () => SocialDataError | undefined = () => undefined,
): Store {
  const { clock, dayOf } = options;
  let fault: SocialDataError | undefined;
  let isClosed = false;
  const notify: ResolvedStoreOptions['notify'] = (notice) => {
    // a call that ends after its window: the intent that was left stands for it
    if (!isClosed) {
      options.notify(notice);
    }
  };
  const parts = { ...options, notify };
  const onFault = (cause: SocialDataError) => {
    if (fault === undefined) {
      fault = cause;
      notify({ kind: 'unusable', cause });
    }
  };
  const problem = () => fault ?? findFault();
  const changes = createChangeNotifier(clock, () => readDataVersion(database));
  const exchanges = createKeptExchanges(database, changes.touch);
  const history = createKeptHistory(database, exchanges, parts, changes.touch);
  const prices = loadPriceBook(database);
  const ledger = new StoreLedger(database, parts, { history, prices, onDidChange: changes.onDidChange, problem, onFault });
  ledger.recover();
  const day = () => dayOf(clock.now());
  const ofDay = { today: () => ledger.stateOf(day()), agentsToday: () => ledger.agentStateOf(day()) };
  ofDay.today(); // finds out early if the file cannot be read
  return {
    problem,
    history: {
      put: (exchange) => history.put(exchange),
      find: (identity) => (fault === undefined ? findUnlessFaulty(history, identity, onFault) : undefined),
    },
    ledger,
    prices,
    exchanges: {
      ...exchanges,
      clear: (clearing) => {
        history.forget();
        return exchanges.clear(clearing);
      },
    },
    spending: createSpendingReader(database, ofDay),
    pins: createKeptPins(database, clock, changes.touch),
    day,
    onDidChange: changes.onDidChange,
    close: () => {
      if (isClosed) {
        return;
      }
      changes.end();
      try {
        ledger.endAll();
      } catch (cause) {
        notify({ kind: 'notBooked', cause });
      }
      isClosed = true;
      fault ??= createStoreFault('STORE_MOVED', 'the store was closed');
      database.close();
    },
  };
}

/** Treats unreadable answers as not kept. Then no paid call may start, because its answer may already be paid for. */
function findUnlessFaulty(history: HistoryStore, identity: string, onFault: (cause: SocialDataError) => void) {
  try {
    return history.find(identity);
  } catch (error) {
    const cause = toStorageError(error);
    if (isBusyError(cause)) {
      throw cause;
    }
    onFault(cause);
    return undefined;
  }
}

function readDataVersion(database: Database): number {
  try {
    return readPragma(database, 'data_version');
  } catch {
    return 0; // readers of the changed data report why it cannot be read
  }
}

/** How often other windows are asked whether they wrote something, while somebody listens. */
const pollMs = 1_000;

/**
 * Says of changes of this window at once, once for all that is written in one go, and of other windows' within a second.
 * @param version another number whenever another window wrote; asked only while somebody listens
 */
function createChangeNotifier(
  clock: Clock,
  version: () => number,
): Pick<Store, 'onDidChange'> & Record<'touch' | 'end', () => void> {
  const listeners = new Set<() => void>();
  let seen = 0;
  let isDue = false;
  let stop: (() => void) | undefined;
  const tell = () => listeners.forEach(runWithDeferredError);
  const poll = () => {
    const now = version();
    if (now !== seen) {
      seen = now;
      tell();
    }
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
          end();
        }
      };
    },
    end,
  };
}
