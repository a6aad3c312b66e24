import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { AnswerFormat } from '../../../src/client/endpoint.ts';
import { findEndpointById } from '../../../src/client/endpoints/table.ts';
import { toPage } from '../../../src/client/records/toPage.ts';
import { encodeCall } from '../../../src/client/wire.ts';
import { toCursorScope, encodeCursor } from '../../../src/sandbox/cursor.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createWorld } from '../../../src/sandbox/world/createWorld.ts';
import { landmarks, syntheticPlatformUrl } from '../../../src/sandbox/world/landmarks.ts';
import { get } from './testSandbox.ts';

type Params = Readonly<Record<string, string>>;

/** The long rows: how many items each has and, of a thread, how many posts stand above them on the first page and do not count as a part of it. */
const rows: readonly {
  readonly id: string;
  readonly params: Params;
  readonly length: number;
  readonly above?: number;
}[] = [
  { id: 'primary.userFollowers', params: { userId: landmarks.crowdedId }, length: 1_000_000 },
  { id: 'primary.userFollowers', params: { userId: '-1', username: landmarks.crowdedHandle }, length: 1_000_000 },
  { id: 'primary.userVerifiedFollowers', params: { userId: landmarks.crowdedId }, length: 62_500 },
  { id: 'primary.userTweets', params: { userId: landmarks.prolificId }, length: 1_000_000 },
  { id: 'primary.userTweetsAndReplies', params: { userId: landmarks.prolificId }, length: 1_000_000 },
  { id: 'primary.listTweets', params: { listId: landmarks.longListId }, length: 1_000_000 },
  { id: 'primary.listMembers', params: { listId: landmarks.longListId }, length: 1000 },
  { id: 'primary.tweet', params: { tweetId: landmarks.hugeThreadId }, length: 5000, above: 1 },
  { id: 'primary.tweet', params: { tweetId: landmarks.hugeThreadId, rankingMode: 'Likes' }, length: 5000, above: 1 },
  { id: 'gateway.listTweets', params: { list_id: landmarks.longListId }, length: 1_000_000 },
  { id: 'gateway.listMembers', params: { list_id: landmarks.longListId }, length: 1000 },
  { id: 'gateway.tweet', params: { tweetId: landmarks.hugeThreadId }, length: 5000 },
];

interface ReadPage {
  readonly ids: readonly (string | undefined)[];
  /** What both formats and both services say of a record. */
  readonly told: readonly unknown[];
  readonly next: Readonly<Record<string, unknown>> | undefined;
}

