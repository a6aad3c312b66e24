import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Client } from '../../../../src/client/client.ts';
import type { WireRequest } from '../../../../src/client/transport.ts';
import { type Database, openDatabase } from '../../../../src/store/database.ts';
import { databaseStore } from '../../../../src/store/databaseStore.ts';
import { loadSqlite } from '../../../../src/store/loadSqlite.ts';
import { databaseName } from '../../../../src/store/openStore.ts';
import type { Store } from '../../../../src/store/store.ts';
import type { FakeReply, FakeTransport } from '../../../support/fakeTransport.ts';
import { clientOver, storeDefaults, type StoreFolder } from './testStore.ts';

/** A window that can be killed within this process: its database is closed under its hands. */
export interface TestWindow {
  readonly store: Store;
  readonly client: Client;
  readonly transport: FakeTransport;
  readonly kill: () => void;
  /** Counts the windows that were made, from 1. */
  readonly number: number;
}

/** Opens windows over one folder; a killed one counts as dead for those that are opened later. */
export function windowMaker(
  folder: StoreFolder,
  options: {
    readonly cap: () => bigint | undefined;
    readonly day: () => string;
    /** @param window counts the windows from 1 */
    readonly reply: (request: WireRequest, window: number) => FakeReply | Promise<FakeReply>;
  },
): () => TestWindow {
  const dead = new Set<number>();
  let count = 0;
  return () => {
    const sqlite = loadSqlite();
    assert.ok(sqlite);
    count += 1;
    const pid = count;
    const database: Database = openDatabase(sqlite, join(folder.path, databaseName));
    database.all('PRAGMA synchronous = OFF'); // no power fails here, and thousands of runs are to be quick
    const store = databaseStore(database, {
      ...storeDefaults(folder.path, folder.clock, folder.notices),
      dayCap: options.cap,
      dayOf: options.day,
      owner: { name: `window ${pid}`, pid, host: 'here' },
      isAlive: (asked) => !dead.has(asked),
      freeBytes: () => undefined,
      notify: (notice) => {
        if (!dead.has(pid)) {
          folder.notices.push(notice);
        }
      },
    });
    const { client, transport } = clientOver(store, folder.clock, (_index, request) => options.reply(request, pid));
    return {
      store,
      client,
      transport,
      number: pid,
      kill: () => {
        dead.add(pid);
        database.close();
      },
    };
  };
}
