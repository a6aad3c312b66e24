import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { readUpstream, readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';
import { type RawUserLayout, rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { landmarks, syntheticPlatformUrl } from '../../../../src/sandbox/world/landmarks.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { rowOf, textsOf, world } from '../../sandbox/responses/ask.ts';
import { bodyOf } from '../../sandbox/upstream/rawPages.ts';
import { at } from './json.ts';
import { factsOf, plainExtra } from './plainExtra.ts';
import { builtByTheService, moreCalls, type Texts } from './sandboxCalls.ts';
import { toldInRaw, untold } from './sandboxDifferences.ts';

const maxPages = 12;

/** The known differences that occurred, with their layouts. */
const met = new Set<string>();

function read(id: string, texts: Texts, layout: RawUserLayout): UpstreamPage {
  return readUpstream(JSON.stringify(bodyOf(id, texts, 'raw', layout)), { site: syntheticPlatformUrl });
}

const recordsOf = (page: UpstreamPage): readonly unknown[] => page.records.map(({ record }) => record);

/** All of a query's pages, raw and simple, by the same cursor. */
function checkCall(id: string, texts: Texts, layout: RawUserLayout): void {
  let cursor: string | undefined;
  for (let number = 1; number <= maxPages; number += 1) {
    const query = cursor === undefined ? texts : { ...texts, cursor };
    const where = `${id} ${JSON.stringify(texts)} ${layout}, page ${number}`;
    const page = read(id, query, layout);
    const simple = bodyOf(id, query, 'simple');
    const data = at(simple, 'data');
    const all: readonly unknown[] = Array.isArray(data) ? data : [data];
    // a pinned post that is repeated on its page is one entry
    const expected = all.filter((one, index) => index === 0 || at(one, 'id') === undefined || at(one, 'id') !== at(all[0], 'id'));
    // one sandbox list has an error next to its data
    const errors = texts['listId'] === landmarks.listWithErrorsId ? ['error'] : [];
    assert.deepEqual(
      page.warnings.map(({ kind }) => kind),
      errors,
      where,
    );
    expected.forEach((one, index) =>
      assert.deepEqual(recordsOf(page)[index], toldInRaw(one, layout, met), `${where}, record ${index}`),
    );
    assert.equal(page.records.length, expected.length, where);
    if (expected.length > 0) assert.notEqual(page.operation, 'unknown', where);
    const next = at(simple, 'nextCursor');
    if (typeof next !== 'string') {
      // the last raw page also has a cursor
      const { bottom } = page.cursor;
      if (bottom !== undefined) assert.deepEqual(recordsOf(read(id, { ...texts, cursor: bottom }, layout)), [], where);
      return;
    }
    assert.equal(page.cursor.bottom, next, where);
    cursor = next;
  }
}

describe('readUpstream on raw sandbox responses', () => {
  const rows = endpoints.filter(({ service, formats }) => service === 'primary' && formats.includes('raw'));
  for (const { id, example } of rows) {
    const ownShape = builtByTheService[id];
    if (ownShape !== undefined) {
      it(`doesn't recognize the ${id} response: ${ownShape}`, () => {
        const page = read(id, textsOf(example), 'both');
        assert.deepEqual([page.operation, page.records, page.cursor.bottom], ['unknown', [], undefined]);
      });
      continue;
    }
    for (const layout of rawUserLayouts) {
      it(`returns the simple records of ${id} in the ${layout} layout, page by page`, () => {
        for (const texts of [textsOf(example), ...(moreCalls[id] ?? [])]) checkCall(id, texts, layout);
      });
    }
  }

  it("returns any post's simple record, in any layout", () => {
    const posts = world.posts().filter(({ authorId }) => world.account(authorId)?.state === 'active');
    fc.assert(
      fc.property(fc.constantFrom(...posts), fc.constantFrom(...rawUserLayouts), ({ id }, layout) =>
        checkCall('primary.simpleTweet', { tweetId: id }, layout),
      ),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  it("returns any post's raw-only facts: polls, cards, edits, notes, videos, and links", () => {
    const polls = new Set<unknown>();
    for (const { id, authorId } of world.posts()) {
      if (world.account(authorId)?.state !== 'active') continue;
      const raw = bodyOf('primary.simpleTweet', { tweetId: id }, 'raw', 'both');
      const [readRecord] = readParsedUpstream(raw).records;
      const result = at(raw, 'data', 'tweetResult', 'result');
      const plain = plainExtra(at(result, '__typename') === 'TweetWithVisibilityResults' ? at(result, 'tweet') : result);
      assert.deepEqual(factsOf(at(readRecord, 'extra')), plain, id);
      if (plain.poll !== undefined) polls.add(at(plain.poll, 'isFinal'));
    }
    assert.equal(polls.size, 2, 'there are polls that are over, and polls that are not');
  });

  it("returns any conversation's simple records, in any layout", () => {
    const posts = world.posts().filter(({ authorId }) => world.account(authorId)?.state === 'active');
    fc.assert(
      fc.property(fc.constantFrom(...posts), fc.constantFrom(...rawUserLayouts), ({ id }, layout) =>
        checkCall('primary.tweet', { tweetId: id }, layout),
      ),
      { numRuns: propertyRuns(2000, 60) },
    );
  });

  it("returns the simple records in any account's timelines and lists of people, in any layout", () => {
    const accounts = world.accounts().filter(({ state }) => state === 'active');
    const ids = ['userById', 'userTweets', 'userTweetsAndReplies', 'userMedia', 'userLikes', 'userFollowers', 'userFollowings'];
    fc.assert(
      fc.property(
        fc.constantFrom(...accounts),
        fc.constantFrom(...rawUserLayouts),
        fc.constantFrom(...ids),
        ({ id }, layout, row) => checkCall(`primary.${row}`, { userId: id }, layout),
      ),
      { numRuns: propertyRuns(2000, 60) },
    );
  });

  it('reads a gateway conversation like a primary one, with its outer cursors', () => {
    for (const tweetId of [
      String(at(rowOf('gateway.tweet').example, 'tweetId')),
      landmarks.deepThreadId,
      landmarks.wideThreadId,
    ]) {
      for (const layout of rawUserLayouts) {
        const body = bodyOf('gateway.tweet', { tweetId, count: '100' }, 'simple', layout);
        const page = readUpstream(JSON.stringify(body), { site: syntheticPlatformUrl });
        const ids = page.records.map(({ record }) => at(record, 'id'));
        const openers = recordsOf(read('primary.tweet', { tweetId }, layout));
        const own = recordsOf(page).filter((one) => openers.some((other) => at(other, 'id') === at(one, 'id')));
        assert.deepEqual(page.warnings, []);
        assert.equal(new Set(ids).size, ids.length);
        // the gateway shows each reply thread's first post
        assert.deepEqual(
          own,
          openers.filter((one) => ids.includes(at(one, 'id'))),
        );
        assert.ok(own.some((one) => at(one, 'id') === tweetId) && own.length > 1, `${own.length}`);
        assert.equal(page.cursor.bottom ?? null, at(body, 'cursor', 'bottom'));
      }
    }
  });

  it('leaves out a suspended account, with the reason', () => {
    const id = world.accountByHandle(landmarks.suspendedHandle)?.id ?? '';
    const page = read('primary.usersByIds', { userIds: `${exampleValues.userId},${id}` }, 'both');
    assert.deepEqual(
      page.records.map(({ record }) => at(record, 'id')),
      [exampleValues.userId],
    );
    assert.deepEqual(
      page.warnings.map(({ path }) => path),
      ['data.users.1.result'],
    );
  });

  it('differs from the simple response in each known field and layout', () => {
    assert.deepEqual(
      [...met].toSorted(),
      untold.flatMap(({ field, layouts }) => layouts.map((layout) => `${field} ${layout}`)).toSorted(),
    );
  });
});
