import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SocialDataError } from '../../../src/client/errors.ts';
import { decodeBodyText } from '../../../src/client/exchange.ts';
import { TransportFault } from '../../../src/client/transport.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { createCutOffFault } from '../../support/fakeTransport.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { asStored, clientOver, priced, start, storeFolder, type StoreFolder } from './support/testStore.ts';

/** The store file's bytes. */
function fileOf({ path }: StoreFolder): Buffer {
  return readFileSync(join(path, databaseFileName));
}

describe('the history of all windows', () => {
  it('never reuses an incomplete response, even a readable one', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const partial = { status: 200, headers: new Map(), body: Buffer.from('{"data":{}}') };
    const cut = new TransportFault('network', { sent: true, partial });
    const { client, transport } = clientOver(store, folder.clock, (index) => (index === 0 ? cut : priced('0.0002')));
    await assert.rejects(client.call(testLookup, { name: 'a' }), { kind: 'interrupted' });
    assert.equal(store.exchanges.newest().items.length, 1, 'it can be looked at');
    assert.equal((await client.call(testLookup, { name: 'a' })).from, 'network');
    assert.equal(transport.requests.length, 2);
  });

  it('returns a response in a different window, byte for byte, with its cost and at no charge', async () => {
    using folder = storeFolder();
    const body = '{ "data": { "id": 12345678901234567890, "text": "ä\\u0000" } }\n';
    const first = clientOver(await folder.open(), folder.clock, () => priced('0.0002', '1.5', body));
    const bought = await first.client.call(testLookup, { name: 'a' });
    const second = clientOver(await folder.open(), folder.clock, () => priced('9'));
    const stored = await second.client.call(testLookup, { name: 'a' });
    assert.deepEqual(stored, { ...asStored(bought), cost: 0n });
    assert.equal(decodeBodyText(stored), body);
    assert.equal(second.transport.requests.length, 0);
  });

  it("doesn't store a response that isn't wanted, but its cost and price", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'));
    await client.call(testLookup, { name: 'a' }, { isStored: false });
    assert.deepEqual([store.exchanges.newest().items.length, store.spending.today().spent], [0, 200n]);
    assert.equal(client.priceOf(testLookup), 200n);
    await client.call(testLookup, { name: 'a' });
    assert.equal(transport.requests.length, 2);
  });

  it('finds an exchange by id after all windows were closed', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    const bought = await client.call(testLookup, { name: 'a' });
    folder.close(store);
    assert.deepEqual((await folder.open()).exchanges.exchange(bought.id), asStored(bought));
  });

  it("doesn't return a response that a different window deleted", async () => {
    using folder = storeFolder();
    const here = await folder.open();
    const there = await folder.open();
    const { client, transport } = clientOver(here, folder.clock, () => priced('0.0002'));
    const { id } = await client.call(testLookup, { name: 'a' });
    there.exchanges.delete([id]);
    await client.call(testLookup, { name: 'a' });
    assert.equal(transport.requests.length, 2);
  });
});

