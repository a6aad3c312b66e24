import assert from 'node:assert/strict';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { type CursorScope, encodeCursor } from '../../../src/sandbox/handleCall.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { get, withSandbox } from './testSandbox.ts';

interface Page {
  readonly data: readonly number[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly hasNextPage: boolean;
  readonly isFirst: boolean;
}

describe('pages of a sequence', () => {
  const followers = '/user/1/followers?format=simple';
  async function page(base: string, path: string): Promise<Page> {
    const got = await get(base, path);
    assert.equal(got.status, 200, got.text);
    return got.body as Page; // the test's responder
  }
  const after = (cursor: string | null): string => `&cursor=${encodeURIComponent(String(cursor))}`;

  it('visit each item once, forward and back', () =>
    withSandbox({}, async ({ primary }) => {
      const first = await page(primary, followers);
      const second = await page(primary, followers + after(first.nextCursor));
      const third = await page(primary, followers + after(second.nextCursor));
      assert.deepEqual(
        [...first.data, ...second.data, ...third.data],
        Array.from({ length: 130 }, (_, i) => i),
      );
      assert.deepEqual(
        [first.isFirst, second.isFirst, first.hasNextPage, third.hasNextPage, third.nextCursor],
        [true, false, true, false, null],
      );
      assert.equal(first.previousCursor, null);
      assert.match(String(first.nextCursor), /^\d+\|\d+$/);
      assert.match(String(third.previousCursor), /^-1\|\d+$/);
      const back = await page(primary, followers + after(third.previousCursor));
      assert.deepEqual([back.data, back.nextCursor], [second.data, second.nextCursor]);
      assert.deepEqual((await page(primary, followers + after(back.previousCursor))).data, first.data);
    }));

  it('continue with a different page size, and are empty after the end', () =>
    withSandbox({}, async ({ primary }) => {
      const first = await page(primary, followers);
      const rest = await page(primary, `${followers}&count=80${after(first.nextCursor)}`);
      assert.deepEqual([rest.data.length, rest.data[0], rest.nextCursor], [80, 50, null]);
      const owner: CursorScope = { endpointId: 'primary.userFollowers', texts: { userId: '1' }, format: 'digits' };
      const beyond = await page(primary, followers + after(encodeCursor(owner, { offset: 5000, direction: 'bottom' })));
      assert.deepEqual([beyond.data, beyond.nextCursor, beyond.hasNextPage], [[], null, false]);
      assert.notEqual(beyond.previousCursor, null);
    }));

  it('survive a sandbox restart', async () => {
    let next: string | null = null;
    await withSandbox({}, async ({ primary }) => void ({ nextCursor: next } = await page(primary, followers)));
    await withSandbox({}, async ({ primary }) => assert.equal((await page(primary, followers + after(next))).data[0], 50));
  });

  it('reject invalid cursors and other queries’ cursors with 400, refunded by the Primary API', () =>
    withSandbox({}, async ({ primary, gateway }) => {
      const { nextCursor } = await page(primary, followers);
      for (const path of [
        `/user/2/followers?cursor=${encodeURIComponent(String(nextCursor))}`,
        '/user/1/followers?cursor=garbage',
        '/user/1/followers?cursor=1%7C2',
        '/user/1/followers?cursor=-1%7C0',
      ]) {
        const got = await get(primary, path);
        assert.deepEqual(
          [got.status, got.body, got.headers['x-refunded']],
          [400, { error: 'The cursor does not belong to this question' }, 'true'],
          path,
        );
      }
      const first = await page(gateway, '/search/tweets?q=a');
      assert.equal((await page(gateway, `/search/tweets?q=a&limit=40${after(first.nextCursor)}`)).data[0], 20);
      assert.equal((await get(gateway, `/search/tweets?q=b${after(first.nextCursor)}`)).status, 400);
      assert.equal((await get(gateway, '/search/tweets?q=a&cursor=x')).status, 400);
    }));
});

describe('a first page’s cursor', () => {
  const { userId, handle, tweetId, hashtag, searchWord } = exampleValues;
  const spelled = handle.toUpperCase();
  const filtered = (filters: unknown) =>
    `/search?searchItem=${searchWord}&filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const ways: readonly (readonly ['primary' | 'gateway', string, readonly string[]])[] = [
    [
      'primary',
      `/search?searchItem=${searchWord}`,
      [
        `/search?searchItem=${searchWord}&category=Top`,
        filtered({}),
        filtered({ onlyReplies: false }),
        `/search/${searchWord}?category=any`,
      ],
    ],
    ['primary', filtered({ lang: 'en', minimumLikesCount: 1 }), [filtered({ minimumLikesCount: 1, lang: 'en' })]],
    ['primary', `/tweet/${tweetId}?includePromotedContent=0`, [`/tweet/${tweetId}?rankingMode=Relevance`]],
    ['primary', `/tweet/${tweetId}/quotes`, [`/tweet/${tweetId}/quotes?rankingMode=Top`]],
    ['primary', `/user/${userId}/followers`, [`/user/-1/followers?username=${handle}`, `/user/5/followers?username=@${spelled}`]],
    ['gateway', `/search/hashtag/${hashtag}`, [`/search/hashtag/${hashtag}?filter=latest`]],
    ['gateway', `/search/tweets?q=a&from=${handle}`, [`/search/tweets?q=a&verified_only=false&from=${spelled}`]],
  ];
  for (const [service, first, others] of ways) {
    it(`of ${first} is valid for a different spelling of the query`, async () => {
      const sandbox = await startSandbox();
      const base = sandbox[service];
      const format = (path: string) => (service === 'gateway' ? path : `${path}${path.includes('?') ? '&' : '?'}format=simple`);
      const { body } = await get(base, format(first));
      const { nextCursor, meta } = body as { readonly nextCursor?: string; readonly meta?: { readonly next_cursor: string } };
      const cursor = nextCursor ?? meta?.next_cursor;
      assert.ok(cursor !== undefined);
      for (const path of others) {
        const next = format(path);
        const got = await get(base, `${next}${next.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`);
        assert.equal(got.status, 200, `${path} ${got.text}`);
      }
      await sandbox.close();
    });
  }
});
