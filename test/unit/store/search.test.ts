import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { search } from '../../../src/client/endpoints/table.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

interface Post {
  readonly id: string;
  readonly text: string;
  /** Isn't searched. */
  readonly noise?: string;
  readonly author?: { readonly id: string; readonly username: string; readonly name: string };
}

const ada = { id: '7', username: 'ada_writes', name: 'Ada Lovelace' };

/** Stores one response for each list of posts. @returns their exchange ids */
async function storePosts(store: Store, folder: StoreFolder, pages: readonly (readonly Post[])[]): Promise<readonly string[]> {
  const toBody = (index: number) => ({ data: pages[index], nextCursor: null, hasNextPage: false });
  const { client } = clientOver(store, folder.clock, (index) => priced('0.0002', undefined, toBody(index)));
  const ids: string[] = [];
  for (let at = 0; at < pages.length; at += 1) {
    await folder.clock.advance(1_000);
    ids.push((await client.call(search, { searchItem: `query ${folder.clock.now()}` })).id);
  }
  return ids;
}

function index(store: Store): void {
  Array.from(store.search?.index() ?? []);
}

/** The ids of the records that are found, in order. */
function find(store: Store, text: string): readonly (string | undefined)[] {
  index(store);
  return Array.from(store.search?.find(text) ?? []).flatMap((found) =>
    found === undefined ? [] : 'id' in found.record ? [found.record.id] : [''],
  );
}

