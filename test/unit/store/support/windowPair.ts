import { join } from 'node:path';
import type { Client } from '../../../../src/client/client.ts';
import type { WireRequest } from '../../../../src/client/transport.ts';
import { createStore } from '../../../../src/store/createStore.ts';
import { openDatabase } from '../../../../src/store/database.ts';
import { databaseFileName } from '../../../../src/store/openStore.ts';
import type { Store, ResolvedStoreOptions } from '../../../../src/store/store.ts';
import type { FakeReply, FakeTransport } from '../../../support/fakeTransport.ts';
import { clientOver, storeDefaults, type StoreFolder } from './testStore.ts';

/** A window that can be killed within this process: its database is closed while it works. */
export interface TestWindow {
  readonly store: Store;
  readonly client: Client;
  readonly transport: FakeTransport;
  readonly kill: () => void;
  /** Counts the windows that were made, from 1. */
  readonly number: number;
}

export interface WindowOptions {
  readonly cap: () => bigint | undefined;
  readonly day: () => string;
  /** @param window counts the windows from 1 */
  readonly reply: (request: WireRequest, window: number) => FakeReply | Promise<FakeReply>;
}

/** Opens windows over one folder; a killed one counts as dead for those that are opened later. */
export function windowMaker(folder: StoreFolder, options: WindowOptions): () => TestWindow {
  const dead = new Set<number>();
  let count = 0;
  return () => {
    count += 1;
    const pid = count;
    const database = openDatabase(join(folder.path, databaseFileName));
    database.all('PRAGMA synchronous = OFF'); // no power fails here, and thousands of runs are to be quick
    const store = createStore(database, {
      ...partsOf(folder, options, pid),
      isAlive: (asked) => !dead.has(asked),
      notify: (notice) => {
        if (!dead.has(pid)) {
          folder.notices.push(notice);
        }
      },
    });
    const kill = () => {
      dead.add(pid);
      database.close();
    };
    return windowOver({ store, kill, number: pid }, folder, options);
  };
}

function partsOf(folder: StoreFolder, { cap, day }: WindowOptions, pid: number): ResolvedStoreOptions {
  return {
    ...storeDefaults(folder.path, folder.clock, folder.notices),
    dayCap: cap,
    dayOf: day,
    owner: { name: `window ${pid}`, pid, host: 'here' },
    isAlive: () => true,
    freeBytes: () => undefined,
  };
}

function windowOver(
  window: Pick<TestWindow, 'store' | 'kill' | 'number'>,
  folder: StoreFolder,
  { reply }: WindowOptions,
): TestWindow {
  const { client, transport } = clientOver(window.store, folder.clock, (_index, request) => reply(request, window.number));
  return { ...window, client, transport };
}