describe('the history', () => {
  it('stores equal bodies once, until the last response is deleted', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const large = { data: { text: Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64') } };
    const { client } = clientOver(store, folder.clock, () => priced('0.0002', undefined, large));
    const first = await client.call(testLookup, { name: 'a' });
    const once = store.exchanges.size().bytes;
    for (const name of 'bcdefghij') {
      await client.call(testLookup, { name });
    }
    assert.ok(store.exchanges.size().bytes - once < 20_000, 'the body is there more than once');
    const { items } = store.exchanges.newest();
    store.exchanges.delete(items.slice(0, 9).map(({ id }) => id));
    assert.equal(store.exchanges.exchange(first.id)?.body.byteLength, first.body.byteLength);
    store.exchanges.delete([first.id]);
    assert.ok(once - store.exchanges.size().bytes > 50_000, 'the body is still there');
  });

  it('stores error responses but never reuses them', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => ({ status: 404, body: { message: 'gone' } }));
    for (let time = 0; time < 2; time += 1) {
      await assert.rejects(client.call(testLookup, { name: 'a' }), SocialDataError);
    }
    assert.equal(transport.requests.length, 2);
    assert.deepEqual(
      store.exchanges.newest().items.map(({ status }) => status),
      [404, 404],
    );
  });

  it("doesn't store a body that repeats the key, reports it, and reuses it until the window closes", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002', '1', { data: { you: 'test-key' } }));
    const { id } = await client.call(testLookup, { name: 'a' });
    assert.equal((await client.call(testLookup, { name: 'a' })).repeatsKey, true);
    assert.equal(transport.requests.length, 1);
    assert.deepEqual(folder.notices, [{ kind: 'notStored', why: 'repeatsKey', exchangeId: id }]);
    assert.equal(store.exchanges.newest().items[0]?.isWithheld, true);
    assert.equal(store.exchanges.exchange(id), undefined);
    assert.equal(store.spending.sum('2026-08-01', '2026-08-01').spent, 200n);
    folder.close(store);
    assert.equal(fileOf(folder).includes('test-key'), false);
  });

  it("doesn't store headers that repeat the key", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const headers = { location: 'https://elsewhere.test/?key=test-key', 'x-sandbox-note': 'a note' };
    const { client } = clientOver(store, folder.clock, () => ({ headers }));
    const { id } = await client.call(testLookup, { name: 'a' });
    assert.deepEqual(store.exchanges.exchange(id)?.headers, { 'x-sandbox-note': 'a note' });
  });

  it('deletes the oldest unpinned responses and frees their space', async () => {
    using folder = storeFolder();
    const store = await folder.open({ maxBytes: () => 600_000 });
    const { client } = clientOver(store, folder.clock, () =>
      priced('0.0002', undefined, {
        data: { noise: Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString('hex') },
      }),
    );
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      ids.push((await client.call(testLookup, { name: `n${index}` })).id);
      if (index === 1) {
        store.exchanges.setPinned(ids[1] ?? '', true);
      }
      assert.ok(store.exchanges.size().bytes <= 600_000);
    }
    const left = store.exchanges.newest().items.map(({ id }) => id);
    assert.ok(left.length > 5);
    assert.deepEqual(left, [...ids.slice(-(left.length - 1)).toReversed(), ids[1]]);
    assert.deepEqual(folder.notices, []);
    folder.close(store);
    assert.ok(fileOf(folder).byteLength <= 650_000, 'the file did not shrink');
  });

  it('deletes everything, or all but pinned responses', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () =>
      priced('0.0002', undefined, { data: { secret: 'blue fox' } }),
    );
    const pinned = await client.call(testLookup, { name: 'a' });
    await client.call(testLookup, { name: 'b' });
    store.exchanges.setPinned(pinned.id, true);
    await store.realValues.add(new Map([['a pseudonym', 'red owl']]));
    assert.equal((await folder.open()).realValues.find('a pseudonym'), 'red owl');
    assert.equal(store.exchanges.clear({ keepPinned: true }), 1);
    assert.equal(store.realValues.find('a pseudonym'), undefined);
    assert.ok(!fileOf(folder).includes('red owl'));
    assert.deepEqual(
      store.exchanges.newest().items.map(({ id }) => id),
      [pinned.id],
    );
    assert.equal(store.exchanges.clear({ keepPinned: false }), 1);
    await client.call(testLookup, { name: 'a' });
    assert.equal(transport.requests.length, 3, 'a cleared answer served');
    assert.equal(store.spending.sum('2026-08-01', '2026-08-01').calls, 3, 'the ledger stays');
  });

  it('stores an incomplete response as possibly charged, and never reuses it', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => createCutOffFault());
    await assert.rejects(client.call(testLookup, { name: 'a' }), SocialDataError);
    await assert.rejects(client.call(testLookup, { name: 'a' }), SocialDataError);
    assert.equal(transport.requests.length, 2);
    const sum = store.spending.sum('2026-08-01', '2026-08-01');
    assert.deepEqual(sum, { spent: 2_000n, calls: 2, unreported: 2, maybeBilled: 2 });
  });

  it('lists pages by day and by endpoint, newest first', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      ids.unshift((await client.call(testLookup, { name: `n${index}` })).id);
      await folder.clock.advance(2 * 3_600_000);
    }
    assert.deepEqual(store.exchanges.days(), [
      { day: '2026-08-03', exchanges: 7 },
      { day: '2026-08-02', exchanges: 12 },
      { day: '2026-08-01', exchanges: 6 },
    ]);
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const page = store.exchanges.exchangesByEndpoint(testLookup.id, {
        limit: 10,
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...page.items.map(({ id }) => id));
      before = seen.at(-1);
      if (!page.hasMore) {
        break;
      }
    }
    assert.deepEqual(seen, ids);
    assert.deepEqual(
      store.exchanges.exchangesByDay('2026-08-02').items.map(({ id }) => id),
      ids.slice(7, 19),
    );
    assert.equal(store.exchanges.newest({ limit: 1 }).items[0]?.sentAt, start + 24 * 2 * 3_600_000);
  });
});
