import { runWithDeferredError } from '../client/policies/runWithDeferredError.ts';
import type { Clock } from '../client/clock.ts';
import type { Database } from './database.ts';
import { type EarlierSpending, noEarlierSpending } from './earlierSpending.ts';
import { createKeptExchanges, readPragma } from './createKeptExchanges.ts';
import { createKeptHistory } from './createKeptHistory.ts';
import { StoreLedger } from './ledger.ts';
import { createKeptPins } from './pins.ts';
import { createSpendingReader, loadPriceBook } from './ledgerRows.ts';
import { isDamageError, type OnDamage, toStorageError } from './storageError.ts';
import type { Store, ResolvedStoreOptions } from './store.ts';
import { mergeExchanges, mergeHistories, createReadOnlyStoreReader, mergeSpending } from './mergeReadOnlyStore.ts';

/** What there is beside the tables of a store. */
export interface EarlierStoreData {
  readonly spending: EarlierSpending;
  /** A file that can only be read. */
  readonly file?: Database | undefined;
}

/** A store over an open database. @throws SocialDataError `storage` */
export function createStore(
  database: Database,
  place: Store['place'],
  options: ResolvedStoreOptions,
  { spending: earlier, file }: EarlierStoreData = { spending: noEarlierSpending },
): Store {
  const { clock, dayOf } = options;
  let isClosed = false;
  const notify: ResolvedStoreOptions['notify'] = (notice) => {
    // a call that ends after its window: the intent that was left stands for it
    if (!isClosed) {
      options.notify(notice);
    }
  };
  const onDamage: OnDamage = (cause) => notify({ kind: 'damaged', cause });
  const parts = { ...options, notify };
  const changes = createChangeNotifier(clock, () => readPragma(file ?? database, 'data_version'));
  const past = file === undefined ? undefined : createReadOnlyStoreReader(file, parts, onDamage);
  const own = createKeptExchanges(database, changes.touch, onDamage);
  const exchanges = past === undefined ? own : mergeExchanges(own, past);
  const ownHistory = createKeptHistory(database, own, parts, changes.touch);
  const history = past === undefined ? ownHistory : mergeHistories(ownHistory, past);
  const prices = loadPriceBook(file ?? database, onDamage);
  const ledger = new StoreLedger(database, parts, { history, earlier, prices, onDidChange: changes.onDidChange });
  const ofDay = {
    today: () => ledger.today(),
    agentsToday: () => ledger.agentsToday(),
    acceptUnknown: () => earlier.accept(),
  };
  const ownSpending = createSpendingReader(database, ofDay, onDamage);
  const noticed = (write: () => void) => {
    try {
      write();
    } catch (error) {
      notify({ kind: 'notBooked', cause: error });
    }
  };
  noticed(() => ledger.recover());
  return {
    place,
    history: createStorageErrorProxy(history, onDamage),
    ledger: createStorageErrorProxy(ledger, onDamage),
    prices,
    exchanges: createStorageErrorProxy(
      {
        ...exchanges,
        clear: (clearing) => {
          history.forget();
          return exchanges.clear(clearing);
        },
      },
      onDamage,
    ),
    spending: createStorageErrorProxy(past === undefined ? ownSpending : mergeSpending(ownSpending, past), onDamage),
    pins: createStorageErrorProxy(createKeptPins(database, changes.touch), onDamage),
    day: () => dayOf(clock.now()),
    onDidChange: changes.onDidChange,
    close: () => {
      changes.end();
      noticed(() => ledger.endAll());
      isClosed = true;
      database.close();
      file?.close();
    },
  };
}

/** The same methods, of which each @throws SocialDataError only; damage that one comes upon is reported. */
function createStorageErrorProxy<T extends object>(part: T, onDamage: OnDamage): T {
  return new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value !== 'function'
        ? value
        : (...given: readonly unknown[]): unknown => {
            const fail = (error: unknown): never => {
              if (isDamageError(error)) {
                onDamage(error);
              }
              throw toStorageError(error);
            };
            try {
              const result: unknown = Reflect.apply(value, target, given);
              return result instanceof Promise ? result.catch(fail) : result;
            } catch (error) {
              return fail(error);
            }
          };
    },
  });
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
    runWithDeferredError(() => {
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
          end();
        }
      };
    },
    end,
  };
}
