import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { tweetSchema, userSchema } from '../../../../src/client/schemas/primary.ts';
import { readUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';
import { captureBody, captureFiles, captureText } from './captureFiles.ts';
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
}

function* eachCapture(): Generator<Read> {
  for (const file of captureFiles) {
    const plain = walkPage(captureBody(file));
    yield { file, page: readUpstream(captureText(file)), plain, items: resultsOf(plain) };
  }
}

/** Compares item by item, so a failure names the file and the item. */
function equalEach(file: string, ours: readonly unknown[], expected: readonly unknown[]): void {
  expected.forEach((one, index) => assert.deepEqual(ours[index], one, `${file}, record ${index}`));
  assert.equal(ours.length, expected.length, file);
}

describe('readUpstream on real captures', () => {
  it('finds the cursor of the next page', () => {
    for (const { file, page, plain } of eachCapture()) {
      const [bottom] = plain.cursors.filter(({ type, moduleId }) => type === 'Bottom' && moduleId === undefined);
      assert.equal(page.cursor.bottom, bottom?.value, file);
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