describe('the long rows of the sandbox', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  for (const { id, params, length, above = 0 } of rows) {
    const row = `${id} ${Object.values(params).join(' ')}`;
    const formats: readonly AnswerFormat[] = id.startsWith('primary') ? ['simple', 'raw'] : ['simple'];

    it(`of ${row} hold each item once, page for page in any order, in both formats`, async () => {
      const window = fc.record({
        share: fc.double({ min: 0, max: 0.99, noNaN: true }),
        order: fc.shuffledSubarray([0, 1, 2, 3]),
      });
      await fc.assert(
        fc.asyncProperty(window, fc.constantFrom(...formats), async ({ share, order }, format) => {
          const size = (await ask(id, params, format)).ids.length - above;
          const start = 1 + Math.floor(share * length);
          const pages = new Map<number, ReadPage>();
          for (const page of order) pages.set(page, await askFrom(id, params, format, start + page * size));
          const ids = [...pages.values()].flatMap((page) => page.ids);
          assert.equal(new Set(ids).size, ids.length);
          for (const [page, read] of pages) {
            assert.equal(
              read.ids.length,
              Math.max(0, Math.min(size, length - start - page * size)),
              `page ${page} from ${start}`,
            );
            const following = pages.get(page + 1);
            if (following !== undefined && read.next !== undefined) {
              assert.deepEqual((await ask(id, { ...params, ...textsOf(read.next) }, format)).ids, following.ids);
            }
          }
        }),
        { numRuns: 4 * Number(process.env['SOAK'] ?? 1) },
      );
    });

    it(`of ${row} end at the last item`, async () => {
      for (const format of formats) {
        const last = await askFrom(id, params, format, length - 1);
        assert.equal(last.ids.length, 1);
        const behind = last.next === undefined ? undefined : await ask(id, { ...params, ...textsOf(last.next) }, format);
        // the raw format has a cursor on its last page, too: it leads to a page without items
        assert.equal(behind?.ids.length ?? 0, 0);
        assert.ok(format === 'raw' || last.next === undefined);
      }
    });

    if (formats.length > 1) {
      it(`of ${row} say the same in both formats`, async () => {
        for (const offset of [0, 1, Math.floor(length * 0.8), length - 2]) {
          const [simple, raw] = [await askFrom(id, params, 'simple', offset), await askFrom(id, params, 'raw', offset)];
          assert.ok(simple.told.length > 0);
          assert.deepEqual(raw.told, simple.told);
        }
      });
    }
  }

  it('give out cursors that no other question takes', async () => {
    const cursor = cursorAt('primary.userFollowers', { userId: landmarks.crowdedId }, 500_000);
    const target = `/user/${landmarks.prolificId}/followers?cursor=${encodeURIComponent(cursor)}`;
    assert.equal((await get(sandbox.primary, target)).status, 400);
  });

  it('have items that are found by id and handle, with small timelines of their own', async () => {
    const { ids } = await askFrom('primary.userFollowers', { userId: landmarks.crowdedId }, 'simple', 765_432);
    const userId = ids[0] ?? '';
    const [user] = (await ask('primary.userById', { userId }, 'simple')).told;
    const username = String(Reflect.get(Object(user), 'handle'));
    assert.deepEqual((await ask('primary.userByUsername', { username }, 'simple')).ids, [userId]);
    for (const timeline of ['primary.userTweets', 'primary.userLikes', 'primary.userFollowers']) {
      assert.deepEqual((await ask(timeline, { userId }, 'simple')).ids, []);
    }
    const post = (await askFrom('gateway.listTweets', { list_id: landmarks.longListId }, 'simple', 765_432)).ids[0] ?? '';
    assert.deepEqual((await ask('primary.tweet', { tweetId: post }, 'simple')).ids, [post]);
    assert.deepEqual((await ask('gateway.userLists', { user_id: landmarks.crowdedId }, 'simple')).ids, [landmarks.longListId]);
  });

  const world = createWorld(1); // that of a sandbox that is started without a seed

  function cursorAt(id: string, params: Params, offset: number): string {
    const endpoint = findEndpointById(id);
    assert.ok(endpoint !== undefined);
    return encodeCursor(toCursorScope(endpoint, params, world), { offset, direction: 'bottom' });
  }

  /** The page that starts at an item. */
  async function askFrom(id: string, params: Params, format: AnswerFormat, offset: number): Promise<ReadPage> {
    return await callFrom(id, params, format, offset)();
  }

  function callFrom(id: string, params: Params, format: AnswerFormat, offset: number): () => Promise<ReadPage> {
    const asked = offset === 0 ? params : { ...params, cursor: cursorAt(id, params, offset) };
    return async () => await ask(id, asked, format);
  }

  async function ask(id: string, params: Params, format: AnswerFormat): Promise<ReadPage> {
    const endpoint = findEndpointById(id);
    assert.ok(endpoint !== undefined);
    const { method, target, body } = encodeCall(endpoint, params, format);
    const got = await get(sandbox[endpoint.service], target, { method, ...(body === undefined ? {} : { body }) });
    assert.equal(got.status, 200, got.text.slice(0, 300));
    const page = toPage(
      { value: got.body, warnings: [], request: { endpointId: id, format, params } },
      { site: syntheticPlatformUrl },
    );
    assert.deepEqual(page.warnings, []);
    return { ids: page.records.map((one) => one.id), told: page.records.map((one) => toldByBoth(one.record)), next: page.next };
  }
});

function textsOf(next: Readonly<Record<string, unknown>>): Params {
  return Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]));
}

/** A record without what only the raw format tells: how a link is written in the text. */
function toldByBoth(record: unknown): unknown {
  return JSON.parse(JSON.stringify(record, (key, value: unknown) => (key === 'display' || key === 'token' ? undefined : value)));
}
