import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { tweetSchema, userSchema } from '../../../../src/client/schemas/primary.ts';
import { readUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';
import { captureBody, captureFiles, captureText, readManifest } from './captureFiles.ts';
import { at } from './json.ts';
import { plainTweet, withoutUntold } from './plainTweet.ts';
import { plainUser } from './plainUser.ts';
import { type PlainItem, type PlainPage, resultsOf, walkPage } from './plainWalk.ts';

/** A capture as read by the product and by a plain walk. */
interface Read {
  readonly file: string;
  readonly page: UpstreamPage;
  readonly plain: PlainPage;
  readonly items: readonly PlainItem[];
  /** Whether it is from the older interface, which has entries that refer to posts by id. */
  readonly isOlder: boolean;
}

function* eachCapture(): Generator<Read> {
  for (const file of captureFiles) {
    const body = captureBody(file);
    const plain = walkPage(body);
    const isOlder = at(body, 'globalObjects') !== undefined;
    yield { file, page: readUpstream(captureText(file)), plain, items: resultsOf(plain), isOlder };
  }
}

const idsOf = (page: UpstreamPage, kind: 'tweet' | 'user'): readonly string[] =>
  page.records.flatMap((one) => (one.kind === kind && (one.kind === 'tweet' || one.kind === 'user') ? [one.record.id] : []));

/** Compares item by item, so a failure names the file and the item. */
function equalEach(file: string, ours: readonly unknown[], expected: readonly unknown[]): void {
  expected.forEach((one, index) => assert.deepEqual(ours[index], one, `${file}, record ${index}`));
  assert.equal(ours.length, expected.length, file);
}

describe('readUpstream on real captures', () => {
  it('finds the posts, people, cursor, and pinned post that the manifest lists, in its order', () => {
    const manifest = readManifest();
    for (const { file, page, plain, isOlder } of eachCapture()) {
      const listed = manifest.get(file);
      assert.ok(listed, file);
      // the manifest also lists promoted and related items, and a pinned post twice
      const separate = new Set(
        plain.items.flatMap(({ kind, result, separate }) => (kind === 'tweet' && separate ? [at(result, 'rest_id')] : [])),
      );
      const tweets = [...new Set(listed.tweets)].filter((id) => !separate.has(id));
      // it covers only instructions and slices, not single results under `data`
      if (listed.tweets.length > 0) assert.deepEqual(idsOf(page, 'tweet'), tweets, file);
      if (listed.users.length > 0) assert.deepEqual(idsOf(page, 'user'), listed.users, file);
      // nor items from the older interface
      if (!isOlder) assert.equal(page.cursor.bottom, listed.bottom, file);
      const pinned = page.records.filter((one) => one.kind === 'tweet' && one.record.isPinned);
      assert.deepEqual(
        pinned.map((one) => (one.kind === 'tweet' ? one.record.id : '')),
        listed.pinned === undefined ? [] : [listed.pinned],
        file,
      );
    }
  });

  it('reads every post completely: texts, counts, links, media, authors, replies, articles, quotes, and originals', () => {
    for (const { file, page, items } of eachCapture()) {
      const tweets = page.records.flatMap((one) => (one.kind === 'tweet' ? [one.record] : []));
      const expected = items.flatMap(({ kind, result, isPinned }) => (kind === 'tweet' ? [plainTweet(result, isPinned)] : []));
      equalEach(file, tweets.map(withoutUntold), expected.map(withoutUntold));
    }
  });

  it('reads every account completely, in each layout', () => {
    for (const { file, page, items } of eachCapture()) {
      const users = page.records.flatMap((one) => (one.kind === 'user' ? [one.record] : []));
      equalEach(
        file,
        users,
        items.flatMap(({ kind, result }) => (kind === 'user' ? [plainUser(result)] : [])),
      );
    }
  });

  it("returns records that match the simple format's schemas, with their own permalinks", () => {
    for (const { file, page } of eachCapture()) {
      for (const one of page.records) {
        if (one.kind === 'tweet') {
          assert.deepEqual(tweetSchema().safeParse(one.record).error?.issues ?? [], [], file);
          const { record } = one;
          for (const post of [record, record.quoted, record.retweetOf]) {
            if (post !== null)
              assert.ok(
                String(at(post, 'url')).endsWith(`/${String(at(post, 'author', 'username'))}/status/${String(at(post, 'id'))}`),
                file,
              );
          }
        }
        if (one.kind === 'user') assert.deepEqual(userSchema().safeParse(one.record).error?.issues ?? [], [], file);
      }
    }
  });
});
