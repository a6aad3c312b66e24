import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type * as z from 'zod';
import { createGatewayPageSchema, gatewayTweetSchema } from '../../../src/client/schemas/gateway.ts';
import {
  createCollectionSchema,
  communitySchema,
  listSchema,
  resolvedUserIdSchema,
  tweetSchema,
  userSchema,
} from '../../../src/client/schemas/primary.ts';

const list = {
  id: '1700000000000000001',
  name: 'Science',
  description: '',
  createdAt: '2026-01-31T10:30:00Z',
  memberCount: 2,
  followerCount: 0,
  private: false,
  bannerUrl: 'https://img.example/banner.png',
  owner: { id: '1500000000000000001', username: 'ada_writes' },
};

function pathsOf(schema: z.ZodType, value: unknown): readonly string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('Record schemas', () => {
  it('keep unknown fields', () => {
    assert.deepEqual(listSchema().parse({ ...list, pinned: true, owner: { ...list.owner, name: 'Ada' } }), {
      ...list,
      pinned: true,
      owner: { ...list.owner, name: 'Ada' },
    });
  });

  it("report a difference's path", () => {
    const { owner: _owner, ...ownerless } = list;
    assert.deepEqual(pathsOf(listSchema(), { ...list, memberCount: '2' }), ['memberCount']);
    assert.deepEqual(
      pathsOf(createCollectionSchema(listSchema)(), {
        data: [list, ownerless],
        nextCursor: null,
        previousCursor: null,
        hasNextPage: false,
      }),
      ['data.1.owner'],
    );
  });

  it('accept an id only as a string', () => {
    assert.deepEqual(pathsOf(listSchema(), { ...list, id: 17 }), ['id']);
    assert.deepEqual(pathsOf(userSchema().pick({ id: true, pinnedTweetIds: true }), { id: 1, pinnedTweetIds: [2] }), [
      'id',
      'pinnedTweetIds.0',
    ]);
  });

  it('accept the post that a quoted or reposted post quotes, or null', () => {
    const nested = (quoted: unknown) => pathsOf(tweetSchema(), { retweetOf: { quoted }, quoted: { quoted } });
    const below = (paths: readonly string[]) => paths.filter((path) => /^(retweetOf|quoted)\.quoted\b/.test(path));
    assert.deepEqual(below(nested(null)), []);
    const told = new Set(below(nested({ id: 3, text: 'words' })));
    assert.ok(told.has('retweetOf.quoted.id') && told.has('quoted.quoted.id'), [...told].join());
    assert.ok(!told.has('retweetOf.quoted.text') && !told.has('retweetOf.quoted'), [...told].join());
  });

  it('accept a guessed record with little more than its id', () => {
    assert.deepEqual(pathsOf(communitySchema(), { id: '1', name: null, rules: ['Be kind', { name: 'Be kind' }] }), []);
    assert.deepEqual(pathsOf(communitySchema(), { name: 'Garden' }), ['id']);
  });

  it('accept an id in each known form', () => {
    for (const response of [
      '7',
      { id: '7' },
      { userId: '7' },
      { user_id: '7' },
      { id_str: '7', name: 'Ada' },
      { id: null, rest_id: '7' },
    ]) {
      assert.deepEqual(pathsOf(resolvedUserIdSchema(), response), []);
    }
    assert.deepEqual(pathsOf(resolvedUserIdSchema(), 7), ['']);
  });

  it('accept a gateway page with or without a next cursor', () => {
    const page = createGatewayPageSchema(gatewayTweetSchema)();
    assert.deepEqual(pathsOf(page, { data: [], meta: { result_count: 0, next_cursor: null, query: 'a' } }), []);
    assert.deepEqual(pathsOf(page, { data: [], meta: { result_count: 0 } }), []);
    assert.deepEqual(pathsOf(page, { data: [], meta: {} }), ['meta.result_count']);
  });
});
