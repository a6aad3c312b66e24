import { systemClock } from '../../../src/client/clock.ts';
import { readBudgetSetting } from '../../../src/workbench/settings.ts';
import { createStore } from '../../../src/store/openStore.ts';
import { memoryDatabasePath, openDatabase } from '../../../src/store/database.ts';
import { type ResolvedStoreOptions, type Store, toLocalDay } from '../../../src/store/store.ts';

/** An empty store in memory. An error fails the test, except for a response that repeats the key. */
export function memoryStore(): Store {
  const parts: ResolvedStoreOptions = {
    folder: undefined,
    clock: systemClock,
    dayOf: toLocalDay,
    dayCap: () => readBudgetSetting('day'),
    agentsCap: () => readBudgetSetting('agents'),
    maxBytes: () => 64 * 1024 * 1024,
    owner: { name: 'test', pid: process.pid },
    isAlive: () => true,
    freeBytes: () => undefined,
    notify: (notice) => {
      if (notice.kind !== 'notStored') {
        throw new Error(`the store in memory: ${notice.kind}`);
      }
    },
  };
  return createStore(openDatabase(memoryDatabasePath), parts);
}