describe('searching the history', () => {
  it('finds posts by the beginnings of words in any order, names, handles, and ids', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    await storePosts(store, folder, [
      [
        { id: '101', text: 'Crème brûlée in the Café', author: ada },
        { id: '102', text: 'plain coffee' },
      ],
    ]);
    for (const [typed, expected] of [
      ['creme', ['101']],
      ['CAFÉ brul', ['101']],
      ['ada_writes', ['101']],
      ['@ada_wri', ['101']],
      ['lovelace cafe', ['101']],
      ['101', ['101']],
      ['10', ['101', '102']],
      ['c', ['101', '102']],
      ['coffee cafe', []],
      ['rulee', []],
    ] as const) {
      assert.deepEqual(find(store, typed), expected, typed);
    }
  });

  it('finds words in any script', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    const texts = ['私は京都に住んでいます', 'مرحبًا بالعالم', 'हिन्दी में', 'привет, мир', '𝗯𝗼𝗹𝗱 ﷺ ½', '서울에서'];
    await storePosts(store, folder, [texts.map((text, at) => ({ id: `20${at}`, text }))]);
    for (const [at, typed] of ['京都', 'مرحبا', 'हिन्दी', 'МИР', 'bold', '서울'].entries()) {
      assert.deepEqual(find(store, typed), [`20${at}`], typed);
    }
  });

  it('lists whole words first, then the newest, and each record once with its newest response', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    const ids = await storePosts(store, folder, [
      [{ id: '1', text: 'art' }],
      [{ id: '2', text: 'artist' }],
      [{ id: '3', text: 'art' }],
      [{ id: '4', text: 'artists' }],
      [{ id: '1', text: 'art, edited' }],
    ]);
    assert.deepEqual(find(store, 'art'), ['1', '3', '4', '2']);
    const first = store.search?.find('art').next().value;
    assert.equal(first?.exchange.id, ids[4]);
  });

  it('finds what another window stored, and continues after a window was closed', async () => {
    using folder = storeFolder();
    const here = await folder.open();
    const there = await folder.open();
    await storePosts(here, folder, [[{ id: '1', text: 'first fox' }]]);
    assert.deepEqual(find(here, 'fox'), ['1']);
    const posts = Array.from({ length: 120 }, (_, at) => [{ id: String(at + 2), text: 'later fox' }]);
    await storePosts(there, folder, posts);
    assert.deepEqual(find(here, 'first'), ['1']);
    assert.equal(find(here, 'fox').length, 121);
    folder.close(there);
    assert.equal(find(await folder.open(), 'later').length, 120);
  });

  it('indexes the newest responses first, and continues after an interruption with old and new ones', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    await storePosts(
      store,
      folder,
      Array.from({ length: 120 }, (_, at) => [{ id: String(at), text: 'fox' }]),
    );
    store.search?.index().next();
    const found = Array.from(store.search?.find('fox') ?? []).filter((one) => one !== undefined);
    assert.ok(found.length > 0 && found.length < 120);
    assert.equal('id' in (found[0]?.record ?? {}) && found[0]?.record.kind === 'post' ? found[0].record.id : '', '119');
    await storePosts(store, folder, [[{ id: '120', text: 'fox' }]]);
    assert.equal(find(store, 'fox').length, 121);
  });

  it('no longer finds deleted responses, and finds those that take their place', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    const ids = await storePosts(store, folder, [[{ id: '1', text: 'fox' }], [{ id: '2', text: 'fox' }]]);
    assert.deepEqual(find(store, 'fox'), ['2', '1']);
    store.exchanges.delete([ids[1] ?? '']);
    assert.deepEqual(find(store, 'fox'), ['1']);
    await storePosts(store, folder, [[{ id: '3', text: 'owl' }]]);
    assert.deepEqual(find(store, 'owl'), ['3']);
    assert.deepEqual(find(store, 'fox'), ['1']);
  });

  it('no longer finds responses that were deleted to free space', async () => {
    using folder = storeFolder('memory');
    let maxBytes = 100_000_000;
    const store = await folder.open({ maxBytes: () => maxBytes });
    const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString('hex');
    await storePosts(
      store,
      folder,
      Array.from({ length: 10 }, (_, at) => [{ id: String(at), text: 'fox', noise: noise() }]),
    );
    assert.equal(find(store, 'fox').length, 10);
    maxBytes = 200_000;
    await storePosts(store, folder, [[{ id: '10', text: 'fox' }]]);
    const left = find(store, 'fox');
    assert.equal(left.length, store.exchanges.size().exchanges);
    assert.ok(left.length < 10);
    assert.equal(left[0], '10');
  });

  it('leaves no word in the file after the history is cleared, except from kept responses', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const [kept = ''] = await storePosts(store, folder, [
      [{ id: '1', text: 'owl' }],
      ...Array.from({ length: 30 }, (_, at) => [{ id: String(at + 2), text: `quixotic${at} quagmire` }]),
    ]);
    assert.equal(find(store, 'quagmire').length, 30);
    const fileHas = (word: string) =>
      [databaseFileName, `${databaseFileName}-wal`].some((name) => readFileSync(join(folder.path, name)).includes(word));
    assert.ok(fileHas('quagmire'));
    store.exchanges.setPinned(kept, true);
    store.exchanges.clear({ keepPinned: true });
    assert.ok(!fileHas('quagmire') && !fileHas('quixotic'));
    assert.deepEqual(find(store, 'q'), []);
    assert.deepEqual(find(store, 'owl'), ['1']);
    store.exchanges.clear({ keepPinned: false });
    assert.deepEqual(find(store, 'owl'), []);
  });

  it('works after a program without full-text search deleted responses', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    await storePosts(store, folder, [[{ id: '1', text: 'fox' }], [{ id: '2', text: 'fox' }]]);
    assert.deepEqual(find(store, 'fox'), ['2', '1']);
    const other = new DatabaseSync(join(folder.path, databaseFileName));
    other.exec('DELETE FROM exchanges WHERE seq = 2');
    other.close();
    assert.deepEqual(find(store, 'fox'), ['1']);
  });

  it('reads any typed text without an error', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    const text = 'NEAR(fox AND "owl) OR NOT -x* ^words: ﷺ ½ \u0000';
    await storePosts(store, folder, [[{ id: '1', text }]]);
    assert.deepEqual(find(store, text), ['1']);
    for (const typed of ['', ' ', '"', '*', '()', 'words:', '^', "'", '🦊', '\u0000', 'a'.repeat(5_000), 'a '.repeat(2_000)]) {
      assert.doesNotThrow(() => find(store, typed), typed);
    }
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (typed) => {
        find(store, typed);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
