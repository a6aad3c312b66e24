import { systemClock } from '../../../../src/client/systemClock.ts';
import { openStore } from '../../../../src/store/openStore.ts';
import type { Store, StoreNotice } from '../../../../src/store/store.ts';

/** Opens a store as a process of its own does: on the clock of the machine, all of it on one day, of no account. */
export async function openProcessStore(folder: string, notify: (notice: StoreNotice) => void): Promise<Store> {
  return await openStore({
    folder,
    clock: systemClock,
    dayCap: () => undefined,
    maxBytes: () => 500_000_000,
    accountOf: () => undefined,
    dayOf: () => '2026-08-01',
    notify,
  });
}
