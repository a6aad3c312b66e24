import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { openDatabaseReadOnly } from '../../../src/store/database.ts';
import { createKeptExchanges } from '../../../src/store/createKeptExchanges.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { schemaMigrations } from '../../../src/store/schema.ts';
import { begin } from './support/plannedCall.ts';
import { clientOver, priced, storeFolder } from './support/testStore.ts';

const versionBefore = 4;

describe('the name of an agent', () => {
  it('stays with the answer and with the lines of the ledger, and a person has none', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    await client.call(testLookup, { name: 'a' }, { initiator: 'tool', agent: 'Claude Code' });
    await client.call(testLookup, { name: 'b' }, { initiator: 'command' });
    const { items } = store.exchanges.newest({ limit: 2 });
    assert.deepEqual(
      items.map(({ agent }) => agent),
      [undefined, 'Claude Code'],
    );
    assert.deepEqual(
      [...store.spending.lines()].map(({ agent }) => agent),
      ['Claude Code', undefined],
    );
  });

  it('stays with a call that a window left under way', async () => {
    using folder = storeFolder();
    const store = await folder.open({ isAlive: () => true });
    await begin(store.ledger, {
      request: {
        ...{ service: 'primary', endpointId: testLookup.id, params: {}, format: 'simple' },
        ...{ method: 'GET', baseUrl: 'https://example.com', target: '/a' },
      },
      connection: testConnection(),
      initiator: 'tool',
      agent: 'Cursor',
      isPriceAssumed: false,
      isGuess: false,
      needed: 200n,
      reserved: 200n,
    });
    folder.close(store);
    const [line] = [...(await folder.open()).spending.lines()];
    assert.deepEqual([line?.agent, line?.spent], ['Cursor', 'maybe']);
  });

  it('is added to a file of the version before it, which keeps what it has', async () => {
    using folder = storeFolder();
    makeEarlier(join(folder.path, databaseFileName));
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    await client.call(testLookup, { name: 'a' }, { initiator: 'tool', agent: 'Zed' });
    assert.deepEqual(
      store.exchanges.newest({ limit: 3 }).items.map(({ agent, initiator }) => [agent, initiator]),
      [
        ['Zed', 'tool'],
        [undefined, 'tool'],
      ],
    );
  });

  it('is missing in a file of that version that can only be read, and nothing else is', () => {
    using folder = storeFolder();
    const path = join(folder.path, databaseFileName);
    makeEarlier(path);
    chmodSync(path, 0o444);
    const database = openDatabaseReadOnly(path);
    const { items } = createKeptExchanges(
      database,
      () => undefined,
      (cause) => assert.fail(String(cause)),
    ).newest({ limit: 3 });
    assert.deepEqual(
      items.map(({ id, agent }) => [id, agent]),
      [['0earlier', undefined]],
    );
    database.close();
  });
});

/** A store of the version that kept no names, with one answer. */
function makeEarlier(path: string): void {
  const database = new DatabaseSync(path);
  for (const step of schemaMigrations.slice(0, versionBefore)) {
    database.exec(step);
  }
  database.exec(`PRAGMA user_version = ${versionBefore}`);
  database.exec(`INSERT INTO exchanges (id, question, can_serve, service, endpoint_id, format, method, base_url, target, params, connection,
    asker, status, headers, sent_at, day, duration_ms, attempts, refunded, retried, warnings, body_bytes)
    VALUES ('0earlier', x'00', 0, 'primary', 'e', 'simple', 'GET', 'https://example.com', '/', '{}', 'direct', 'tool', 200, '{}', 1,
    '2026-08-01', 1, 1, 0, 0, '[]', 0)`);
  database.close();
}
